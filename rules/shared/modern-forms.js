/** @import { Element, Facts, ImageFacts, ImageUsage, Page, Reference, Sheet } from '../../lib/types.ts' */

import { declarationsFor } from '../../lib/style/match.js';
import { standsWrapping } from './picture.js';
import { isNamed } from './scripted.js';

/** @typedef {{ readonly element: Element, readonly reference: Reference }} PlainImage */

/** Pixels of the file to a pixel of the page: what dense screens show. */
const DENSITY = 2;

/** What makes a picture's box another than its attributes say. */
const SIZES =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|zoom|transform|scale|object-.*|aspect-ratio|all)$/;

/** So many colours a palette has at most. */
const PALETTE_COLOURS = 256;

/**
 * The `<img>` elements that show a file and nothing else, outside of any `<picture>` and styled alike in one, written so that a
 * source beside them can be, too.
 * @param {Page} page
 * @param {readonly Reference[]} references
 * @param {readonly Sheet[]} sheets
 * @returns {PlainImage[]}
 */
export function plainImages(page, references, sheets) {
  return references.flatMap((reference) => {
    const element = reference.element === null ? null : page.elements[reference.element];
    if (element?.tag !== 'img' || element.inert || element.foreign) return [];
    if (reference.attribute !== 'src' || reference.odd || !reference.fetched) return [];
    if (element.attributes.has('srcset') || element.parent?.tag === 'picture') return [];
    if (!standsWrapping(element, sheets)) return [];
    return [{ element, reference }];
  });
}

/**
 * Whether a script may put another file in the place of one of these images.
 * @param {readonly PlainImage[]} images
 * @param {Facts} facts
 */
export function isScripted(images, { scripts }) {
  return scripts.handlesImages || images.some(({ element }) => isNamed(element, scripts));
}

/**
 * The size that is enough for an image which pages show smaller than it is, by attributes and nothing else; null where all of it is needed.
 * @param {readonly PlainImage[]} images
 * @param {ImageFacts} image
 * @param {readonly ImageUsage[]} usages
 * @param {readonly Sheet[]} sheets
 * @returns {{ width: number, height: number } | null}
 */
function fitOf(images, { width, height }, usages, sheets) {
  const shown = usages.map(({ shownWidth, shownHeight }) =>
    Math.max((shownWidth ?? width) / width, (shownHeight ?? height) / height),
  );
  const share = DENSITY * Math.max(...shown);
  const isSized = usages.every(({ role, shownWidth, shownHeight }) => role === 'image' && shownWidth && shownHeight);
  const isPlain = images.every(
    ({ element }) => !declarationsFor(element, sheets).some(({ property }) => SIZES.test(property)),
  );
  if (!isSized || !isPlain || share >= 1) return null;
  return { width: Math.ceil(width * share), height: Math.ceil(height * share) };
}

/**
 * Whether an image is one that loss does not show in: a photograph, or colours that no palette holds.
 * @param {ImageFacts} image
 */
export function standsLoss({ kind, format, colours }) {
  return kind === 'photo' || format === 'jpeg' || colours > PALETTE_COLOURS;
}

/**
 * What a lossy form has to know of a picture and of how it is shown.
 * @param {readonly PlainImage[]} images
 * @param {ImageFacts} image
 * @param {readonly ImageUsage[]} usages
 * @param {readonly Sheet[]} sheets
 * @returns {{ dots: boolean, fit?: { width: number, height: number } }}
 */
export function lossOf(images, image, usages, sheets) {
  const fit = standsLoss(image) ? fitOf(images, image, usages, sheets) : null;
  return { dots: isDotted(image), ...(fit ? { fit } : {}) };
}

/**
 * Whether an image shows more colours than its palette holds, by dots of these.
 * @param {ImageFacts} image
 */
function isDotted({ kind, format, colours }) {
  return kind === 'photo' && format !== 'jpeg' && colours <= PALETTE_COLOURS;
}
