/** @import { Edit } from '../../lib/plan/types.ts' */
/** @import { Element, Range, Sheet } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { declarationsFor, mayMatch } from '../../lib/site/style/match.js';

/** Displays that lay out each child on its own. A box between the element and its child would change the layout. */
const LAYS_OUT_CHILDREN = /flex|grid|box/i;
const LEAVES_FLOW = /absolute|fixed/i;
/** Max number of children of one element, far beyond real galleries. Images in longer rows are left unchanged. */
const LONGEST_ROW = 1000;
/** Properties that have no effect on a box without border and padding. */
const IDLE = new Set(['box-sizing']);

/**
 * The range of an image's start tag, and the tags to write around it. Plain data.
 * @typedef {{ readonly startTag: Range, readonly pictureTag: string, readonly sourceTag: string }} Wrapping
 */

/**
 * Returns the tags with which a `<picture>` around an image stays invisible.
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
    // A styled source takes up space. In a picture without a box, it takes a gap or cell of the parent.
    sourceTag: isShown ? '<source style=display:none' : isBox || isStyled(source) ? '<source hidden' : '<source',
  };
}

/**
 * Wraps an image in a `<picture>` whose first choices are other sources.
 * @param {Wrapping} wrapping
 * @param {Range} place range of the image's URL
 * @param {readonly { candidates: string, type: string, sizes?: string }[]} sources `candidates`: as written in `srcset`
 * @returns {Edit[]}
 */
export function wrapInPicture({ startTag: { start, end }, pictureTag, sourceTag }, place, sources) {
  const tags = sources.map(({ candidates, type, sizes }) => {
    const slots = sizes ? ` sizes="${sizes}"` : '';
    return `${sourceTag} srcset="${candidates}"${slots} type="${type}">`;
  });
  return [
    { range: { start, end: start }, text: `${pictureTag}${tags.join('')}`, place },
    { range: { start: end, end }, text: '</picture>', place },
  ];
}

/**
 * Inserts a source before one of a picture's elements. It is `hidden`, because a picture without a box makes it a child
 * of its parent's layout.
 * @param {Element} before
 * @param {Range} place range of the image's URL
 * @param {{ candidates: string, type: string, sizes: string, media: string | null }} source
 * @returns {Edit}
 */
export function standIn({ startTag: { start } }, place, { candidates, type, sizes, media }) {
  const condition = media === null ? '' : ` media="${media}"`;
  const text = `<source hidden${condition} srcset="${candidates}" sizes="${sizes}" type="${type}">`;
  return { range: { start, end: start }, text, place };
}

/**
 * Returns true if a picture's own box would move the image: the parent lays out each child, or the image is positioned
 * out of the flow.
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
 * Returns true if an image and its siblings keep their style when the image is in a `<picture>`: no selector matches
 * the image as a child of its parent, or a sibling by its position after an image.
 * @param {Element} image
 * @param {readonly Sheet[]} sheets
 */
export function standsWrapping(image, sheets) {
  return wrappingTestOf(sheets)(image);
}

/** Caches the result per image, because several rules test the same image. */
const wrappingTestOf = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  readOnce((/** @type {Element} */ image) => {
    // Each image copies its row, so the cost of a row grows with the square of its length.
    if ((image.parent?.children.length ?? 0) > LONGEST_ROW) return false;
    const { wrapped, beside } = drawPicture(image);
    if (describe(wrapped, sheets) !== describe(image, sheets)) return false;
    const selectors = sidewaysSelectors(sheets);
    return beside.every(([now, moved]) => selectors.every((one) => mayMatch(now, one) === mayMatch(moved, one)));
  }),
);

/**
 * Returns the selectors that style an element by its preceding siblings. Selectors by position among all children are
 * excluded, because positions do not change.
 */
const sidewaysSelectors = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  sheets
    .flatMap(({ rules }) => rules.flatMap((rule) => rule.selectors))
    .filter((selector) => /[+~](?!=)|-of-type/.test(selector.replace(/\(\s*[-+]?[\dn][-+\s\dn]*\)/g, ''))),
);

/**
 * Returns an image as it would be inside a picture, and its siblings, each before and after the change.
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
