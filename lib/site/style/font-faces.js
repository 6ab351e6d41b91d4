import { detach } from '../text/detach.js';
import { scanUrls } from './scan-urls.js';
import { splitList } from './split-list.js';

/** @import { Range } from '../types.ts' */

/**
 * A font that a sheet offers: `chosen` is where the URL starts that a browser of today takes, if it takes any.
 * @typedef {object} Face
 * @property {Range} range the whole rule, in the document it stands in
 * @property {number} bodyStart where what stands between its braces starts
 * @property {string} body
 * @property {Range | null} src the last value of the property, which holds
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
 * The fonts that a style sheet offers.
 * @param {string} css
 * @param {number} [offset] where it starts in the document it stands in
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
      family: detach(text('font-family').replace(/^["']|["']$/g, '')),
      weights: weightsOf(text('font-weight')),
      isItalic: /italic|oblique/.test(text('font-style')),
      ranges: rangesOf(text('unicode-range')),
      urls: scanUrls(body).map((url) => from + url.start),
      chosen: source ? choose(source[1], start) : null,
    };
  });
}

/**
 * Where the URL of the first source starts that a browser knows; null: none, or it is written there.
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

/** Where a value stands. @param {RegExpMatchArray} said @param {number} from @returns {Range} */
function spanOf({ 0: all, 1: value, index = 0 }, from) {
  const start = from + index + all.length - value.length;
  return { start, end: start + value.trimEnd().length };
}
