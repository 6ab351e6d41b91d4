/** @import { Reference, Sheet, Site, SitePath } from '../types.ts' */
/** @import { PageRecord } from '../../visit/types.ts' */
/** @import { Linked, Read } from './build-graph.js' */
/** @import { Ahead } from './fetched-ahead.js' */
/** @import { Face } from '../style/font-faces.js' */
/** @import { FontUse } from './fonts.js' */
/** @import { Paths } from './resolve-url.js' */
/** @import { Vocabulary } from './vocabulary.js' */
/** @import { PageKey } from '../addresses.js' */

import { exact } from '../../base/exact.js';
import { readOnce } from '../../base/read-once.js';
import { workOn } from '../../base/working-on.js';
import { isRoute } from '../addresses.js';
import { readFaces } from '../style/font-faces.js';
import { parseSheet } from '../style/parse-sheet.js';
import { decodeHtml, decodeText } from '../text/encoding.js';
import { listAhead } from './fetched-ahead.js';
import { listDrawnFaces, listUsedFaces, readFontUses } from './fonts.js';
import { followDefaultIcon } from './icon.js';
import { resolveUrl } from './resolve-url.js';
import { canApply, joinNames, listNames, mayApplyAtRest } from './vocabulary.js';

/**
 * @typedef {{ sheet: Sheet, faces: readonly Face[], uses: readonly FontUse[] }} ReadSheet
 *
 * Files that a page fetched and has no reference to; `isNamed`: the document that requested it has a reference to it
 * anyway.
 * @typedef {PageRecord['fetched'][number] & { isNamed: boolean }} Scripted
 *
 * Results of visits: `records` of the visited pages, `files` that existed then, and `scripted` by page, once known.
 * `unloads`: the backgrounds of each page that it no longer shows after changes, although style sheets name them.
 * @typedef {{ records: ReadonlyMap<SitePath, PageRecord>, files: { has(path: SitePath): boolean },
 *   scripted: ReadonlyMap<SitePath, readonly Scripted[]> | null, unloads?: ReadonlyMap<SitePath,
 *   ReadonlySet<SitePath>> }} Seen
 */

/** The result without any visit. @type {Seen} */
export const UNSEEN = Object.freeze({ records: new Map(), files: new Set(), scripted: null });

/**
 * Collects the references that each page follows: its own, and those of frames, scripts and imported sheets if a rule
 * can apply there; of several sources the one that a browser chooses, and images that code requests ahead. For visited
 * pages also the fonts that were rendered and the requests of scripts.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, Read>} reads
 * @param {Paths} paths
 * @param {Seen} seen
 * @param {Pick<Linked, 'graph' | 'reads' | 'seen'> | null} [before] the same before changes
 * @returns {{ follows: Map<SitePath, readonly Reference[]>, drawn: Map<SitePath, Set<number>>, firstFonts:
 *   Map<SitePath, Set<SitePath>>, scripted: Map<SitePath, readonly Scripted[]> }} `drawn`: the characters of each font
 *   file; `firstFonts`: by page
 */
export function collectFollowed(site, reads, paths, seen, before = null) {
  const readSheet = openSheets(site);
  const sheetAt = (/** @type {SitePath} */ path) => (site.files.get(path)?.type === 'css' ? readSheet(path) : null);
  /** @type {Sources} */
  const sources = {
    ...{ site, reads, paths, seen, sheetAt, candidatesOf: openCandidates(reads, sheetAt) },
    ...{ drawn: new Map(), firstFonts: new Map(), scripted: new Map() },
  };
  const routes = [...seen.records].flatMap(([page, { document }]) => (isRoute(page) ? [exact([page, document])] : []));
  const pages = [...reads.keys()].map((page) => exact([page, page]));
  const affected = before && listAffected(before, reads);
  const follows = new Map(
    [...pages, ...routes.sort(([a], [b]) => (a < b ? -1 : 1))].flatMap(([page, document]) => {
      const { vocabulary = null, head = null } = reads.get(document) ?? {};
      if (!vocabulary) return [];
      const isSame = affected && !affected.has(page) && !seen.records.has(page) && !before.seen.records.has(page);
      const same = isSame ? before.graph.follows.get(page) : null;
      if (same) {
        sources.scripted.set(page, []);
        return [exact([page, same])];
      }
      workOn(page);
      const names = withNames(vocabulary, seen.records.get(page));
      const { followed, fetched } = followPlainly(sources, document, names);
      const fonts = followFonts(sources, { page, document }, fetched, vocabulary);
      const named = [
        ...followed,
        ...fonts,
        ...followCode(sources, fetched, head?.base ?? null),
        ...followDefaultIcon(site, document, reads.get(document)),
      ];
      return [exact([page, Object.freeze([...named, ...followScripts(sources, { page, document }, named)])])];
    }),
  );
  const { drawn, firstFonts, scripted } = sources;
  return { follows, drawn, firstFonts, scripted };
}

/**
 * Returns the pages that fetch a document which was read again since. All others follow the same references as before,
 * unless they are visited.
 * @param {Pick<Linked, 'graph' | 'reads'>} before
 * @param {ReadonlyMap<SitePath, Read>} reads
 */
function listAffected({ graph, reads: former }, reads) {
  const gone = [...former.keys()].filter((path) => !reads.has(path));
  // Code names files by addresses, whose files may be others now.
  const changed = [...reads].filter(([path, read]) => read !== former.get(path) || read.code.ahead.length > 0);
  const paths = [...gone, ...changed.map(([path]) => path)];
  return new Set(paths.flatMap((path) => graph.usedBy.get(path) ?? []));
}

/**
 * @typedef {object} Sources input and results of following the references of pages
 * @property {Site} site
 * @property {ReadonlyMap<SitePath, Read>} reads
 * @property {Paths} paths
 * @property {Seen} seen
 * @property {(path: SitePath) => ReadSheet | null} sheetAt
 * @property {ReturnType<typeof openCandidates>} candidatesOf
 * @property {Map<SitePath, Set<number>>} drawn
 * @property {Map<SitePath, Set<SitePath>>} firstFonts
 * @property {Map<SitePath, readonly Scripted[]>} scripted
 */

/**
 * Returns the names of a page together with those that its scripts added: rules with them apply, too.
 * @param {Vocabulary} vocabulary
 * @param {PageRecord} [record]
 * @returns {Vocabulary}
 */
function withNames({ tags, classes, ids }, record) {
  if (!record) return { tags, classes, ids };
  const { names } = record;
  const add = (/** @type {string} */ text, /** @type {readonly string[]} */ more) =>
    joinNames(new Set([...listNames(text), ...more]));
  const allTags = [...new Set([...tags, ...names.tags])];
  return { tags: allTags, classes: add(classes, names.classes), ids: add(ids, names.ids) };
}

/**
 * A page or a route, and the file that is sent for it.
 * @typedef {{ page: PageKey, document: SitePath }} Visited
 */

/** @param {Sources} sources @param {SitePath} page @param {Vocabulary} vocabulary */
function followPlainly({ candidatesOf, seen }, page, vocabulary) {
  const unloaded = seen.unloads?.get(page);
  /** @type {Reference[]} */
  const followed = [];
  const fetched = new Set([page]);
  for (const path of fetched) {
    for (const { reference, to, selectors } of candidatesOf(path, path === page)) {
      const isUnloaded = reference.role === 'background' && unloaded?.has(to);
      if (isUnloaded || !canApply(selectors, vocabulary)) continue;
      followed.push(reference);
      fetched.add(to);
    }
  }
  return { followed, fetched: [...fetched] };
}

/**
 * A reference that a browser may follow, and the selectors of the rule around it.
 * @typedef {{ reference: Reference, to: SitePath, selectors: readonly string[] }} CandidateReference
 */

/**
 * Returns a function that lists the references of a document which a page may follow, once for documents that pages
 * share. `isPage`: the document is the page itself.
 * @param {ReadonlyMap<SitePath, Read>} reads @param {Sources['sheetAt']} sheetAt
 */
function openCandidates(reads, sheetAt) {
  /** @type {Map<SitePath, readonly CandidateReference[]>} */
  const known = new Map();
  return (/** @type {SitePath} */ path, /** @type {boolean} */ isPage) => {
    if (isPage) return listCandidates(reads.get(path), sheetAt(path), true);
    const candidates = known.get(path) ?? listCandidates(reads.get(path), sheetAt(path), false);
    known.set(path, candidates);
    return candidates;
  };
}

/**
 * @param {Read | undefined} read @param {ReadSheet | null} sheet @param {boolean} isPage
 * @returns {CandidateReference[]}
 */
function listCandidates(read, sheet, isPage) {
  const ofFaces = new Set((sheet ?? read?.fonts)?.faces.flatMap(({ urls }) => urls));
  return (read?.findings.references ?? []).flatMap((reference) => {
    const { fetched: isFetched, passedOver, target, role, range } = reference;
    if (!isFetched || passedOver || target.kind !== 'file' || ofFaces.has(range.start)) return [];
    // The icon of a frame is not requested.
    if (role === 'icon' && !isPage) return [];
    const selectors = sheet && role !== 'style' ? selectorsAt(sheet, range.start) : [];
    return mayApplyAtRest(selectors) ? [{ reference, to: target.path, selectors }] : [];
  });
}

/** Returns the references of a file by the offset at which they start. */
const referencesByStart = readOnce((/** @type {{ readonly references: readonly Reference[] }} */ { references }) =>
  Map.groupBy(references, ({ range }) => range.start),
);

/**
 * Returns the references to fonts that a page renders, as visited, or as its sheets declare.
 * @param {Sources} sources @param {Visited} visited @param {readonly SitePath[]} fetched @param {Vocabulary} vocabulary
 */
function followFonts({ site, reads, seen, sheetAt, drawn, firstFonts }, { page, document }, fetched, vocabulary) {
  const fontsAt = (/** @type {SitePath} */ path) => (path === document ? reads.get(path)?.fonts : sheetAt(path));
  const faces = fetched.flatMap((path) => fontsAt(path)?.faces.map((face) => ({ ...face, path })) ?? []);
  if (faces.length === 0) return [];
  const chosenOf = (/** @type {(typeof faces)[number]} */ { path, chosen }) => {
    const read = reads.get(path);
    const there = (read && chosen !== null && referencesByStart(read.findings).get(chosen)) || [];
    return there.filter(({ target }) => target.kind === 'file');
  };
  /** Returns the faces that sheets use, as far as the page's elements can match. @param {typeof faces} some */
  const listDeclared = (some) => {
    const families = [...new Set(some.map(({ family }) => family))];
    const mayApply = (/** @type {FontUse} */ { selectors, text, weight, isItalic }) =>
      (weight !== null || isItalic || families.some((family) => text.includes(family))) &&
      canApply(selectors, vocabulary);
    const uses = some.length > 0 ? fetched.flatMap((path) => fontsAt(path)?.uses.filter(mayApply) ?? []) : [];
    return listUsedFaces(some, uses, { tags: vocabulary.tags, letters: () => lettersOf(site, document) });
  };
  const record = seen.records.get(page);
  if (record) {
    const first = listDrawnFaces(
      faces,
      record.letters.filter(({ isFirst }) => isFirst),
    );
    const firstPaths = [...first.keys()].flatMap((face) =>
      chosenOf(face).map(({ target }) => /** @type {{ path: SitePath }} */ (target).path),
    );
    firstFonts.set(page, new Set(firstPaths));
    const rendered = listDrawnFaces(faces, record.letters);
    const known = new Set([...rendered.keys()].map(({ family }) => family));
    const isAdded = (/** @type {(typeof faces)[number]} */ face) =>
      !known.has(face.family) &&
      chosenOf(face).some(({ target }) => target.kind === 'file' && !seen.files.has(target.path));
    const added = listDeclared(faces.filter(isAdded)).flatMap(chosenOf);
    const again = [...rendered].flatMap(([face, letters]) =>
      chosenOf(face).filter(({ target }) => {
        const path = /** @type {{ path: SitePath }} */ (target).path;
        // Fonts that were added after the visit count as rendered.
        const isDrawn = !seen.files.has(path) || record.fetched.some((file) => file.path === path);
        if (isDrawn) drawn.set(path, new Set([...(drawn.get(path) ?? []), ...letters]));
        return isDrawn;
      }),
    );
    return [...again, ...added];
  }
  return listDeclared(faces).flatMap(chosenOf);
}

/**
 * Returns the references of code that fetches files ahead of their use.
 * @param {Sources} sources @param {readonly SitePath[]} fetched @param {SitePath | null} base
 */
function followCode({ reads, paths }, fetched, base) {
  const codes = fetched.flatMap((path) => {
    const read = reads.get(path);
    return read ? [{ path, ...read.code }] : [];
  });
  return listAhead(codes).flatMap(({ code, ahead }) =>
    referenceAhead(code.path, ahead, resolveUrl(ahead.url, base, paths).target),
  );
}

/**
 * Returns references for requests that scripts made during the visit and that nothing else names. Files that have a new
 * name in the sheet or page that requested them are left out.
 * @param {Sources} sources @param {Visited} visited @param {readonly Reference[]} named
 */
function followScripts({ site, reads, seen, scripted }, { page, document }, named) {
  const known = new Set(named.map(({ target }) => (target.kind === 'file' ? target.path : '')));
  const names = (/** @type {SitePath} */ from, /** @type {SitePath} */ path) =>
    (reads.get(from)?.findings.references ?? []).some(({ target }) => target.kind === 'file' && target.path === path);
  const others = () =>
    seen.records
      .get(page)
      ?.fetched.filter(({ path }) => !known.has(path))
      .map((file) => ({ ...file, isNamed: names(file.by, file.path) }));
  const asked = (seen.scripted ? seen.scripted.get(page) : others()) ?? [];
  scripted.set(page, asked);
  return asked
    .filter(({ path, by, isNamed }) => site.files.has(path) && !known.has(path) && (!isNamed || names(by, path)))
    .map(({ path, by }) => referenceScripted(path, site.files.has(by) ? by : document));
}

/**
 * Returns a reference of a script, without a position in its code.
 * @param {SitePath} path
 * @param {SitePath} from
 * @returns {Reference}
 */
function referenceScripted(path, from) {
  const place = { from, range: { start: 0, end: 0 }, line: 1, column: 1, element: null, attribute: null };
  const target = Object.freeze({ kind: exact('file'), path });
  return Object.freeze({
    ...place,
    url: path,
    suffix: '',
    role: 'string',
    target,
    odd: null,
    fetched: true,
    deferred: true,
  });
}

/**
 * @param {SitePath} from
 * @param {Ahead} ahead
 * @param {Reference['target']} target
 * @returns {Reference[]}
 */
function referenceAhead(from, { url, start, end }, target) {
  if (target.kind !== 'file') return [];
  const place = { from, range: { start, end }, line: 1, column: 1, element: null, attribute: null };
  return [Object.freeze({ ...place, url, suffix: '', role: 'string', target, odd: null, fetched: true })];
}

/**
 * Creates a reader that reads each style sheet once.
 * @param {Site} site
 * @returns {(path: SitePath) => ReadSheet}
 */
function openSheets(site) {
  /** @type {Map<SitePath, ReadSheet>} */
  const sheets = new Map();
  return (path) => {
    const known = sheets.get(path);
    if (known) return known;
    const decoded = decodeText(site.files.get(path)?.bytes ?? new Uint8Array());
    const text = decoded?.text ?? '';
    const sheet = parseSheet(path, text, decoded?.encoding ?? { name: 'utf-8', bom: false });
    const read = { sheet, faces: readFaces(text), uses: readFontUses(sheet) };
    sheets.set(path, read);
    return read;
  };
}

/**
 * Returns the selectors of the rule around an offset of a style sheet.
 * @param {ReadSheet} sheet
 * @param {number} offset
 */
function selectorsAt({ sheet }, offset) {
  const rules = outerRules(sheet);
  let [low, high] = [0, rules.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rules[middle].range.end <= offset) low = middle + 1;
    else high = middle;
  }
  return low < rules.length && rules[low].range.start <= offset ? rules[low].selectors : [];
}

/** Returns the rules of a sheet that are in no other, in their order. */
const outerRules = readOnce((/** @type {Sheet} */ { rules }) => {
  let end = 0;
  return rules
    .toSorted((a, b) => a.range.start - b.range.start)
    .filter(({ range }) => {
      const isOuter = range.start >= end;
      if (isOuter) end = range.end;
      return isOuter;
    });
});

/**
 * Returns all characters of a page's source.
 * @param {Site} site
 * @param {SitePath} page
 */
function lettersOf(site, page) {
  const text = decodeHtml(site.files.get(page)?.bytes ?? new Uint8Array())?.text ?? '';
  return new Set([...new Set(text)].map((letter) => letter.codePointAt(0) ?? 0));
}
