/** @import { Page } from '../types.ts' */

import { codeOf } from '../page/code.js';
import { detach } from '../text/detach.js';

/**
 * An image that code asks for before it is shown; `by`: the function it is given to, if that makes an image of it, and
 * `within`: the function that does so, if not the code itself.
 * @typedef {{ url: string, start: number, end: number, by: string | null, within: string | null }} Ahead
 *
 * What a document's code asks for, the functions it has that make images, and those that it calls as it loads.
 * @typedef {{ ahead: readonly Ahead[], makers: readonly string[], calls: readonly string[] }} AheadCode
 */

const NAMES_IMAGE = /\.(?:gif|jpe?g|png|webp|avif|svg|bmp)["']/i;
const NAMED_FUNCTION = /(?:\bfunction\s+([A-Za-z_$][\w$]*)|\b([A-Za-z_$][\w$]*)\s*=\s*function)\s*\([^()]*\)\s*\{/g;
const MAKES = /\bnew\s+Image\b/;
const AT_ONCE = /\(\s*new\s+Image\s*(?:\([^()]*\))?\s*\)\s*\.\s*src\s*=\s*(["'])([^"'\\\n]+)\1/g;
const MADE = /(?<![\w$.])([A-Za-z_$][\w$.]*(?:\[[^[\]]*\])?)\s*=\s*new\s+Image\b/g;
const CALL = new RegExp(
  String.raw`(?<![\w$.])(?=[A-Za-z_$])(?<!\bfunction\s+)([A-Za-z_$][\w$]*)\s*\(((?:\s*(?:\/\*[^*]*\*\/\s*)?` +
    String.raw`(["'])[^"'\\\n]*\3(?:\s*,)?)+)\s*\)`,
  'g',
);
const CALLED = /(?<![\w$.])(?=[A-Za-z_$])(?<!\bfunction\s+)([A-Za-z_$][\w$]*)\s*\(/g;
const IMAGE = /(["'])([^"'\\\n]+\.(?:gif|jpe?g|png|webp|avif|svg|bmp))\1/gi;

/** Code that asks for nothing. @type {AheadCode} */
export const NOTHING_AHEAD = Object.freeze({ ahead: [], makers: [], calls: [] });

/**
 * What the code of a page that runs as it loads asks for ahead.
 * @param {Page} page
 * @returns {AheadCode}
 */
export function readPageAhead(page) {
  const codes = codeOf(page).flatMap(({ element, attribute }) => {
    if (attribute && attribute.name !== 'onload') return [];
    const range = attribute ? attribute.valueRange : page.elements[element].children[0]?.range;
    // As it is written: offsets into a text with its line breaks made equal would lead elsewhere.
    return range ? [{ start: range.start, text: page.source.slice(range.start, range.end) }] : [];
  });
  const read = codes.map(({ start, text }) => ({ start, ...readAhead(text) }));
  return {
    ahead: read.flatMap(({ start: at, ahead }) =>
      ahead.map(({ start, end, ...one }) => ({ ...one, start: at + start, end: at + end })),
    ),
    makers: read.flatMap(({ makers }) => makers),
    calls: read.flatMap(({ calls }) => calls),
  };
}

/**
 * What code asks for ahead.
 * @param {string} code
 * @returns {AheadCode}
 */
export function readAhead(code) {
  const calls = [...new Set([...code.matchAll(CALLED)].map(([, name]) => detach(name)))];
  if (!MAKES.test(code) && !NAMES_IMAGE.test(code)) return { ...NOTHING_AHEAD, calls };
  const functions = listFunctions(code);
  const withinAt = (/** @type {number} */ at) =>
    functions.find(({ start, end }) => start <= at && at < end)?.name ?? null;
  /**
   * @param {number} at where the code starts that holds URLs
   * @param {string} text
   * @param {string | null} by
   * @returns {Ahead[]}
   */
  const imagesIn = (at, text, by) =>
    [...text.matchAll(IMAGE)].map(({ index, 2: url }) => {
      const start = at + index + 1;
      return { url: detach(url), start, end: start + url.length, by: by && detach(by), within: withinAt(at) };
    });
  const made = [...new Set([...code.matchAll(MADE)].map(([, name]) => name))].map(
    (name) =>
      new RegExp(`(?<![\\w$.])${name.replace(/[$.[\]"'+*()?]/g, '\\$&')}\\s*\\.\\s*src\\s*=\\s*["'][^"'\\n]+["']`, 'g'),
  );
  const own = [AT_ONCE, ...made].flatMap((pattern) =>
    [...code.matchAll(pattern)].flatMap(({ 0: text, index }) => imagesIn(index, text, null)),
  );
  const given = [...code.matchAll(CALL)].flatMap(({ 0: text, 1: name, index }) => imagesIn(index, text, name));
  const makers = functions
    .filter(({ start, end }) => MAKES.test(code.slice(start, end)))
    .map(({ name }) => detach(name));
  return { ahead: [...own, ...given], makers, calls };
}

/**
 * The functions of code that have a name and stand in no other.
 * @param {string} code
 */
function listFunctions(code) {
  /** @type {{ name: string, start: number, end: number }[]} */
  const found = [];
  for (const { 0: head, 1: declared, 2: assigned, index } of code.matchAll(NAMED_FUNCTION)) {
    if (index < (found.at(-1)?.end ?? 0)) continue;
    found.push({ name: detach(declared ?? assigned), start: index, end: endOfBlock(code, index + head.length) });
  }
  return found;
}

/** Where a block ends that was opened just before. @param {string} code @param {number} from */
function endOfBlock(code, from) {
  const marks = /[{}]/g;
  marks.lastIndex = from;
  let depth = 1;
  for (let mark = marks.exec(code); mark; mark = marks.exec(code)) {
    depth += mark[0] === '{' ? 1 : -1;
    if (depth === 0) return mark.index + 1;
  }
  return code.length;
}

/**
 * What a page asks for ahead: what code asks for that runs, and hands to a function which is there.
 * @template {AheadCode} C
 * @param {readonly C[]} codes of the page and the scripts that it fetches
 * @returns {{ code: C, ahead: Ahead }[]}
 */
export function listAhead(codes) {
  const makers = new Set(codes.flatMap((code) => code.makers));
  const runs = (/** @type {string | null} */ name) => name === null || codes.some(({ calls }) => calls.includes(name));
  return codes.flatMap((code) =>
    code.ahead.flatMap((ahead) =>
      (ahead.by === null || makers.has(ahead.by)) && runs(ahead.within) ? [{ code, ahead }] : [],
    ),
  );
}
