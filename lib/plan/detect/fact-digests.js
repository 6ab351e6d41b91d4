/**
 * @import { Reading } from '../../base/traced-map.js'
 * @import { Facts } from '../types.ts'
 * @import { Site, SitePath } from '../../site/types.ts'
 * @import { Linked } from '../../site/graph/build-graph.js'
 * @import { NameKind } from '../../site/style/selector-names.js'
 */

import { digestOf, digestOfPlain, digestOnce } from '../../base/digest.js';
import { hasUrlVariables } from '../../site/style/url-variables.js';
import { decodeText } from '../../site/text/encoding.js';

/**
 * A fact of a document that rules read, or the part of it that they read.
 * @typedef {{ fact: keyof Facts } & (Reading | { part: 'fact' })} FactReading
 *
 * Facts that are maps of the whole site.
 * @typedef {Pick<Facts, 'images' | 'usage' | 'behind' | 'backgrounds' | 'sizes' | 'boxes' | 'fonts' |
 *   'firstScreens'>} SiteMaps
 *
 * @typedef {{ site: Site, linked: Linked, maps: SiteMaps, names: Facts['names'], imports: Facts['imports'],
 *   texts: () => readonly string[], exceeds: (maxBytes: number, path: SitePath, isPage: boolean) => boolean,
 *   pageFacts: ReturnType<typeof import('./page-facts.js').openPageFacts> }} FactSources
 */

/**
 * Opens the digests of facts: while a digest is the same, a rule that read nothing else of the facts proposes the same.
 * None of them needs the document itself, so a page whose digests are the same is not parsed.
 * @param {FactSources} sources
 * @returns {(document: SitePath, reading: FactReading) => string}
 */
export function openFactDigests(sources) {
  const { linked, maps, names, imports } = sources;
  const { references, fetches, onRoutes, follows } = linked.graph;
  const digestScripts = openScriptDigests(sources);
  const digestSheets = openFileDigests(sources.site);
  const digestSheet = openSheetDigests(sources);
  const isNamingUrls = openUrlVariables(sources.site);
  /** @type {string | null} */
  let texts = null;
  /** @type {Partial<Record<keyof Facts, (document: SitePath) => string>>} */
  const wholeFacts = {
    references: (document) => digestOfPlain(references.get(document)),
    fetches: (document) => digestOfPlain(fetches.get(document)),
    onRoutes: (document) => digestOfPlain(onRoutes.get(document)),
    follows: (document) => digestOfPlain(follows.get(document)),
    firstFonts: (document) => digestIfAny(linked.firstFonts.get(document)),
    idle: (document) => digestIfAny(linked.seen.records.get(document)?.idle),
    lateFrames: (document) => digestIfAny(linked.seen.records.get(document)?.lateFrames),
    sheets: (document) => digestSheets(sheetsBeside(linked, document)),
    urlVariables: (document) => String(sheetsBeside(linked, document).some(isNamingUrls)),
    scripts: digestScripts,
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
    if (fact === 'exceeds') {
      const [maxBytes, path] = JSON.parse(key);
      return String(sources.exceeds(maxBytes, path ?? document, path === null));
    }
    if (fact === 'sheetAt') return digestSheet(key);
    if (fact === 'imports') return digestOf(imports(key));
    const map = maps[/** @type {keyof SiteMaps} */ (fact)];
    if (part === 'value') return digestValue(map.get(key));
    return part === 'keys' ? digestKeys(map) : digestOnce(map);
  };
}

/**
 * Returns the key of the question if a file has more bytes, or if the page and its files do.
 * @param {number} maxBytes @param {SitePath | null} path null: the page and its files
 */
export function keyOfExcess(maxBytes, path) {
  return JSON.stringify([maxBytes, path]);
}

/** @type {WeakMap<object, string>} */
const digestsOfKeys = new WeakMap();

/** @param {ReadonlyMap<string, unknown>} map */
function digestKeys(map) {
  const digest = digestsOfKeys.get(map) ?? digestOf([...map.keys()]);
  digestsOfKeys.set(map, digest);
  return digest;
}

const NO_BYTES = new Uint8Array(0);

/** The digest of facts that only visited pages have. */
const NONE = digestOf(undefined);

/** @param {unknown} value */
function digestIfAny(value) {
  return value === undefined ? NONE : digestOf(value);
}

/** @param {unknown} value */
function digestValue(value) {
  return typeof value === 'object' && value !== null ? digestOnce(value) : String(value);
}

/**
 * Lists the style sheets that apply to a document, except those in its own source.
 * @param {Linked} linked @param {SitePath} document
 */
function sheetsBeside({ graph }, document) {
  const found = new Set([document]);
  for (const path of found) {
    for (const { role, target } of graph.references.get(path) ?? [])
      if (role === 'style' && target.kind === 'file') found.add(target.path);
  }
  return [...found].slice(1);
}

/** Returns a function that tells whether a custom property of a sheet contains a URL. @param {Site} site */
function openUrlVariables({ files }) {
  /** @type {Map<SitePath, boolean>} */
  const known = new Map();
  return (/** @type {SitePath} */ path) => {
    const found = known.get(path) ?? hasUrlVariables(decodeText(files.get(path)?.bytes ?? NO_BYTES)?.text ?? '');
    known.set(path, found);
    return found;
  };
}

/**
 * Returns a function that digests what decides a style sheet on the pages that link it: its file, and the sheets that
 * import it as well.
 * @param {FactSources} sources
 */
function openSheetDigests({ site: { files }, linked }) {
  /** @type {Map<SitePath, SitePath[]> | null} */
  let importers = null;
  return (/** @type {SitePath} */ path) => {
    importers ??= listImporters(files, linked);
    return digestOf([files.get(path)?.hash, importers.get(path) ?? []]);
  };
}

/** Returns the sheets that import each sheet. @param {Site['files']} files @param {Linked} linked */
function listImporters(files, { graph }) {
  /** @type {Map<SitePath, SitePath[]>} */
  const importers = new Map();
  for (const [path, references] of graph.references) {
    if (files.get(path)?.type !== 'css') continue;
    for (const { role, target } of references)
      if (role === 'style' && target.kind === 'file')
        importers.set(target.path, [...(importers.get(target.path) ?? []), path]);
  }
  return importers;
}

/**
 * Returns a function that digests what decides the facts about scripts: the scripts, the files that they and the page
 * name, and what a visit saw.
 * @param {FactSources} sources
 */
function openScriptDigests({ site, linked: { graph, seen, reads } }) {
  const digestFiles = openFileDigests(site);
  const namedBy = (/** @type {SitePath} */ path) => reads.get(path)?.findings.protected ?? [];
  const digestNamed = keepDigests((paths) => digestOf(paths.map((path) => [path, digestOnce(namedBy(path))])));
  const isNaming = (/** @type {SitePath} */ path) => namedBy(path).length > 0;
  return (/** @type {SitePath} */ document) => {
    if (!graph.fetches.has(document)) {
      const near = new Set((graph.usedBy.get(document) ?? []).flatMap((page) => graph.fetches.get(page) ?? [page]));
      return digestNamed([...near].filter(isNaming).sort());
    }
    const scripts = (graph.references.get(document) ?? []).flatMap(({ role, target }) =>
      role === 'script' && target.kind === 'file' ? target.path : [],
    );
    const named = digestNamed((graph.fetches.get(document) ?? [document]).filter(isNaming));
    const record = seen.records.get(document);
    return `${digestFiles(scripts)} ${named}${record ? digestOf([record.swaps, record.images]) : ''}`;
  };
}

/** Returns a function that digests files by their paths and bytes. @param {Site} site */
function openFileDigests({ files }) {
  return keepDigests((paths) => digestOf(paths.map((path) => [path, files.get(path)?.hash])));
}

/**
 * Returns a function that digests lists of paths, each list once: many documents have the same.
 * @param {(paths: readonly SitePath[]) => string} digest
 */
function keepDigests(digest) {
  /** @type {Map<string, string>} */
  const known = new Map();
  return (/** @type {readonly SitePath[]} */ paths) => {
    const key = paths.join('\n');
    const found = known.get(key) ?? digest(paths);
    known.set(key, found);
    return found;
  };
}
