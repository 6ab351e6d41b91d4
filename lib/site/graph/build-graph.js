/** @import { AheadCode } from './fetched-ahead.js' */
/** @import { Seen } from './follow.js' */
/** @import { PageFonts } from './fonts.js' */
/** @import { Findings, Graph, ImageUsage, Page, Reference, Site, SiteFile, SitePath, Warning } from '../types.ts' */
/** @import { PageKey } from '../addresses.js' */
/** @import { Paths } from './resolve-url.js' */

import { NO_MEMO } from '../../base/memo.js';
import { workOn } from '../../base/working-on.js';
import { isRoute } from '../addresses.js';
import { doesMention } from '../mentions.js';
import { endOfHead } from '../page/end-of-head.js';
import { readPages } from '../page/read-page.js';
import { decodeText } from '../text/encoding.js';
import { chooseIcon } from './choose-image.js';
import { NOTHING_AHEAD, readAhead, readPageAhead } from './fetched-ahead.js';
import { findPageReferences, findSheetReferences, findTextReferences } from './find-references.js';
import { collectFollowed, UNSEEN } from './follow.js';
import { NO_FONTS, readPageFonts } from './fonts.js';
import { missesIcon } from './icon.js';
import { openKeptReads } from './kept-reads.js';
import { indexPaths } from './resolve-url.js';
import { tracePaths } from './traced-paths.js';
import { usagesOn } from './usage.js';
import { listNames, vocabularyOf } from './vocabulary.js';

/**
 * @typedef {import('../../base/memo.js').Memo} Memo
 * @typedef {import('./vocabulary.js').Vocabulary} Vocabulary The content of one document that the graph uses. It is
 *   kept so that an unchanged document need not be read again.
 * @typedef {{ file: SiteFile, findings: Findings, vocabulary: Vocabulary | null, usages: Map<SitePath, ImageUsage[]>,
 *   head: Head | null, linksIcon: boolean, code: AheadCode, fonts: PageFonts, warning: Warning | null,
 *   around?: string }} Read `around`: the digest of the site's paths when the document was read
 *
 * The position in a page at which more styles can be added, and the base of its relative URLs.
 * @typedef {{ end: number, base: SitePath | null }} Head
 *
 * @typedef {{ graph: Graph, usage: ReadonlyMap<SitePath, readonly ImageUsage[]>, classNames: ReadonlySet<string>,
 *   reads: ReadonlyMap<SitePath, Read>, seen: Seen, drawn: ReadonlyMap<SitePath, ReadonlySet<number>>,
 *   firstFonts: ReadonlyMap<SitePath, ReadonlySet<SitePath>> }} Linked `drawn`: characters by the font file that pages
 *   render them with; `firstFonts`: by page, the fonts of its first screen
 */

/** Larger texts are data: searching them for file names would take long and find nothing. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024;

/**
 * Reads every document of a site once and returns its references.
 * @param {Site} site
 * @param {{ tick?: (done: number, of: number) => void, before?: Linked | null, seen?: Seen, memo?: Memo }} [options]
 *   `before`: the site before changes, with the same paths and perhaps more; documents that are the same file are not
 *   read again. `seen`: results of visits. `memo`: results of earlier runs
 * @returns {Linked}
 */
export function linkSite(site, options = {}) {
  const { tick = () => {}, before = null, seen = before?.seen ?? UNSEEN, memo = NO_MEMO } = options;
  const all = [...site.files.keys()];
  const paths = indexPaths(all, site.place, site.links);
  /** @type {Map<SitePath, Read>} */
  const reads = new Map();
  let done = 0;
  const keep = (/** @type {SiteFile} */ file, /** @type {Read | null} */ read) => {
    if (read) reads.set(file.path, read);
    tick(++done, all.length);
  };
  const kept = openKeptReads(memo, site, all);
  const isKnown = (/** @type {SiteFile} */ file) => before?.reads.get(file.path)?.file === file;
  for (const file of site.files.values()) if (!isKnown(file)) kept.open(file);
  const asks = { faces: isSaid(site, '@font-face'), ahead: isSaid(site, 'new image') };
  const readAnew = (/** @type {SiteFile} */ file, /** @type {(paths: Paths) => Read | null} */ read) => {
    const traced = tracePaths(paths);
    const found = read(traced.paths);
    keep(file, kept.keep(found, traced.queries(), asks));
  };
  /** @type {SiteFile[]} */
  const pages = [];
  for (const file of site.files.values()) {
    workOn(file.path);
    const recalled = (isKnown(file) && before?.reads.get(file.path)) || kept.recall(file, asks);
    if (recalled) keep(file, recalled);
    else if (file.type === 'html') pages.push(file);
    else readAnew(file, (traced) => readOther(file, traced, asks));
  }
  readPages(pages, site.place, (file, { page, warning }) => {
    readAnew(file, (traced) => (page ? readParsed(file, page, traced, asks) : readUnparsed(file, warning, traced)));
  });
  const ordered = [...reads].sort(([a], [b]) => (a < b ? -1 : 1));
  const findings = new Map(ordered.map(([path, { findings: found }]) => [path, found]));
  const { follows, drawn, firstFonts, scripted } = collectFollowed(site, new Map(ordered), paths, seen, before);
  const documentOf = (/** @type {PageKey} */ page) => (isRoute(page) ? seen.records.get(page)?.document : null) ?? page;
  const fetchesOf = (/** @type {PageKey} */ page, /** @type {readonly Reference[]} */ references) =>
    (before?.graph.follows.get(page) === references && before.graph.fetches.get(page)) ||
    filesOf(documentOf(page), references);
  const fetches = new Map([...follows].map(([page, references]) => [page, fetchesOf(page, references)]));
  return {
    reads,
    drawn,
    firstFonts,
    seen: { ...seen, scripted },
    usage: mergeUsages(ordered.map(([, read]) => read.usages)),
    classNames: collectClasses(site, reads),
    graph: Object.freeze({
      references: new Map([...findings].map(([path, found]) => [path, found.references])),
      follows,
      fetches,
      onRoutes: collectRoutes(fetches, documentOf),
      usedBy: invert(fetches),
      iconless: new Set(
        [...follows].flatMap(([page, followed]) => (missesIcon(followed, reads.get(documentOf(page))) ? [page] : [])),
      ),
      linked: new Set([...findings.values()].flatMap(({ linked }) => linked)),
      protected: new Set([...findings.values()].flatMap((found) => found.protected)),
      warnings: Object.freeze([
        ...site.warnings,
        ...ordered.flatMap(([, read]) => (read.warning ? [read.warning] : [])),
        ...[...findings.values()].flatMap(({ warnings }) => warnings),
      ]),
    }),
  };
}

/**
 * Facts that occur in at least one document of the site. Documents need not be searched for others.
 * @typedef {{ faces: boolean, ahead: boolean }} Asks
 */

/** @param {Site} site @param {string} word */
function isSaid({ files }, word) {
  return [...files.values()].some(
    (file) => (file.type === 'html' || file.type === 'css' || file.type === 'script') && doesMention(file, word),
  );
}

/** Facts of a document that is no page. */
const NO_PAGE = {
  vocabulary: null,
  usages: new Map(),
  head: null,
  linksIcon: false,
  code: NOTHING_AHEAD,
  fonts: NO_FONTS,
};

/**
 * @param {SiteFile} file
 * @param {Paths} paths
 * @param {Asks} asks
 * @returns {Read | null}
 */
function readOther(file, paths, asks) {
  const findings = findOther(file, paths);
  if (!findings) return null;
  const code = file.type === 'script' && asks.ahead ? readAhead(latin1(file)) : NOTHING_AHEAD;
  return { ...NO_PAGE, file, findings, code, warning: null };
}

/**
 * @param {SiteFile} file
 * @param {Warning | null} warning
 * @param {Paths} paths
 * @returns {Read}
 */
function readUnparsed(file, warning, paths) {
  return { ...NO_PAGE, file, warning, findings: findTextReferences(file.path, latin1(file), paths) };
}

/**
 * @param {SiteFile} file
 * @param {Page} page
 * @param {Paths} paths
 * @param {Asks} asks
 * @returns {Read}
 */
function readParsed(file, page, paths, asks) {
  const findings = findPageReferences(page, paths);
  const head = { end: endOfHead(page), base: page.base };
  const linksIcon = chooseIcon(page.elements) !== null;
  const usages = usagesOn(page, findings.references);
  const code = asks.ahead ? readPageAhead(page) : NOTHING_AHEAD;
  const fonts = asks.faces ? readPageFonts(page) : NO_FONTS;
  return { file, findings, vocabulary: vocabularyOf(page), usages, head, linksIcon, code, fonts, warning: null };
}

/** @param {Map<SitePath, ImageUsage[]>[]} maps */
function mergeUsages(maps) {
  /** @type {Map<SitePath, ImageUsage[]>} */
  const usage = new Map();
  for (const map of maps) {
    for (const [path, uses] of map) {
      const known = usage.get(path);
      if (known) known.push(...uses);
      else usage.set(path, [...uses]);
    }
  }
  return usage;
}

/** Returns all names of classes in pages and sheets. @param {Site} site @param {ReadonlyMap<SitePath, Read>} reads */
function collectClasses(site, reads) {
  const names = new Set(classesOfSheets(site));
  // Pages of a template have the same classes.
  const texts = new Set([...reads.values()].map(({ vocabulary }) => vocabulary?.classes ?? ''));
  for (const text of texts) for (const name of listNames(text)) names.add(name);
  return names;
}

/** @param {Site} site */
function classesOfSheets(site) {
  return [...site.files.values()]
    .filter(({ type }) => type === 'css')
    .flatMap((file) => [...latin1(file).matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(([, name]) => name));
}

/**
 * @param {SiteFile} file
 * @param {Paths} paths
 */
function findOther(file, paths) {
  if (file.type === 'css') {
    const source = decodeText(file.bytes)?.text ?? latin1(file);
    return findSheetReferences({ path: file.path, source }, paths);
  }
  if (file.type !== 'script' && file.type !== 'text') return null;
  return findTextReferences(file.path, latin1(file), paths);
}

/** @param {SiteFile} file */
function latin1(file) {
  const bytes = file.bytes.subarray(0, MAX_TEXT_BYTES);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/**
 * Returns the document of a page and the files that it fetches, in the order in which a parser finds them.
 * @param {SitePath} page
 * @param {readonly Reference[]} followed
 */
function filesOf(page, followed) {
  const files = followed.flatMap(({ target }) => (target.kind === 'file' ? target.path : []));
  return Object.freeze([...new Set([page, ...files])]);
}

/**
 * Collects the files that routes fetch, by the document that is sent for them.
 * @param {ReadonlyMap<PageKey, readonly SitePath[]>} fetches @param {(page: PageKey) => SitePath} documentOf
 */
function collectRoutes(fetches, documentOf) {
  /** @type {Map<SitePath, Set<SitePath>>} */
  const routes = new Map();
  for (const [page, paths] of fetches) {
    const document = documentOf(page);
    if (document === page) continue;
    const known = routes.get(document) ?? new Set();
    for (const path of paths) known.add(path);
    routes.set(document, known);
  }
  return new Map([...routes].map(([document, paths]) => [document, Object.freeze([...paths])]));
}

/** @param {ReadonlyMap<SitePath, readonly SitePath[]>} fetches */
function invert(fetches) {
  /** @type {Map<SitePath, SitePath[]>} */
  const usedBy = new Map();
  for (const [page, paths] of fetches) {
    for (const path of paths) {
      const users = usedBy.get(path);
      if (users) users.push(page);
      else usedBy.set(path, [page]);
    }
  }
  return usedBy;
}
