/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, ImageUsage, Page, Reference, Sheet } from '../../lib/site/types.ts' */

import { isHydrated } from '../../lib/site/page/hydration.js';
import { ancestorsOf } from '../../lib/site/page/tree.js';
import { enoughPixels } from './enough-pixels.js';
import { isShown, observedImage } from './observed-image.js';
import { standsWrapping } from './picture.js';
import { isCalled, isNamed } from './scripted.js';

/** @typedef {{ readonly element: Element, readonly reference: Reference }} PlainImage */

/** Max number of colours in a palette. */
const PALETTE_COLOURS = 256;

/**
 * Returns the `<img>` elements that render one file only, are outside of any `<picture>`, keep their style in one, and
 * are written in a form that a source can copy.
 * @param {Page} page
 * @param {readonly Reference[]} references
 * @param {Pick<Facts, 'sheets' | 'scripts'>} facts
 * @returns {PlainImage[]}
 */
export function plainImages(page, references, { sheets, scripts }) {
  // A framework would find an element that it did not create.
  if (isHydrated(page, scripts.images)) return [];
  return references.flatMap((reference) => {
    const element = reference.element === null ? null : page.elements[reference.element];
    if (element?.tag !== 'img' || element.inert || element.foreign) return [];
    if (reference.attribute !== 'src' || reference.odd || !reference.fetched) return [];
    if (element.attributes.has('srcset') || element.parent?.tag === 'picture') return [];
    if (!standsWrapping(element, sheets) || ancestorsOf(element).some(({ tag }) => tag === 'astro-island')) return [];
    return [{ element, reference }];
  });
}

/**
 * Returns true if a script may set another source on one of these images. If the visit recorded the scripted changes of
 * each image, only code that also names this image may still do so later: under the mouse, for example. Code that
 * selects it by class only counts if it sets sources.
 * @param {Page} page
 * @param {readonly PlainImage[]} images
 * @param {Facts} facts
 */
export function isScripted(page, images, { scripts }) {
  return images.some((image) => {
    const seen = observedImage(page, image, scripts.images);
    const isSaid = isNamed(image.element, scripts);
    if (!seen) return scripts.handlesImages || isSaid;
    if (!isShown(image, seen)) return true;
    if (!seen.isKept || seen.set.some((name) => SOURCES.has(name))) return true;
    return isCalled(image.element, scripts) || (scripts.handlesImages && isSaid);
  });
}

/** Attributes that choose the file that an image renders. */
const SOURCES = new Set(['src', 'srcset', 'sizes']);

/**
 * Returns true if loss is invisible in an image: it is a photograph, or has more colours than a palette.
 * @param {ImageFacts} image
 */
export function standsLoss({ kind, format, colours }) {
  return kind === 'photo' || format === 'jpeg' || colours > PALETTE_COLOURS;
}

/**
 * Returns the options that a lossy encoder needs for an image as it is rendered.
 * @param {readonly PlainImage[]} images
 * @param {ImageFacts} image
 * @param {{ readonly usages: readonly ImageUsage[], readonly sheets: readonly Sheet[], readonly target: number }} facts
 *   `target`: the min similarity
 * @returns {{ dots: boolean, fit?: { width: number, height: number } }}
 */
export function lossOf(images, image, facts) {
  const fit = standsLoss(image) ? enoughPixels(images, image, facts) : null;
  return { dots: isDotted(image), ...(fit ? { fit } : {}) };
}

/**
 * Returns true if an image dithers: it mixes the colours of its palette to imitate more colours.
 * @param {ImageFacts} image
 */
export function isDotted({ kind, format, colours }) {
  return kind === 'photo' && format !== 'jpeg' && colours <= PALETTE_COLOURS;
}
