/** @import { ScriptFacts } from '../types.ts' */
/** @import { Element, Page, Sheet, Site, SiteFile, SitePath, Text } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { ImageCode } from './image-code.js' */
/** @import { Code, Part, SplitCode } from './live-code.js' */
/** @import { Memo } from '../../base/memo.js' */

import { digestOf, digestOnce } from '../../base/digest.js';
import { NO_MEMO } from '../../base/memo.js';
import { readOnce } from '../../base/read-once.js';
import { endingsIn, mayName } from '../../site/graph/script-names.js';
import { isText } from '../../site/page/tree.js';
import { parseSheet } from '../../site/style/parse-sheet.js';
import { decodeText } from '../../site/text/encoding.js';
import { composesName, saysOdd } from './code-names.js';
import { isBroken, liveParts, readCode, recallCode, wordsOf } from './live-code.js';
import { numbersTaken } from './named-images.js';
import { handlesImages, readsSources, walksImages } from './walks.js';

/**
 * Facts about the scripts of a document that do not depend on its elements. `lastTaken`: the highest number with which
 * a script takes an image, -1 if none does; `digestFiles` names the content of `files`.
 * @typedef {Omit<ScriptFacts, 'lastImage'> & { lastTaken: number, digestFiles: () => string }} CodeFacts
 */

/** Max cached code snippets of pages, with a few hundred characters each. */
const MAX_INLINE = 1000;

/**
 * Reads sheets and scripts of a site once, also if several pages share them.
 * @param {Site} site
 * @param {Linked} linked
 * @param {Memo} [memo] keeps the parts of scripts
 */
export function openPageFacts(site, { graph, reads, seen }, memo = NO_MEMO) {
  /** @type {Map<SitePath, Sheet[]>} */
  const sheets = new Map();
  /** @type {Map<SitePath, Code>} */
  const scripts = new Map();
  /** @type {Map<string, Code>} */
  const inline = new Map();

  /** @param {SitePath} path @returns {Sheet[]} */
  const sheetsAt = (path) => {
    const known = sheets.get(path);
    if (known) return known;
    sheets.set(path, []);
    const decoded = decodeText(site.files.get(path)?.bytes ?? new Uint8Array());
    const imported = (graph.references.get(path) ?? []).flatMap(({ role, target }) =>
      role === 'style' && target.kind === 'file' ? sheetsAt(target.path) : [],
    );
    const found = keepLast(decoded ? [...imported, parseSheet(path, decoded.text, decoded.encoding)] : imported);
    sheets.set(path, found);
    return found;
  };

  /** The same few lines are on every page of a site. @param {string} text */
  const codeIn = (text) => {
    const known = inline.get(text) ?? readCode(text);
    if (inline.size >= MAX_INLINE) inline.clear();
    inline.set(text, known);
    return known;
  };

  /** @param {SitePath} path */
  const scriptAt = (path) => {
    const known = scripts.get(path) ?? readScript(site.files.get(path), memo);
    scripts.set(path, known);
    return known;
  };

  const namedBy = (/** @type {SitePath} */ path) => namedIn(reads.get(path)?.findings.protected ?? []);

  return {
    /** @param {Page} page @returns {Sheet[]} */
    sheetsOf: (page) => sheetsOf(page, graph.references.get(page.path) ?? [], sheetsAt),
    /**
     * Returns the facts about the scripts of a page that do not depend on its elements.
     * @param {SitePath} page @param {readonly string[]} own code in the page @returns {CodeFacts}
     */
    codeFactsOf: (page, own) => codeFactsOf({ page, own }, { graph, seen }, { scriptAt, codeIn, namedBy }),
    /** @param {SitePath} sheet @returns {CodeFacts} */
    codeFactsBeside: (sheet) => codeFactsBeside(sheet, graph, namedBy),
  };
}

/**
 * Reads a script, or recalls its parts: parsing the scripts of one changed page can take longer than all else.
 * @param {SiteFile | undefined} file @param {Memo} memo
 */
function readScript(file, memo) {
  if (!file) return readCode('');
  const key = `code ${file.hash}`;
  return recallCode(Buffer.from(file.bytes).toString('latin1'), (split) => {
    const known = /** @type {SplitCode | null | undefined} */ (memo.recall('detect', key));
    if (known !== undefined) return known;
    const found = split();
    memo.keep('detect', key, found);
    return found;
  });
}

/**
 * Keeps the last place of each sheet: an earlier import of the same sheet has no effect. Sheets that import each other
 * would otherwise multiply.
 * @param {readonly Sheet[]} list
 */
function keepLast(list) {
  return [...new Set(list.toReversed())].reverse();
}

/**
 * @param {Page} page
 * @param {readonly import('../../site/types.ts').Reference[]} references
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
 * @param {{ page: SitePath, own: readonly string[] }} document
 * @param {Pick<Linked, 'graph' | 'seen'>} linkedSite
 * @param {{ scriptAt: (path: SitePath) => Code, codeIn: (text: string) => Code, namedBy: (path: SitePath) =>
 *   ReadonlySet<SitePath> }} readers
 * @returns {CodeFacts}
 */
function codeFactsOf({ page, own: texts }, { graph, seen }, { scriptAt, codeIn, namedBy }) {
  const paths = (graph.references.get(page) ?? []).flatMap(({ role, target }) =>
    role === 'script' && target.kind === 'file' ? target.path : [],
  );
  const linked = new Map(paths.map((path) => [path, scriptAt(path)]));
  const own = texts.map(codeIn);
  const codes = [...linked.values(), ...own];
  const running = readOnce((/** @type {Code} */ code) =>
    !own.includes(code) && isBrokenCode(code) ? [] : runningParts(code, codes),
  );
  const textOf = readOnce((/** @type {Code} */ code) => ({
    text: running(code)
      .map(({ text }) => text)
      .join('\n'),
  }));
  // Only names in the page and its scripts count, not those of other pages. Most fetched files contain no names.
  const naming = (graph.fetches.get(page) ?? [page])
    .map((from) => ({ named: namedBy(from), code: linked.get(from) }))
    .filter(({ named }) => named.size > 0);
  // Null: all of the code runs.
  const endingsLeft = (/** @type {Code | undefined} */ code) =>
    !code || running(code).length === code.parts.length ? null : endingsOf(textOf(code));
  const isNamed = (/** @type {SitePath} */ path) =>
    naming.some(({ named, code }) => {
      const endings = named.has(path) ? endingsLeft(code) : [];
      return endings === null || mayName(endings, path);
    });
  const { walking, lastTaken } = findWalking(codes, running);
  const thatDo = (/** @type {(parts: readonly ImageCode[]) => boolean} */ isSo) =>
    codes.filter((code) => isSo(imagesIn(code.parts)) && isSo(imagesIn(running(code))));
  const asks = (/** @type {Code} */ one, /** @type {Code} */ other) =>
    offersOf(other).some((name) => (name.startsWith('.') ? membersIn(one) : wordsOf(one)).has(name));
  // Code that iterates over images may call other code with them, or be called by it.
  const mayBeGiven = (/** @type {Code} */ code) =>
    own.includes(code) ||
    walking.includes(code) ||
    (!isLibrary(code) && walking.some((one) => asks(one, code) || asks(code, one)));
  return Object.freeze({
    words: inAny([new Set(own.flatMap((code) => [...wordsOf(code)])), ...[...linked.values()].map(wordsOf)]),
    composes: (/** @type {string} */ name) => codes.some((code) => composesIn(code, name) || saysOdd(code, name)),
    assembles: (/** @type {string} */ name) => codes.some((code) => composesIn(code, name)),
    classes: inAny(
      codes.flatMap(({ parts }) => parts.map(({ names }) => names.classes)).filter(({ size }) => size > 0),
    ),
    files: Object.freeze({ has: isNamed }),
    digestFiles: () => digestOf(naming.map(({ named, code }) => [digestOnce(named), endingsLeft(code)])),
    says: (/** @type {string | RegExp} */ wanted) =>
      [...linked.values()].some((code) => isIn(textOf(code).text, wanted)),
    walksImages: walking.length > 0,
    lastTaken,
    readsSources: walking.length > 0 && thatDo(readsSources).some(mayBeGiven),
    handlesImages: walking.length > 0 && thatDo(handlesImages).some(mayBeGiven),
    swaps: seen.records.get(page)?.swaps ?? [],
    images: seen.records.get(page)?.images ?? null,
  });
}

/**
 * Returns the code that iterates over a page's images, and the highest number with which other code takes one, -1 if
 * none does.
 * @param {readonly Code[]} codes
 * @param {(code: Code) => readonly Part[]} running
 */
function findWalking(codes, running) {
  const taking = codes.filter(({ parts }) => parts.some(({ images }) => images.keys.length > 0));
  const numbers = new Map(taking.map((code) => [code, numbersTaken(running(code), () => codes)]));
  const walking = codes.filter(
    (code) => numbers.get(code) === null || (walksImages(imagesIn(code.parts)) && walksImages(imagesIn(running(code)))),
  );
  return { walking, lastTaken: Math.max(-1, ...[...numbers.values()].flatMap((said) => said ?? [])) };
}

/**
 * Returns the files that scripts of the pages with a sheet name. Scripts cannot read the sheet's rules.
 * @param {SitePath} sheet
 * @param {Linked['graph']} graph
 * @param {(path: SitePath) => ReadonlySet<SitePath>} namedBy
 * @returns {CodeFacts}
 */
function codeFactsBeside(sheet, { fetches, usedBy }, namedBy) {
  const beside = new Set((usedBy.get(sheet) ?? []).flatMap((page) => fetches.get(page) ?? [page]));
  const never = () => false;
  const none = Object.freeze({ words: new Set(), composes: never, assembles: never, classes: new Set(), says: never });
  const named = [...beside].map(namedBy).filter(({ size }) => size > 0);
  return Object.freeze({
    ...none,
    files: inAny(named),
    digestFiles: () => digestOf(named.map(digestOnce)),
    lastTaken: -1,
    walksImages: false,
    readsSources: false,
    handlesImages: false,
    swaps: [],
    images: null,
  });
}

/**
 * Returns the parts of a script that run, judged by the page's other code.
 * @param {Code} code @param {readonly Code[]} codes
 */
function runningParts(code, codes) {
  if (code.parts.length === 1) return code.parts;
  return liveParts(code.parts, (name) => codes.some((other) => other !== code && wordsOf(other).has(name)));
}

const imagesIn = readOnce((/** @type {readonly Part[]} */ parts) => parts.map(({ images }) => images));
const offersOf = readOnce((/** @type {Code} */ { parts }) => [
  ...new Set(parts.flatMap(({ name, names }) => [...(name === null ? [] : [name]), ...names.offers])),
]);
/** Returns the members that code reads, in the form of `offers`. */
const membersIn = readOnce(
  (/** @type {Code} */ { text }) =>
    new Set([...text.matchAll(/[.["'`]\s*([A-Za-z_$][\w$]*)/g)].map(([, name]) => `.${name}`)),
);
const isBrokenCode = readOnce((/** @type {Code} */ { text }) => isBroken(text));
const endingsOf = readOnce((/** @type {{ text: string }} */ { text }) => endingsIn(text));

/** @param {Code} code */
function isLibrary({ parts }) {
  return parts.some(({ names }) => names.isLibrary);
}

/** @param {Code} code @param {string} name */
function composesIn({ parts }, name) {
  return parts.some(({ names }) => composesName(names, name));
}

/** @param {string} text @param {string | RegExp} wanted */
function isIn(text, wanted) {
  return typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text);
}

const namedIn = readOnce((/** @type {readonly SitePath[]} */ paths) => new Set(paths));

/**
 * Returns a view of the union of several sets. Sets of scripts are large and shared, so they are not copied per page.
 * @param {readonly ReadonlySet<string>[]} sets
 */
function inAny(sets) {
  return Object.freeze({ has: (/** @type {string} */ name) => sets.some((set) => set.has(name)) });
}

/** @param {Element} element */
function inlineTexts(element) {
  return element.children.filter(isText);
}
