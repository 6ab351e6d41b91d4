/** @import { Edit } from '../../lib/plan/types.ts' */
/** @import { Element, Range, Sheet } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { declarationsFor, mayMatch } from '../../lib/site/style/match.js';

/** Where the children of an element are laid out one by one, a box between them and it would be in the way. */
const LAYS_OUT_CHILDREN = /flex|grid|box/i;
const LEAVES_FLOW = /absolute|fixed/i;
/** Children of one element, far beyond the galleries that people write: a longer row of images stays as it is. */
const LONGEST_ROW = 1000;
/** This changes no box that has neither border nor padding. */
const IDLE = new Set(['box-sizing']);

/**
 * Where an image begins and ends, and the tags around it, as plain data.
 * @typedef {{ readonly startTag: Range, readonly pictureTag: string, readonly sourceTag: string }} Wrapping
 */

/**
 * How a picture may stand around an image and show nothing of itself.
 * @param {Element} image
 * @param {readonly Sheet[]} sheets
 * @returns {Wrapping}
 */
export function wrappingOf(image, sheets) {
  const { picture, source } = drawPicture(image);
  const isStyled = (/** @type {Element} */ element) =>
    declarationsFor(element, sheets).some(({ property }) => !IDLE.has(property));
  const isBox = isLaidOutAlone(image, sheets) || isStyled(picture);
  const isShown = declarationsFor(source, sheets).some(({ property }) => property === 'display');
  return {
    startTag: image.startTag,
    pictureTag: isBox ? '<picture style=display:contents>' : '<picture>',
    // A source takes room where it has a style, and in a picture without a box a gap or a cell of the parent's.
    sourceTag: isShown ? '<source style=display:none' : isBox || isStyled(source) ? '<source hidden' : '<source',
  };
}

/**
 * Puts a `<picture>` around an image, with another source as its first choice.
 * @param {Wrapping} wrapping
 * @param {Range} place of its URL
 * @param {string} candidates as they are written
 * @param {string} type
 * @param {string} [sizes]
 * @returns {Edit[]}
 */
export function wrapInPicture({ startTag: { start, end }, pictureTag, sourceTag }, place, candidates, type, sizes) {
  const slots = sizes ? ` sizes="${sizes}"` : '';
  return [
    {
      range: { start, end: start },
      text: `${pictureTag}${sourceTag} srcset="${candidates}"${slots} type="${type}">`,
      place,
    },
    { range: { start: end, end }, text: '</picture>', place },
  ];
}

/**
 * Puts another source before one that a picture has; `hidden`, since a picture without a box hands it to its parent.
 * @param {Element} before
 * @param {Range} place of the image's URL
 * @param {{ candidates: string, type: string, sizes: string, media: string | null }} source
 * @returns {Edit}
 */
export function standIn({ startTag: { start } }, place, { candidates, type, sizes, media }) {
  const condition = media === null ? '' : ` media="${media}"`;
  const text = `<source hidden${condition} srcset="${candidates}" sizes="${sizes}" type="${type}">`;
  return { range: { start, end: start }, text, place };
}

/**
 * Whether a picture's own box would move the image: its parent lays out each child, or it is taken out of the flow
 * where it stands.
 * @param {Element} image
 * @param {readonly Sheet[]} sheets
 */
function isLaidOutAlone(image, sheets) {
  const says = (/** @type {Element} */ element, /** @type {string} */ name, /** @type {RegExp} */ pattern) =>
    declarationsFor(element, sheets).some(({ property, value }) => property === name && pattern.test(value));
  return (
    says(image, 'position', LEAVES_FLOW) || (image.parent !== null && says(image.parent, 'display', LAYS_OUT_CHILDREN))
  );
}

/**
 * Whether an image and those beside it are styled alike when it stands in a `<picture>`: no rule finds it as the child
 * of its parent, or others as coming after an image.
 * @param {Element} image
 * @param {readonly Sheet[]} sheets
 */
export function standsWrapping(image, sheets) {
  return wrappingTestOf(sheets)(image);
}

/** Several rules ask the same of an image. */
const wrappingTestOf = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  readOnce((/** @type {Element} */ image) => {
    // Each image draws its row anew: a row of thousands would take the square of its length.
    if ((image.parent?.children.length ?? 0) > LONGEST_ROW) return false;
    const { wrapped, beside } = drawPicture(image);
    if (describe(wrapped, sheets) !== describe(image, sheets)) return false;
    const selectors = sidewaysSelectors(sheets);
    return beside.every(([now, moved]) => selectors.every((one) => mayMatch(now, one) === mayMatch(moved, one)));
  }),
);

/** Selectors by which an element is styled for what stands before it; where it is among children stays as it is. */
const sidewaysSelectors = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  sheets
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.selectors))
    .filter((selector) => /[+~](?!=)|-of-type/.test(selector.replace(/\(\s*[-+]?[\dn][-+\s\dn]*\)/g, ''))),
);

/**
 * An image as it would stand in a picture, and the elements beside it, each as it is and as it would be beside a
 * picture.
 * @param {Element} image
 */
function drawPicture(image) {
  /** @type {Element['children'][number][]} */
  const row = [];
  /** @type {Element[]} */
  const children = [];
  const parent = image.parent && { ...image.parent, children: row };
  const picture = { ...image, tag: 'picture', attributes: new Map(), children, parent };
  const source = { ...picture, tag: 'source', parent: picture, children: [] };
  const wrapped = { ...image, parent: picture };
  children.push(source, wrapped);
  /** @type {[now: Element, moved: Element][]} */
  const beside = [];
  for (const now of image.parent?.children ?? []) {
    const moved = now === image ? picture : { ...now, parent };
    if (now !== image && 'attributes' in now) beside.push([now, /** @type {Element} */ (moved)]);
    row.push(moved);
  }
  return { picture, source, wrapped, beside };
}

/** @param {Element} element @param {readonly Sheet[]} sheets */
function describe(element, sheets) {
  return declarationsFor(element, sheets)
    .map(({ property, value }) => `${property}:${value}`)
    .join(';');
}
