/** @import { Page, Sheet, Text } from '../types.ts' */
/** @import { DrawnLetters } from '../../visit/types.ts' */
/** @import { Face } from '../style/font-faces.js' */

import { present } from '../../base/present.js';
import { isText } from '../page/tree.js';
import { readFaces } from '../style/font-faces.js';
import { parseSheet } from '../style/parse-sheet.js';
import { unescapeCss } from '../style/unescape-css.js';
import { detach } from '../text/detach.js';

/**
 * Font declarations of rules.
 * @typedef {{ selectors: readonly string[], text: string, weight: number | null, isItalic: boolean }} FontUse
 *
 * @typedef {{ faces: readonly Face[], uses: readonly FontUse[] }} PageFonts
 */

/** @type {PageFonts} */
export const NO_FONTS = Object.freeze({ faces: Object.freeze([]), uses: Object.freeze([]) });

/** Conditions for displays with more device pixels per CSS pixel than visits have. */
const DENSE = /min-resolution|min-device-pixel-ratio/i;
const BOLD_TAGS = ['b', 'strong', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'th'];
const ITALIC_TAGS = ['i', 'em', 'cite', 'dfn', 'var', 'address'];

/**
 * Returns the font faces of a page itself, and its font declarations.
 * @param {Page} page
 * @returns {PageFonts}
 */
export function readPageFonts({ path, encoding, elements }) {
  const read = elements.flatMap(({ tag, attributes, children }) => {
    const [style, face] = ['style', 'face'].map((name) => attributes.get(name)?.value ?? '');
    const said = [/font/i.test(style) ? style : '', face].filter(Boolean);
    const uses = said.map((text) => useOf([], detach(unescapeCss(text.toLowerCase())), weightIn('font', text)));
    if (tag !== 'style') return [{ faces: [], uses }];
    return children.filter(isText).flatMap(({ text, range }) => {
      return [{ faces: readFaces(text, range.start), uses: readFontUses(parseSheet(path, text, encoding)) }];
    });
  });
  return { faces: read.flatMap(({ faces }) => faces), uses: read.flatMap(({ uses }) => uses) };
}

/**
 * Returns the font declarations of a sheet.
 * @param {Pick<Sheet, 'rules'>} sheet
 * @returns {FontUse[]}
 */
export function readFontUses({ rules }) {
  return rules.flatMap(({ selectors, declarations, conditions }) => {
    if (conditions.some((condition) => DENSE.test(condition))) return [];
    const said = declarations.filter(({ property }) => /^(?:font|--)/.test(property));
    if (said.length === 0) return [];
    const text = detach(unescapeCss(said.map(({ value }) => value.toLowerCase()).join(';')));
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
 * Returns the faces that a page uses, of those in its sheets.
 * @template {Face} F
 * @param {readonly F[]} faces
 * @param {readonly FontUse[]} uses of rules that can apply to it
 * @param {{ tags: readonly string[], letters: () => ReadonlySet<number> }} page
 * @returns {F[]}
 */
export function listUsedFaces(faces, uses, { tags, letters }) {
  const weights = [
    400,
    ...(BOLD_TAGS.some((tag) => tags.includes(tag)) ? [700] : []),
    ...uses.flatMap(({ weight }) => weight ?? []),
  ];
  const hasItalics = ITALIC_TAGS.some((tag) => tags.includes(tag)) || uses.some(({ isItalic }) => isItalic);
  const texts = uses.map(({ text }) => text).join('\n');
  const named = faces.filter(({ family }) => family !== '' && texts.includes(family));
  const written = named.some(({ ranges }) => ranges.length > 0) ? letters() : new Set();
  const shown = named.filter(({ ranges }) => ranges.length === 0 || isWritten(ranges, written));
  const groups = [...Map.groupBy(shown, ({ family, isItalic }) => `${family} ${isItalic}`).values()];
  return groups.flatMap((group) => {
    const [{ family, isItalic }] = group;
    if (isItalic && !hasItalics && shown.some((face) => face.family === family && !face.isItalic)) return [];
    const nearest = new Set(weights.map((weight) => nearestWeight(group, weight)));
    return group.filter((face) => nearest.has(face.weights[0]));
  });
}

/** Families that every browser has. Families after them are never requested. */
const OWN_FAMILY =
  /^(?:-webkit-|ui-|system-ui$|(?:sans-)?serif$|monospace$|cursive$|fantasy$|math$|emoji$|-apple-system$)/;

/**
 * Returns the faces that were rendered on a page during a visit, each with its characters.
 * @see https://drafts.csswg.org/css-fonts-4/#composite-fonts of several with a character, the last is used
 * @template {Face} F
 * @param {readonly F[]} faces in the order of the sheets
 * @param {readonly DrawnLetters[]} drawn
 * @returns {Map<F, Set<number>>}
 */
export function listDrawnFaces(faces, drawn) {
  /** @type {Map<F, Set<number>>} */
  const taken = new Map();
  for (const { family: list, weight, isItalic, letters } of drawn) {
    let left = [...letters].map((letter) => present(letter.codePointAt(0)));
    for (const name of familiesIn(list)) {
      if (left.length === 0 || OWN_FAMILY.test(name)) break;
      for (const face of facesFor(faces, { name, weight, isItalic }).reverse()) {
        const held = left.filter((letter) => isHeld(face.ranges, letter));
        if (held.length === 0) continue;
        taken.set(face, new Set([...(taken.get(face) ?? []), ...held]));
        left = left.filter((letter) => !isHeld(face.ranges, letter));
      }
    }
  }
  return taken;
}

/** Returns the families of a list from a browser, in lower case. @param {string} list */
function familiesIn(list) {
  return [...list.matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g)]
    .map(([, quoted, bare]) => (quoted?.replaceAll(/\\(.)/g, '$1') ?? bare).trim().toLowerCase())
    .filter(Boolean);
}

/**
 * Returns the faces of a family that are used for a weight and a slant.
 * @template {Face} F
 * @param {readonly F[]} faces @param {{ name: string, weight: number, isItalic: boolean }} wanted
 */
function facesFor(faces, { name, weight, isItalic }) {
  const family = faces.filter((face) => face.family === name);
  const slanted = family.filter((face) => face.isItalic === isItalic);
  const group = slanted.length > 0 ? slanted : family;
  if (group.length === 0) return [];
  const nearest = nearestWeight(group, weight);
  return group.filter(({ weights: [least, most] }) => least === nearest || (least <= weight && weight <= most));
}

/** @param {Face['ranges']} ranges @param {number} letter */
function isHeld(ranges, letter) {
  return ranges.length === 0 || ranges.some(([first, last]) => first <= letter && letter <= last);
}

/** @param {Face['ranges']} ranges @param {ReadonlySet<number>} letters */
function isWritten(ranges, letters) {
  return [...letters].some((letter) => ranges.some(([first, last]) => first <= letter && letter <= last));
}

/**
 * Returns the lightest weight of the face that is used for a weight: the weight itself, otherwise a lighter one for
 * light and regular text, a bolder one for bold text.
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
