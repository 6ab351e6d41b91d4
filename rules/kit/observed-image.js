/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page, Reference } from '../../lib/site/types.ts' */
/** @import { ScriptedImage } from '../../lib/visit/types.ts' */

import { imagesOf } from '../../lib/site/page/hydration.js';

/**
 * Returns the scripted changes that the visit recorded for an image of the markup, or null if it recorded none. With
 * scripts, a browser creates no images of a `<noscript>`, wherever it stands: if it counted others than the markup has,
 * images are matched by their file instead of their number.
 * @param {Page} page
 * @param {{ readonly element: Element, readonly reference: Reference }} image
 * @param {Facts['scripts']['images']} seen
 */
export function observedImage(page, { element, reference: { target } }, seen) {
  const written = imagesOf(page);
  const created = (seen ?? []).filter(({ nth }) => nth !== null);
  const same = written.filter((other) => sourceOf(other) === sourceOf(element));
  const shown = created.filter(({ path }) => target.kind === 'file' && path === target.path);
  const nth = written.indexOf(element);
  if (written.length === created.length || same.length !== shown.length)
    return created.find((one) => one.nth === nth) ?? null;
  return shown.toSorted((one, other) => Number(one.nth) - Number(other.nth))[same.indexOf(element)];
}

/** @param {Element} element */
function sourceOf({ attributes }) {
  return attributes.get('src')?.value;
}

/**
 * Returns true if an image still rendered its own file.
 * @param {{ readonly reference: Reference }} image @param {ScriptedImage} seen
 */
export function isShown({ reference: { target } }, { path }) {
  return target.kind === 'file' && target.path === path;
}

/**
 * Returns true if the visit saw that scripts did not change an image of the markup.
 * @param {Page} page @param {{ readonly element: Element, readonly reference: Reference }} image
 * @param {Facts['scripts']['images']} seen
 */
export function isUnchanged(page, image, seen) {
  return findUnchanged(page, image, seen) !== null;
}

/** Attributes that tell nothing about the file of an image. */
const NAMES = new Set(['id', 'name']);

/**
 * Returns true if the visit saw that scripts neither changed an image of the markup, nor read more of it than its name,
 * nor listen to the pointer on it.
 * @param {Page} page @param {{ readonly element: Element, readonly reference: Reference }} image
 * @param {Facts['scripts']['images']} seen
 */
export function isUntouched(page, image, seen) {
  const one = findUnchanged(page, image, seen);
  return one !== null && !one.isHeard && one.read.every((name) => NAMES.has(name));
}

/**
 * Returns what the visit recorded for an image of the markup, null if scripts changed it.
 * @param {Page} page @param {{ readonly element: Element, readonly reference: Reference }} image
 * @param {Facts['scripts']['images']} seen
 */
function findUnchanged(page, image, seen) {
  const one = observedImage(page, image, seen);
  return one && isShown(image, one) && one.isKept && !one.isHeld && one.set.length === 0 ? one : null;
}
