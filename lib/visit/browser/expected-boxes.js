/** @import { ImageBox, PageBoxes } from '../types.ts' */
/** @import { SizeOf } from './image-boxes.js' */
/** @import { SeenImage } from './read-images.js' */

/**
 * Max deviation in CSS pixels from even growth between two windows. If a box deviates more, another window between them
 * is measured.
 */
export const MAX_DRIFT = 1;
/** The effect of `background-size` on an image in its own size. */
const NATURAL_FIT = 'auto auto';

const ANY_SIZE = Object.freeze({ width: Number.POSITIVE_INFINITY, height: Number.POSITIVE_INFINITY });

/** @typedef {{ matters: (path: string) => boolean, sizeOf: SizeOf }} Judging */

/**
 * Returns for each image the one of another page with the same size in all windows in which both were measured, for the
 * first page that has one for each image that matters, and no other ones that matter.
 * @param {readonly ImageBox[]} images @param {readonly PageBoxes[]} pages @param {Judging} judging
 * @returns {(ImageBox | undefined)[] | null}
 */
export function findExpected(images, pages, judging) {
  const { matters } = judging;
  for (const page of pages) {
    const matches = images.map((image) => page.images.find((other) => isLike(image, other, judging)));
    const isMet = images.every(({ path }, index) => matches[index] || !matters(path));
    if (isMet && page.images.every((other) => matches.includes(other) || !matters(other.path))) return matches;
  }
  return null;
}

/**
 * Returns true if two images are shown in the same size. Of a background in its own size, a box that is larger than the
 * image shows no more.
 * @param {ImageBox} image @param {ImageBox} other @param {Judging} judging
 */
function isLike({ path, kind, nth, fit, widths }, other, { sizeOf }) {
  const isSame = other.path === path && other.kind === kind && other.nth === nth && other.fit === fit;
  const most = (isNatural({ kind, fit }) ? sizeOf(path) : null) ?? ANY_SIZE;
  const isNear = (/** @type {number} */ one, /** @type {number} */ two, /** @type {number} */ limit) =>
    Math.abs(Math.min(one, limit) - Math.min(two, limit)) <= MAX_DRIFT;
  return (
    isSame &&
    widths.every(({ window, width, height }) => {
      const box = other.widths.find((one) => one.window === window);
      return box && isNear(box.width, width, most.width) && isNear(box.height, height, most.height);
    })
  );
}

/**
 * Returns true for a background in its own size, which does not depend on the box.
 * @param {Pick<ImageBox, 'kind' | 'fit'>} image
 */
function isNatural({ kind, fit }) {
  return kind === 'background' && fit === NATURAL_FIT;
}

/**
 * Returns true if all images that matter are backgrounds in their own size in every window, those of all breakpoints
 * included, so that the windows between them show nothing new.
 * @param {ReadonlyMap<number, SeenImage[]>} seen @param {(url: string) => boolean} matters
 */
export function areNatural(seen, matters) {
  const mattering = [...seen.values()].flat().filter(({ url }) => matters(url));
  return mattering.length > 0 && mattering.every(isNatural);
}
