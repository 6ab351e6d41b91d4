/** @import { Findings, Graph, ImageUsage, Page, Site, SiteFile, SitePath, Warning } from '../types.ts' */

import { readPage } from '../page/read-page.js';
import { parseSheet } from '../style/parse-sheet.js';
import { decodeText } from '../util/encoding.js';
import { findPageReferences, findSheetReferences, findTextReferences } from './find-references.js';
import { indexPaths } from './resolve-url.js';
import { usagesOn } from './usage.js';
import { canApply, vocabularyOf } from './vocabulary.js';

/**
 * @typedef {import('./vocabulary.js').Vocabulary} Vocabulary
 * @typedef {{ graph: Graph, usage: ReadonlyMap<SitePath, readonly ImageUsage[]> }} Linked
 */

/** Texts beyond this are data; searching them for file names would take long and find nothing. */
const MOST_TEXT_BYTES = 8 * 1024 * 1024;

/**
 * Reads every document of a site once and says what leads where.
 * @param {Site} site
 * @param {(done: number, of: number) => void} [tick]
 * @returns {Linked}
 */
export function linkSite(site, tick = () => {}) {
  const all = [...site.files.keys()];
  const paths = indexPaths(all);
  /** @type {Map<SitePath, Findings>} */
  const findings = new Map();
  /** @type {Map<SitePath, Vocabulary>} */
  const vocabularies = new Map();
  /** @type {Map<SitePath, ImageUsage[]>} */
  const usage = new Map();
  /** @type {Warning[]} */
  const warnings = [...site.warnings];
  let done = 0;
  for (const file of site.files.values()) {
    if (file.type === 'html') {
      const { page, warning } = readPage(file);
      if (warning) warnings.push(warning);
      if (page) {
        const found = findPageReferences(page, paths, all);
        findings.set(file.path, found);
        vocabularies.set(file.path, vocabularyOf(page));
        for (const [path, uses] of usagesOn(page, found.references))
          usage.set(path, [...(usage.get(path) ?? []), ...uses]);
      } else findings.set(file.path, findTextReferences(file.path, latin1(file), paths, all));
    } else {
      const found = findOther(file, paths, all);
      if (found) findings.set(file.path, found);
    }
    tick(++done, all.length);
  }
  const ordered = [...findings].sort(([a], [b]) => (a < b ? -1 : 1));
  const fetches = collectFetches(site, findings, vocabularies);
  return {
    usage,
    graph: Object.freeze({
      references: new Map(ordered.map(([path, found]) => [path, found.references])),
      fetches,
      usedBy: invert(fetches),
      linked: new Set(ordered.flatMap(([, found]) => found.linked)),
      protected: new Set(ordered.flatMap(([, found]) => found.protected)),
      warnings: Object.freeze([...warnings, ...ordered.flatMap(([, found]) => found.warnings)]),
    }),
  };
}

/**
 * @param {SiteFile} file
 * @param {import('./resolve-url.js').Paths} paths
 * @param {readonly SitePath[]} all
 */
function findOther(file, paths, all) {
  if (file.type === 'css') {
    const source = decodeText(file.bytes)?.text ?? latin1(file);
    return findSheetReferences({ path: file.path, source }, paths);
  }
  if (file.type !== 'script' && file.type !== 'text') return null;
  return findTextReferences(file.path, latin1(file), paths, all);
}

/** @param {SiteFile} file */
function latin1(file) {
  const bytes = file.bytes.subarray(0, MOST_TEXT_BYTES);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/**
 * What each page fetches, frames, imported sheets and their pictures included.
 * @param {Site} site
 * @param {ReadonlyMap<SitePath, Findings>} findings
 * @param {ReadonlyMap<SitePath, Vocabulary>} vocabularies
 */
function collectFetches(site, findings, vocabularies) {
  /** @type {Map<SitePath, readonly SitePath[]>} */
  const fetches = new Map();
  const selectorsAt = sheetSelectors(site);
  for (const [page, vocabulary] of vocabularies) {
    const fetched = new Set([page]);
    for (const path of fetched) {
      const isSheet = site.files.get(path)?.type === 'css';
      for (const reference of findings.get(path)?.references ?? []) {
        if (!reference.fetched || reference.target.kind !== 'file') continue;
        const applies =
          !isSheet || reference.role === 'style' || canApply(selectorsAt(path, reference.range.start), vocabulary);
        if (applies) fetched.add(reference.target.path);
      }
    }
    fetches.set(page, Object.freeze([...fetched]));
  }
  return fetches;
}

/**
 * Looks up the selectors of the rule around an offset of a style sheet.
 * @param {Site} site
 * @returns {(path: SitePath, offset: number) => readonly string[]}
 */
function sheetSelectors(site) {
  /** @type {Map<SitePath, import('../types.ts').Sheet>} */
  const sheets = new Map();
  return (path, offset) => {
    let sheet = sheets.get(path);
    if (!sheet) {
      const decoded = decodeText(site.files.get(path)?.bytes ?? new Uint8Array());
      sheet = parseSheet(path, decoded?.text ?? '', decoded?.encoding ?? { name: 'utf-8', bom: false });
      sheets.set(path, sheet);
    }
    return sheet.rules.find(({ range }) => range.start <= offset && offset < range.end)?.selectors ?? [];
  };
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
