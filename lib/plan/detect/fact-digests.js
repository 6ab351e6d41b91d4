/**
 * @import { Reading } from '../../base/traced-map.js'
 * @import { Facts } from '../types.ts'
 * @import { Site, SitePath } from '../../site/types.ts'
 * @import { Linked } from '../../site/graph/build-graph.js'
 * @import { NameKind } from '../../site/style/selector-names.js'
 */

import { digestOf, digestOfPlain, digestOnce } from '../../base/digest.js';

/**
 * A fact of a document that rules read, or the part of it that they read.
 * @typedef {{ fact: keyof Facts } & (Reading | { part: 'fact' })} FactReading
 *
 * Facts that are maps of the whole site.
 * @typedef {Pick<Facts, 'images' | 'usage' | 'behind' | 'sizes' | 'boxes' | 'fonts' | 'firstScreens'>} SiteMaps
 *
 * @typedef {{ site: Site, linked: Linked, maps: SiteMaps, names: Facts['names'], imports: Facts['imports'],
 *   texts: () => readonly string[] }} FactSources
 */

/**
 * Opens the digests of facts: while a digest is the same, a rule that read nothing else of the facts proposes the same.
 * None of them needs the document itself, so a page whose digests are the same is not parsed.
 * @param {FactSources} sources
 * @returns {(document: SitePath, reading: FactReading) => string}
 */
export function openFactDigests(sources) {
  const { linked, maps, names, imports } = sources;
  const { references, fetches, follows } = linked.graph;
  const namedBy = openNamed(linked);
  /** @type {string | null} */
  let texts = null;
  /** @type {Partial<Record<keyof Facts, (document: SitePath) => string>>} */
  const wholeFacts = {
    references: (document) => digestOfPlain(references.get(document)),
    fetches: (document) => digestOfPlain(fetches.get(document)),
    follows: (document) => digestOfPlain(follows.get(document)),
    firstFonts: (document) => digestOf(linked.firstFonts.get(document)),
    idle: (document) => digestOfPlain(linked.seen.records.get(document)?.idle),
    lateFrames: (document) => digestOfPlain(linked.seen.records.get(document)?.lateFrames),
    sheets: (document) => digestSheets(document, sources),
    scripts: (document) => digestScripts(document, sources, namedBy),
    texts: () => {
      texts ??= digestOf(sources.texts());
      return texts;
    },
  };
  return (document, reading) => {
    const { fact, part } = reading;
    if (part === 'fact') return wholeFacts[fact]?.(document) ?? '';
    const key = part === 'value' ? reading.key : '';
    if (fact === 'names') {
      const [kind, name] = key.split(' ');
      return String(names(/** @type {NameKind} */ (kind), name));
    }
    if (fact === 'imports') return digestOf(imports(key));
    const map = maps[/** @type {keyof SiteMaps} */ (fact)];
    if (part === 'value') return digestValue(map.get(key));
    return part === 'keys' ? digestKeys(map) : digestOnce(map);
  };
}

/** @type {WeakMap<object, string>} */
const digestsOfKeys = new WeakMap();

/** @param {ReadonlyMap<string, unknown>} map */
function digestKeys(map) {
  const digest = digestsOfKeys.get(map) ?? digestOf([...map.keys()]);
  digestsOfKeys.set(map, digest);
  return digest;
}

/** @param {unknown} value */
function digestValue(value) {
  return typeof value === 'object' && value !== null ? digestOnce(value) : String(value);
}

/**
 * Returns the digest of the style sheets that apply to a document, except those in its own source.
 * @param {SitePath} document @param {FactSources} sources
 */
function digestSheets(document, { site, linked }) {
  const found = new Set([document]);
  for (const path of found) {
    for (const { role, target } of linked.graph.references.get(path) ?? [])
      if (role === 'style' && target.kind === 'file') found.add(target.path);
  }
  return digestOf([...found].slice(1).map((path) => [path, site.files.get(path)?.hash]));
}

/**
 * Returns a function that describes the files which a file names for scripts, once for each file.
 * @param {Linked} linked
 */
function openNamed({ reads }) {
  /** @type {Map<SitePath, readonly string[]>} */
  const known = new Map();
  return (/** @type {SitePath} */ path) => {
    const former = known.get(path);
    if (former) return former;
    const named = reads.get(path)?.findings.protected ?? [];
    const described = named.length > 0 ? [path, digestOnce(named)] : [];
    known.set(path, described);
    return described;
  };
}

/**
 * Returns the digest of what decides the facts about scripts: the scripts, the files that they and the page name, and
 * what a visit saw.
 * @param {SitePath} document @param {FactSources} sources @param {ReturnType<typeof openNamed>} namedBy
 */
function digestScripts(document, { site, linked: { graph, seen } }, namedBy) {
  if (!graph.fetches.has(document)) {
    const near = new Set((graph.usedBy.get(document) ?? []).flatMap((page) => graph.fetches.get(page) ?? [page]));
    return digestOf([...near].sort().flatMap(namedBy));
  }
  const scripts = (graph.references.get(document) ?? []).flatMap(({ role, target }) =>
    role === 'script' && target.kind === 'file' ? [target.path, site.files.get(target.path)?.hash] : [],
  );
  const { swaps, images } = seen.records.get(document) ?? { swaps: [], images: null };
  const named = (graph.fetches.get(document) ?? [document]).map(namedBy);
  return digestOf([scripts, named, swaps, images]);
}
