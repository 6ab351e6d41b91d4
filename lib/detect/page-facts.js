/** @import { Element, Page, ScriptFacts, Sheet, Site, SitePath, Text } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Part } from './live-code.js' */

import { endingsIn, mayName } from '../graph/script-names.js';
import { codeOf } from '../page/code.js';
import { readOnce } from '../read-once.js';
import { parseSheet } from '../style/parse-sheet.js';
import { decodeText } from '../text/encoding.js';
import { isBroken, liveText, readPart, splitCode } from './live-code.js';
import { composesNames, withoutCertain } from './named-images.js';
import { handlesImages, isLibrary, namesGivenBy, readsSources, walksImages } from './walks.js';

/**
 * Reads sheets and scripts of a site once, however many pages share them.
 * @param {Site} site
 * @param {Linked} linked
 */
export function openPageFacts(site, { graph, reads, seen }) {
  /** @type {Map<SitePath, Sheet[]>} */
  const sheets = new Map();
  /** @type {Map<SitePath, Part>} */
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
    const known = scripts.get(path) ?? readPart(Buffer.from(site.files.get(path)?.bytes ?? []).toString('latin1'));
    scripts.set(path, known);
    return known;
  };

  const namedBy = (/** @type {SitePath} */ path) => namedIn(reads.get(path)?.findings.protected ?? []);

  return {
    /** @param {Page} page @returns {Sheet[]} */
    sheetsOf: (page) => sheetsOf(page, graph.references.get(page.path) ?? [], sheetsAt),
    /** @param {Page} page @returns {ScriptFacts} */
    scriptsOf: (page) => scriptsOf(page, { graph, seen }, scriptAt, namedBy),
    /** @param {SitePath} sheet @returns {ScriptFacts} */
    scriptsBeside: (sheet) => scriptsBeside(sheet, graph, namedBy),
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
 * @param {Pick<Linked, 'graph' | 'seen'>} linkedSite
 * @param {(path: SitePath) => Part} scriptAt
 * @param {(path: SitePath) => ReadonlySet<SitePath>} namedBy
 * @returns {ScriptFacts}
 */
function scriptsOf(page, { graph, seen }, scriptAt, namedBy) {
  const paths = (graph.references.get(page.path) ?? []).flatMap(({ role, target }) =>
    role === 'script' && target.kind === 'file' ? target.path : [],
  );
  const linked = new Map(paths.map((path) => [path, scriptAt(path)]));
  const own = codeOf(page).map(({ text }) => readPart(text));
  const codes = [...linked.values(), ...own];
  const running = readOnce((/** @type {Part} */ code) =>
    !own.includes(code) && isBrokenCode(code) ? nothing : runningPart(code, codes),
  );
  const thatDo = (/** @type {(code: Pick<Part, 'text'>) => boolean} */ isSo) =>
    codes.filter((code) => isSo(code) && isSo(running(code)));
  // What the page and the scripts it fetches name, and not what other pages do; most of what it fetches names nothing.
  const naming = (graph.fetches.get(page.path) ?? [page.path])
    .map((from) => ({ named: namedBy(from), code: linked.get(from) }))
    .filter(({ named }) => named.size > 0);
  const isNamed = (/** @type {SitePath} */ path) =>
    naming.some(
      ({ named, code }) =>
        named.has(path) && (!code || running(code) === code || mayName(endingsOf(running(code)), path)),
    );
  const parts = () => codes.map(partsOf);
  const taking = thatDo(walksIn).map((code) => ({ code, ...withoutCertain(running(code).text, partsOf(code), parts) }));
  const walking = taking.flatMap(({ code, text }) => (walksImages(text) ? [code] : []));
  const lastTaken = Math.max(-1, ...taking.map(({ last }) => last));
  const asks = (/** @type {Part} */ one, /** @type {Part} */ other) =>
    namesOf(other).some((name) => (name.startsWith('.') ? membersIn(one) : one.words).has(name));
  // Images may be given to code that walking code asks, or that asks it.
  const mayBeGiven = (/** @type {Part} */ code) =>
    own.includes(code) ||
    walking.includes(code) ||
    (!isLibraryCode(code) && walking.some((one) => asks(one, code) || asks(code, one)));
  return Object.freeze({
    words: inAny([new Set(own.flatMap(({ words }) => [...words])), ...[...linked.values()].map(({ words }) => words)]),
    composes: (/** @type {string} */ name) => codes.some((code) => composesIn(code)(name)),
    classes: inAny(codes.flatMap(({ classes }) => (classes.size > 0 ? [classes] : []))),
    files: Object.freeze({ has: isNamed }),
    // Few rules ask, and scripts have to be taken apart for it.
    get linked() {
      return [...linked.values()].map((code) => running(code).text);
    },
    walksImages: walking.length > 0,
    lastImage: lastTaken < 0 ? -1 : numberedImage(page, lastTaken),
    readsSources: walking.length > 0 && thatDo(readsIn).some(mayBeGiven),
    handlesImages: walking.length > 0 && thatDo(handlesIn).some(mayBeGiven),
    swaps: seen.records.get(page.path)?.swaps ?? [],
  });
}

/**
 * What is said of files on the pages that fetch a sheet; scripts know nothing of its rules.
 * @param {SitePath} sheet
 * @param {Linked['graph']} graph
 * @param {(path: SitePath) => ReadonlySet<SitePath>} namedBy
 * @returns {ScriptFacts}
 */
function scriptsBeside(sheet, { fetches, usedBy }, namedBy) {
  const beside = new Set((usedBy.get(sheet) ?? []).flatMap((page) => fetches.get(page) ?? [page]));
  const none = Object.freeze({ words: new Set(), composes: () => false, classes: new Set(), linked: [] });
  const files = inAny([...beside].map(namedBy).filter(({ size }) => size > 0));
  return Object.freeze({
    ...none,
    files,
    lastImage: -1,
    walksImages: false,
    readsSources: false,
    handlesImages: false,
    swaps: [],
  });
}

/**
 * Where the image stands that has a number in `document.images`; behind all where it is not among them.
 * @param {Page} page
 * @param {number} number
 */
function numberedImage({ elements }, number) {
  const images = elements.filter(({ tag, inert, foreign }) => tag === 'img' && !inert && !foreign);
  return images[number]?.index ?? elements.length;
}

/** What of a script runs, as far as a page's other code tells. @param {Part} code @param {readonly Part[]} codes */
function runningPart(code, codes) {
  const parts = partsOf(code);
  if (parts.functions.length === 0) return code;
  const isSaidElsewhere = (/** @type {string} */ name) =>
    codes.some((other) => other !== code && other.words.has(name));
  return { text: liveText(parts, isSaidElsewhere) };
}

const walksIn = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => walksImages(text));
const readsIn = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => readsSources(text));
const handlesIn = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => handlesImages(text));
const namesOf = readOnce((/** @type {Part} */ code) => {
  const { functions, rest, isWhole } = partsOf(code);
  // What a function declares is its own.
  const inside = functions.flatMap(({ text }) => namesGivenBy(text.replace(/\b(?:var|let|const)\s/g, ' '), true));
  return [...new Set([...functions.map(({ name }) => name), ...namesGivenBy(rest.text, !isWhole), ...inside])];
});
/** What code asks of something that it has, as `namesGivenBy` writes it. */
const membersIn = readOnce(
  (/** @type {Part} */ { text }) =>
    new Set([...text.matchAll(/[.["'`]\s*([A-Za-z_$][\w$]*)/g)].map(([, name]) => `.${name}`)),
);
const composesIn = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => composesNames(text));
const isBrokenCode = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => isBroken(text));
const isLibraryCode = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => isLibrary(text));
const endingsOf = readOnce((/** @type {Pick<Part, 'text'>} */ { text }) => endingsIn(text));
const partsOf = readOnce((/** @type {Part} */ { text }) => splitCode(text));

const nothing = Object.freeze({ text: '' });

const namedIn = readOnce((/** @type {readonly SitePath[]} */ paths) => new Set(paths));

/**
 * What stands in one of several sets, without a copy of them for each page: those of scripts are large and shared.
 * @param {readonly ReadonlySet<string>[]} sets
 */
function inAny(sets) {
  return Object.freeze({ has: (/** @type {string} */ name) => sets.some((set) => set.has(name)) });
}

/** @param {Element} element */
function inlineTexts(element) {
  return /** @type {Text[]} */ (element.children.filter((child) => child.tag === '#text'));
}
