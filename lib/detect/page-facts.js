/** @import { Element, Page, ScriptFacts, Sheet, Site, SitePath, Text } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */

import { codeOf } from '../page/code.js';
import { readOnce } from '../read-once.js';
import { parseSheet } from '../style/parse-sheet.js';
import { decodeText } from '../text/encoding.js';

const WALKS =
  /\bdocument\s*\.\s*images\b|getElementsByTagName(?:NS)?\s*\(\s*["'`](?:img|\*)["'`]|querySelector(?:All)?\s*\(\s*["'`][^"'`]*\bimg\b|\$\(\s*["'`][^"'`]*\bimg\b/i;
/** Old scripts ask whether a browser has images that can change, before they change one that they name. */
const ASKS = /\bif\s*\(\s*document\s*\.\s*images\s*(?=\)|&&)/gi;
const WORDS = /[A-Za-z_$][\w$-]*/g;

/**
 * Reads sheets and scripts of a site once, however many pages share them.
 * @param {Site} site
 * @param {Linked} linked
 */
export function openPageFacts(site, { graph, reads }) {
  /** @type {Map<SitePath, Sheet[]>} */
  const sheets = new Map();
  /** @type {Map<SitePath, Code>} */
  const scripts = new Map();

  /** @param {SitePath} path @returns {Sheet[]} */
  const sheetsAt = (path) => {
    const known = sheets.get(path);
    if (known) return known;
    sheets.set(path, []);
    const decoded = decodeText(site.files.get(path)?.bytes ?? new Uint8Array());
    const imported = (graph.references.get(path) ?? []).flatMap(({ role, target }) =>
      role === 'style' && target.kind === 'file' ? sheetsAt(target.path) : [],
    );
    const found = decoded ? [...imported, parseSheet(path, decoded.text, decoded.encoding)] : imported;
    sheets.set(path, found);
    return found;
  };

  /** @param {SitePath} path */
  const scriptAt = (path) => {
    const known = scripts.get(path) ?? readCode(Buffer.from(site.files.get(path)?.bytes ?? []).toString('latin1'));
    scripts.set(path, known);
    return known;
  };

  /** What the page and the scripts it fetches name, and not what other pages do. @param {SitePath} page */
  const filesNamedBy = (page) =>
    inAny((graph.fetches.get(page) ?? [page]).map((path) => namedIn(reads.get(path)?.findings.protected ?? [])));

  return {
    /** @param {Page} page @returns {Sheet[]} */
    sheetsOf: (page) => sheetsOf(page, graph.references.get(page.path) ?? [], sheetsAt),
    /** @param {Page} page @returns {ScriptFacts} */
    scriptsOf: (page) => scriptsOf(page, graph.references.get(page.path) ?? [], scriptAt, filesNamedBy(page.path)),
  };
}

/**
 * @param {Page} page
 * @param {readonly import('../types.ts').Reference[]} references
 * @param {(path: SitePath) => Sheet[]} sheetsAt
 */
function sheetsOf(page, references, sheetsAt) {
  const linked = new Map(
    references.flatMap(({ element, role, target }) =>
      role === 'style' && element !== null && target.kind === 'file' ? [[element, target.path]] : [],
    ),
  );
  return page.elements.flatMap((element) => {
    const path = linked.get(element.index);
    if (path !== undefined && element.tag === 'link') return sheetsAt(path);
    if (element.tag !== 'style') return [];
    const imported = references
      .filter((reference) => reference.element === element.index && reference.role === 'style')
      .flatMap(({ target }) => (target.kind === 'file' ? sheetsAt(target.path) : []));
    return [
      ...imported,
      ...inlineTexts(element).map((text) => parseSheet(page.path, text.text, page.encoding, text.range.start)),
    ];
  });
}

/**
 * @param {Page} page
 * @param {readonly import('../types.ts').Reference[]} references
 * @param {(path: SitePath) => Code} scriptAt
 * @param {ScriptFacts['files']} files
 * @returns {ScriptFacts}
 */
function scriptsOf(page, references, scriptAt, files) {
  const linked = references.flatMap(({ role, target }) =>
    role === 'script' && target.kind === 'file' ? [scriptAt(target.path)] : [],
  );
  const own = codeOf(page).map(({ text }) => readCode(text));
  return Object.freeze({
    words: inAny([new Set(own.flatMap(({ words }) => [...words])), ...linked.map(({ words }) => words)]),
    files,
    walksImages: [...linked, ...own].some(({ walksImages }) => walksImages),
  });
}

const namedIn = readOnce((/** @type {readonly SitePath[]} */ paths) => new Set(paths));

/**
 * What stands in one of several sets, without a copy of them for each page: those of scripts are large and shared.
 * @param {readonly ReadonlySet<string>[]} sets
 */
function inAny(sets) {
  return Object.freeze({ has: (/** @type {string} */ name) => sets.some((set) => set.has(name)) });
}

/**
 * @typedef {{ words: ReadonlySet<string>, walksImages: boolean }} Code
 * @param {string} text
 * @returns {Code}
 */
function readCode(text) {
  return { words: new Set(text.match(WORDS)), walksImages: WALKS.test(text.replace(ASKS, '')) };
}

/** @param {Element} element */
function inlineTexts(element) {
  return /** @type {Text[]} */ (element.children.filter((child) => child.tag === '#text'));
}
