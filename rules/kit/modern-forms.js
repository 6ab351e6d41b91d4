/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, ImageUsage, Page, Reference, Sheet } from '../../lib/site/types.ts' */
/** @import { ScriptedImage } from '../../lib/visit/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { ancestorsOf } from '../../lib/site/page/tree.js';
import { isTakenOver } from '../../lib/site/text/taken-over.js';
import { enoughPixels } from './enough-pixels.js';
import { standsWrapping } from './picture.js';
import { isNamed } from './scripted.js';

/** @typedef {{ readonly element: Element, readonly reference: Reference }} PlainImage */

/** So many colours a palette has at most. */
const PALETTE_COLOURS = 256;

/**
 * The `<img>` elements that show a file and nothing else, outside of any `<picture>` and styled alike in one, written
 * so that a source beside them can be, too.
 * @param {Page} page
 * @param {readonly Reference[]} references
 * @param {readonly Sheet[]} sheets
 * @returns {PlainImage[]}
 */
export function plainImages(page, references, sheets) {
  if (isWrittenAnew(page)) return [];
  return references.flatMap((reference) => {
    const element = reference.element === null ? null : page.elements[reference.element];
    if (element?.tag !== 'img' || element.inert || element.foreign) return [];
    if (reference.attribute !== 'src' || reference.odd || !reference.fetched) return [];
    if (element.attributes.has('srcset') || element.parent?.tag === 'picture') return [];
    if (!standsWrapping(element, sheets) || ancestorsOf(element).some(({ tag }) => tag === 'astro-island')) return [];
    return [{ element, reference }];
  });
}

/** Frameworks would find an element that they did not write. */
const isWrittenAnew = readOnce((/** @type {Page} */ { source }) => isTakenOver(source));

/**
 * Returns true if a script may put another file in the place of one of these images. Where a browser saw what scripts
 * do to each image, only code that also says the name of this one may still do so later.
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
    return !seen.isKept || seen.set.some((name) => SOURCES.has(name)) || (scripts.handlesImages && isSaid);
  });
}

/** Attributes that say which file an image shows. */
const SOURCES = new Set(['src', 'srcset', 'sizes']);

/**
 * Returns what a browser saw scripts do to an image of the markup; null where it saw none of that number.
 * @param {Page} page
 * @param {PlainImage} image
 * @param {Facts['scripts']['images']} seen
 */
function observedImage(page, { element }, seen) {
  const nth = imagesIn(page).indexOf(element);
  return seen?.find((one) => one.nth === nth) ?? null;
}

/** Returns true if an image still showed its own file. @param {PlainImage} image @param {ScriptedImage} seen */
function isShown({ reference: { target } }, { path }) {
  return target.kind === 'file' && target.path === path;
}

const imagesIn = readOnce((/** @type {Page} */ { elements }) =>
  elements.filter(({ tag, inert, foreign }) => tag === 'img' && !inert && !foreign),
);

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
  const fit = standsLoss(image) ? enoughPixels(images, image, usages, sheets) : null;
  return { dots: isDotted(image), ...(fit ? { fit } : {}) };
}

/**
 * Whether an image shows more colours than its palette holds, by dots of these.
 * @param {ImageFacts} image
 */
function isDotted({ kind, format, colours }) {
  return kind === 'photo' && format !== 'jpeg' && colours <= PALETTE_COLOURS;
}
