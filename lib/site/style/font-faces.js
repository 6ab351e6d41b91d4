import { detach } from '../text/detach.js';
import { scanUrls } from './scan-urls.js';
import { splitList } from './split-list.js';
import { unescapeCss } from './unescape-css.js';

/** @import { Range } from '../types.ts' */

/**
 * A font that a sheet offers; `chosen` is the start of the URL that a current browser chooses, if there is one.
 * @typedef {object} Face
 * @property {Range} range the whole rule, in its document
 * @property {number} bodyStart start of the text between its braces
 * @property {string} body
 * @property {Range | null} src the last value of the property, which is the effective one
 * @property {Range | null} unicodeRange
 * @property {string} family
 * @property {readonly [number, number]} weights
 * @property {boolean} isItalic
 * @property {readonly (readonly [number, number])[]} ranges
 * @property {readonly number[]} urls
 * @property {number | null} chosen
 */

const FACE = /@font-face\s*\{([^{}]*)\}/gi;
const UNKNOWN_FORMAT = /format\(\s*["']?(?:embedded-opentype|svg)\b/i;

/**
 * Returns the fonts that a style sheet offers.
 * @param {string} css
 * @param {number} [offset] start of the sheet in its document
 * @returns {Face[]}
 */
export function readFaces(css, offset = 0) {
  return [...css.matchAll(FACE)].map(({ 0: all, 1: body, index }) => {
    const from = offset + index + all.indexOf(body, all.indexOf('{'));
    const said = (/** @type {string} */ name) =>
      [...body.matchAll(new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*([^;]*)`, 'gi'))].at(-1);
    const text = (/** @type {string} */ name) => said(name)?.[1].trim().toLowerCase() ?? '';
    const source = said('src');
    const range = said('unicode-range');
    const start = from + (source ? source.index + source[0].length - source[1].length : 0);
    return {
      range: { start: offset + index, end: offset + index + all.length },
      bodyStart: from,
      body: detach(body),
      unicodeRange: range ? spanOf(range, from) : null,
      src: source ? spanOf(source, from) : null,
      family: detach(familyIn(text('font-family'))),
      weights: weightsOf(text('font-weight')),
      isItalic: /italic|oblique/.test(text('font-style')),
      ranges: rangesOf(text('unicode-range')),
      urls: scanUrls(body).map((url) => from + url.start),
      chosen: source ? choose(source[1], start) : null,
    };
  });
}

/**
 * Returns the start of the URL of the first source that a browser supports, null if there is none, or if it is a data
 * URL.
 * @param {string} sources
 * @param {number} start
 */
function choose(sources, start) {
  let at = start;
  for (const source of splitList(sources)) {
    const [url] = scanUrls(source);
    if (url && !UNKNOWN_FORMAT.test(source)) return /^\s*data:/i.test(url.url) ? null : at + url.start;
    at += source.length + 1;
  }
  return null;
}

/** Returns the name of a family as browsers compute it: minifiers write quotes as escapes. @param {string} text */
function familyIn(text) {
  const quoted = /^(["'])([\s\S]*)\1$/.exec(text);
  return (quoted ? unescapeCss(quoted[2]) : unescapeCss(text).replaceAll(/\s+/g, ' ')).toLowerCase();
}

/** @param {string} text @returns {[number, number]} */
function weightsOf(text) {
  const numbers = text.match(/\d+/g)?.map(Number) ?? [text === 'bold' ? 700 : 400];
  return [numbers[0], numbers.at(-1) ?? numbers[0]];
}

/** @param {string} text @returns {[number, number][]} */
function rangesOf(text) {
  return [...text.matchAll(/u\+([0-9a-f]*)(\?*)(?:-([0-9a-f]+))?/gi)].map(([, digits, wild, last]) => [
    Number.parseInt(digits + wild.replaceAll('?', '0') || '0', 16),
    Number.parseInt(last ?? (digits + wild.replaceAll('?', 'f') || '0'), 16),
  ]);
}

/** Returns the range of a value. @param {RegExpMatchArray} said @param {number} from @returns {Range} */
function spanOf({ 0: all, 1: value, index = 0 }, from) {
  const start = from + index + all.length - value.length;
  return { start, end: start + value.trimEnd().length };
}
