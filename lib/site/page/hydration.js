/** @import { Page } from '../types.ts' */
/** @import { ScriptedImage } from '../../visit/types.ts' */

import { readOnce } from '../../base/read-once.js';
import { isTakenOver } from '../text/taken-over.js';

/**
 * Returns true if a framework hydrates a page: its source has the marks of one, or its scripts compared each image of
 * the markup with their own rendering in a visit.
 * @param {Page} page
 * @param {readonly ScriptedImage[] | null} seen null if the page was not visited
 */
export function isHydrated(page, seen) {
  return hasMarks(page) || comparesImages(page, seen ?? []);
}

const hasMarks = readOnce((/** @type {Page} */ { source }) => isTakenOver(source));

/** Returns the images that a browser creates from the markup of a page, in order. */
export const imagesOf = readOnce((/** @type {Page} */ { elements }) =>
  elements.filter(({ tag, inert, foreign }) => tag === 'img' && !inert && !foreign),
);

/**
 * Returns true if scripts hold each image of the markup and read all of its attributes. Code that attaches a handler to
 * an image, or swaps its file, reads some of them.
 * @param {Page} page @param {readonly ScriptedImage[]} seen
 */
function comparesImages(page, seen) {
  const written = imagesOf(page);
  const created = seen.filter(({ nth }) => nth !== null);
  if (created.length === 0 || created.length !== written.length) return false;
  return created.every(
    ({ nth, isHeld, read }) =>
      isHeld && [...written[Number(nth)].attributes.keys()].every((name) => read.includes(name)),
  );
}
