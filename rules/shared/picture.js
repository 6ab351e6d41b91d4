/** @import { Edit, Element, Range, Sheet } from '../../lib/types.ts' */

import { readOnce } from '../../lib/read-once.js';
import { declarationsFor } from '../../lib/style/match.js';

/** Where the children of an element are laid out one by one, a box between them and it would be in the way. */
const LAYS_OUT_CHILDREN = /flex|grid|box/i;
const LEAVES_FLOW = /absolute|fixed/i;
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
  const isBox =
    isLaidOutAlone(image, sheets) || declarationsFor(picture, sheets).some(({ property }) => !IDLE.has(property));
  const isShown = declarationsFor(source, sheets).some(({ property }) => property === 'display');
  return {
    startTag: image.startTag,
    pictureTag: isBox ? '<picture style=display:contents>' : '<picture>',
    sourceTag: isShown ? '<source style=display:none' : '<source',
  };
}

/**
 * Puts a `<picture>` around an image, with another source as its first choice.
 * @param {Wrapping} wrapping
 * @param {Range} place of its URL
 * @param {string} url as it is written
 * @param {string} type
 * @returns {Edit[]}
 */
export function wrapInPicture({ startTag: { start, end }, pictureTag, sourceTag }, place, url, type) {
  return [
    { range: { start, end: start }, text: `${pictureTag}${sourceTag} srcset="${url}" type="${type}">`, place },
    { range: { start: end, end }, text: '</picture>', place },
  ];
}

/**
 * Whether a picture's own box would move the image: its parent lays out each child, or it is taken out of the flow where it stands.
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
 * Whether an image is styled alike in a `<picture>`: no rule finds it as the child of its parent, or beside others.
 * @param {Element} image
 * @param {readonly Sheet[]} sheets
 */
export function standsWrapping(image, sheets) {
  return wrappingTestOf(sheets)(image);
}

/** Several rules ask the same of an image. */
const wrappingTestOf = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  readOnce((/** @type {Element} */ image) => describe(drawPicture(image).wrapped, sheets) === describe(image, sheets)),
);

/**
 * An image as it would stand in a picture.
 * @param {Element} image
 */
function drawPicture(image) {
  /** @type {Element[]} */
  const children = [];
  const picture = { ...image, tag: 'picture', attributes: new Map(), children };
  const source = { ...picture, tag: 'source', parent: picture, children: [] };
  const wrapped = { ...image, parent: picture };
  children.push(source, wrapped);
  return { picture, source, wrapped };
}

/** @param {Element} element @param {readonly Sheet[]} sheets */
function describe(element, sheets) {
  return declarationsFor(element, sheets)
    .map(({ property, value }) => `${property}:${value}`)
    .join(';');
}
