/** @import { Reference, Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { DigestPlace } from '../../site/text/digest-name.js' */
/** @import { Mention, Mentions, Named, Revision } from './types.ts' */

import { indexPaths, resolveUrl } from '../../site/graph/resolve-url.js';
import { filesNamedIn } from '../../site/graph/script-names.js';
import { findIntegrityHashes } from '../../site/integrity.js';
import { decodePath } from '../../site/text/decode-path.js';
import { unpackCode } from '../../site/text/unpack-code.js';
import { readDigests } from './read-digests.js';
import { textOf } from './text-of.js';
import { readPrecacheList } from './workbox.js';

/** Types that can exist under the old name and the new one without harm. A module would run twice. */
export const MAY_BE_TWICE = new Set(['image', 'font', 'other']);

/** Source maps name the files that they explain, but load none of them. */
const MAP = /\.map$/i;

/** Scripts that derive the name of one image from another: `img.src.replace('_off', '_on')`. */
const COMPOSES_SOURCES = new RegExp(
  String.raw`(?:\.(?:src|currentSrc)|\b(?:attr|prop|getAttribute)\(\s*["']src["']\s*\))\s*\.\s*(?:replace` +
    String.raw`|split|substr|substring|slice|match)\b`,
);

/** Icons, screenshots and shortcuts of a web app manifest. */
const MANIFEST_FILE = /"(?:src|url)"\s*:\s*"([^"\\]+)"/g;

/**
 * Finds the places at which a site's documents name its files: those that can be updated, and the files that are named
 * in other forms.
 * @param {Site} site
 * @param {Linked} linked
 * @param {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 * @returns {Mentions}
 */
export function readMentions(site, { graph, reads }, digestNames) {
  const paths = indexPaths(site.files.keys(), site.place);
  /** @type {Mention[]} */
  const mentions = [];
  /** @type {Revision[]} */
  const revisions = [];
  /** @type {Map<SitePath, SitePath>} */
  const uncertain = new Map();
  const digests = readSureDigests(site, graph, digestNames);
  const isSure = (/** @type {SitePath} */ path) => digests.has(path) && !MAY_BE_TWICE.has(typeAt(site, path));
  const composing = [...site.files.values()].find(
    (file) => (file.type === 'html' || file.type === 'script') && COMPOSES_SOURCES.test(textOf(file).text),
  );
  const manifests = findManifests(graph);
  for (const [path, { file, findings }] of reads) {
    if (MAP.test(path)) continue;
    const found = manifests.has(path)
      ? readManifest(file)
      : file.type === 'script'
        ? readPrecacheList(textOf(file).text)
        : [];
    if (found.length > 0) readList(file, found);
    else for (const named of findings.protected) if (!isSure(named)) uncertain.set(named, path);
    for (const named of findings.linked) uncertain.set(named, path);
    const { text } = findings.references.length > 0 ? textOf(file) : { text: '' };
    for (const reference of findings.references) readReference(reference, text);
  }
  const others = mentions.filter(({ to }) => !digests.has(to));
  const all = [...others, ...[...digests].flatMap(([path, named]) => named.mentions.filter(({ to }) => to === path))];
  return {
    mentions: all,
    byTarget: Map.groupBy(all, ({ to }) => to),
    digests,
    manifests,
    composing: composing?.path ?? null,
    revisions,
    uncertain,
  };

  /** @param {Reference} reference @param {string} text */
  function readReference({ from, target, odd, url, suffix, range }, text) {
    const to = target.kind === 'file' ? target.path : target.kind === 'missing' ? target.meant : null;
    if (to === null) return;
    const written = text.slice(range.start, range.end);
    const mention = odd === null && written === url.trim() ? nameIn(from, to, written, suffix, range.start) : null;
    if (mention) mentions.push(mention);
    else uncertain.set(to, from);
  }

  /** @param {SiteFile} file @param {ReturnType<typeof readPrecacheList>} entries */
  function readList(file, entries) {
    let { text } = textOf(file);
    for (const { url, start, revision } of entries) {
      const { target, suffix } = resolveUrl(url, file.path, paths);
      if (target.kind !== 'file') continue;
      const mention = nameIn(file.path, target.path, url, suffix, start);
      if (revision) revisions.push({ from: file.path, of: target.path, ...revision });
      if (!mention) continue;
      mentions.push(mention);
      text = text.slice(0, start) + ' '.repeat(url.length) + text.slice(start + url.length);
    }
    for (const named of filesNamedIn(unpackCode(text), [file.path], paths)) uncertain.set(named, file.path);
  }
}

/** Returns the web app manifests. @param {Linked['graph']} graph */
function findManifests({ references }) {
  const all = [...references.values()].flat();
  return new Set(all.flatMap(({ role, target }) => (role === 'manifest' && target.kind === 'file' ? target.path : [])));
}

/**
 * Returns the files that are named by a digest only in forms that can be updated. Code that a page names by its hash
 * cannot be.
 * @param {Site} site
 * @param {Linked['graph']} graph
 * @param {ReadonlyMap<SitePath, DigestPlace | null>} digestNames
 * @returns {Map<SitePath, Named>}
 */
function readSureDigests(site, { references }, digestNames) {
  const held = findIntegrityHashes(site).pages;
  const isInCode = (/** @type {Mention} */ { from, start }) =>
    held.has(from) && !references.get(from)?.some(({ range }) => range.start <= start && start < range.end);
  return new Map(
    [...readDigests(site, digestNames)].filter(
      ([, { mentions, unsure }]) => unsure === null && mentions.length > 0 && !mentions.some(isInCode),
    ),
  );
}

/** @param {Site} site @param {SitePath} path */
function typeAt({ files }, path) {
  return files.get(path)?.type ?? 'other';
}

/** @param {SiteFile} file */
function readManifest(file) {
  return [...textOf(file).text.matchAll(MANIFEST_FILE)].map(({ 0: all, 1: url, index }) => ({
    url,
    start: index + all.length - 1 - url.length,
    revision: null,
  }));
}

/**
 * Returns the range of the file's own name in a URL, null if it is written in another form.
 * @param {SitePath} from
 * @param {SitePath} to
 * @param {string} url
 * @param {string} suffix
 * @param {number} offset
 * @returns {Mention | null}
 */
function nameIn(from, to, url, suffix, offset) {
  const end = url.length - suffix.length;
  const start = url.lastIndexOf('/', end - 1) + 1;
  const isWhole = decodePath(url.slice(start, end)) === to.slice(to.lastIndexOf('/') + 1);
  return isWhole ? { from, to, start: offset + start, end: offset + end } : null;
}
