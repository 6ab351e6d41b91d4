/** @import { Page, Sheet, Text } from '../types.ts' */

import { parseSheet } from '../style/parse-sheet.js';
import { scanUrls } from '../style/scan-urls.js';
import { detach } from '../text/detach.js';

/**
 * A font that a sheet offers: `chosen` is where the URL starts that a browser of today takes, if it takes any.
 * @typedef {{ family: string, weights: readonly [number, number], isItalic: boolean, ranges: readonly (readonly [number, number])[],
 *   urls: readonly number[], chosen: number | null }} Face
 *
 * What rules say of fonts.
 * @typedef {{ selectors: readonly string[], text: string, weight: number | null, isItalic: boolean }} FontUse
 *
 * @typedef {{ faces: readonly Face[], uses: readonly FontUse[] }} PageFonts
 */

/** @type {PageFonts} */
export const NO_FONTS = Object.freeze({ faces: Object.freeze([]), uses: Object.freeze([]) });

const FACE = /@font-face\s*\{([^{}]*)\}/gi;
const UNKNOWN_FORMAT = /format\(\s*["']?(?:embedded-opentype|svg)\b/i;
const BOLD_TAGS = ['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th'];
const ITALIC_TAGS = ['i', 'em', 'cite', 'dfn', 'var', 'address'];

/**
 * The fonts that a page itself offers, and what it says of fonts.
 * @param {Page} page
 * @returns {PageFonts}
 */
export function readPageFonts({ path, encoding, elements }) {
  const read = elements.flatMap(({ tag, attributes, children }) => {
    const [style, face] = ['style', 'face'].map((name) => attributes.get(name)?.value ?? '');
    const said = [/font/i.test(style) ? style : '', face].filter(Boolean);
    const uses = said.map((text) => useOf([], detach(text.toLowerCase()), weightIn('font', text)));
    if (tag !== 'style') return [{ faces: [], uses }];
    return children.flatMap((child) => {
      if (child.tag !== '#text') return [];
      const { text, range } = /** @type {Text} */ (child);
      return [{ faces: readFaces(text, range.start), uses: readFontUses(parseSheet(path, text, encoding)) }];
    });
  });
  return { faces: read.flatMap(({ faces }) => faces), uses: read.flatMap(({ uses }) => uses) };
}

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
    const start = from + (source ? source.index + source[0].length - source[1].length : 0);
    return {
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
  for (const source of sources.split(/,(?![^()]*\))/)) {
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

/**
 * What the rules of a sheet say of fonts.
 * @param {Pick<Sheet, 'rules'>} sheet
 * @returns {FontUse[]}
 */
export function readFontUses({ rules }) {
  return rules.flatMap(({ selectors, declarations }) => {
    const said = declarations.filter(({ property }) => /^(?:font|--)/.test(property));
    if (said.length === 0) return [];
    const text = detach(said.map(({ value }) => value.toLowerCase()).join(';'));
    const weight = said.map(({ property, value }) => weightIn(property, value)).find((found) => found !== null) ?? null;
    return [useOf(selectors.map(detach), text, weight)];
  });
}

/** @param {readonly string[]} selectors @param {string} text @param {number | null} weight @returns {FontUse} */
function useOf(selectors, text, weight) {
  return { selectors, text, weight, isItalic: /\b(?:italic|oblique)\b/.test(text) };
}

/** @param {string} property @param {string} value */
function weightIn(property, value) {
  if (property !== 'font-weight' && property !== 'font') return null;
  const [word] = /\bbold(?:er)?\b|(?<![\d.])[1-9]00\b|\blighter\b/i.exec(value) ?? [];
  return word === undefined ? null : /^b/i.test(word) ? 700 : /^l/i.test(word) ? 300 : Number(word);
}

/**
 * The faces that a page takes, of those that its sheets offer.
 * @template {Face} F
 * @param {readonly F[]} faces
 * @param {readonly FontUse[]} uses of rules that may apply to it
 * @param {{ tags: ReadonlySet<string>, letters: () => ReadonlySet<number> }} page
 * @returns {F[]}
 */
export function listUsedFaces(faces, uses, { tags, letters }) {
  const weights = [
    400,
    ...(BOLD_TAGS.some((tag) => tags.has(tag)) ? [700] : []),
    ...uses.flatMap(({ weight }) => weight ?? []),
  ];
  const hasItalics = ITALIC_TAGS.some((tag) => tags.has(tag)) || uses.some(({ isItalic }) => isItalic);
  const named = faces.filter(({ family }) => family !== '' && uses.some(({ text }) => text.includes(family)));
  const shown = named.filter(({ ranges }) => ranges.length === 0 || isWritten(ranges, letters()));
  const groups = [...Map.groupBy(shown, ({ family, isItalic }) => `${family} ${isItalic}`).values()];
  return groups.flatMap((group) => {
    const [{ family, isItalic }] = group;
    if (isItalic && !hasItalics && shown.some((face) => face.family === family && !face.isItalic)) return [];
    const nearest = new Set(weights.map((weight) => nearestWeight(group, weight)));
    return group.filter((face) => nearest.has(face.weights[0]));
  });
}

/** @param {Face['ranges']} ranges @param {ReadonlySet<number>} letters */
function isWritten(ranges, letters) {
  return [...letters].some((letter) => ranges.some(([first, last]) => first <= letter && letter <= last));
}

/**
 * The lightest weight of the face that stands for a weight: itself, else a lighter one for light and regular text, a bolder one for bold.
 * @see https://drafts.csswg.org/css-fonts-4/#font-style-matching
 * @param {readonly Face[]} faces
 * @param {number} wanted
 */
function nearestWeight(faces, wanted) {
  const distance = (/** @type {Face} */ { weights: [least, most] }) => {
    if (least <= wanted && wanted <= most) return 0;
    const away = wanted < least ? least - wanted : wanted - most;
    if (wanted === 400 ? least === 500 : wanted === 500 && most === 400) return 1;
    const isPreferred = wanted > 500 ? wanted < least : wanted > most;
    return isPreferred ? away : away + 1000;
  };
  return faces.reduce((best, face) => (distance(face) < distance(best) ? face : best)).weights[0];
}
