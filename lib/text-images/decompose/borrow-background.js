/** @import { Background, Decomposed, Picture } from '../types.ts' */
/** @import { Undecomposed } from './decompose.js' */
/** @import { ShadowShape } from './find-shadow.js' */
import { isNear, PALETTE_NOISE } from './vote-background.js';

/** Max pixels by which sliced images of one menu differ in height: up to 10 on the 1 of 26 sites that has such. */
const MAX_STEP_PX = 12;
/**
 * Min share of an image's pixels that are equal to another one's background. Text and shadow cover the others. Chosen,
 * for the same site.
 */
const MIN_AGREED = 0.6;

/**
 * Decomposes images that are in no set, and whose background is not known otherwise, above the background of a set.
 * @param {readonly Picture[]} pictures @param {readonly (readonly Picture[])[]} sets
 * @param {Map<Picture, Decomposed | Undecomposed>} found
 * @param {(picture: Picture, more: readonly Background[], shape: ShadowShape | undefined) => Decomposed | Undecomposed
 *   } choose
 */
export function borrowBackgrounds(pictures, sets, found, choose) {
  const lenders = sets.flatMap((set) => chooseLender(set.flatMap((picture) => found.get(picture) ?? [])) ?? []);
  for (const picture of pictures) {
    if (!('failed' in (found.get(picture) ?? {}))) continue;
    for (const lender of lenders) {
      const borrowed = borrowBackground(picture, lender);
      const other = borrowed && choose(picture, [borrowed], lender.shadow ?? undefined);
      if (other && !('failed' in other)) found.set(picture, other);
    }
  }
}

/**
 * Returns the image of a set with a common background that is explained best, null if there are not two.
 * @param {readonly (Decomposed | Undecomposed)[]} set
 */
function chooseLender(set) {
  const shared = set.filter((one) => 'lines' in one).filter(({ background }) => background.kind === 'image');
  return shared.length < 2 ? null : shared.reduce((best, one) => (one.explained > best.explained ? one : best));
}

/**
 * Returns the background of an image of the same width and about the same height, moved to where another image shows
 * most of it: programs slice the first and the last button of a menu with more or less of their surroundings. Other
 * rows are those of that image itself.
 * @param {Picture} picture @param {Decomposed} lender
 * @returns {Background | null} null if most of the image differs from it
 */
function borrowBackground(picture, { picture: { width, height, tolerance }, background }) {
  if (width !== picture.width || Math.abs(height - picture.height) > MAX_STEP_PX) return null;
  const { rgb, clear } = picture;
  const noise = Math.max(tolerance, picture.tolerance, PALETTE_NOISE);
  const isClear = (/** @type {Uint8Array | null} */ mask, /** @type {number} */ at) => mask?.[at] === 1;
  /** @type {{ by: number, agreed: number }} */
  let best = { by: 0, agreed: 0 };
  for (let by = -MAX_STEP_PX; by <= MAX_STEP_PX; by++) {
    let agreed = 0;
    for (let at = 0; at < width * picture.height; at++) {
      const from = at + by * width;
      if (from < 0 || from >= width * height) continue;
      const isSame = isClear(clear, at) === isClear(background.clear, from);
      if (isSame && (isClear(clear, at) || isNear(rgb, background.rgb, at, noise, from))) agreed++;
    }
    if (agreed > best.agreed) best = { by, agreed };
  }
  if (best.agreed < width * picture.height * MIN_AGREED) return null;
  return moveBackground(picture, background, best.by);
}

/** @param {Picture} picture @param {Background} background @param {number} by rows @returns {Background} */
function moveBackground({ width, height, rgb, clear }, background, by) {
  const moved = Uint8ClampedArray.from(rgb);
  const holes = clear ? Uint8Array.from(clear) : null;
  const [start, rows] = [Math.max(0, -by), background.rgb.length / 3 / width];
  const end = Math.min(height, rows - by);
  moved.set(background.rgb.subarray((start + by) * width * 3, (end + by) * width * 3), start * width * 3);
  if (holes && background.clear)
    holes.set(background.clear.subarray((start + by) * width, (end + by) * width), start * width);
  // No part of it is text: the other image was decomposed with it.
  const graphics = new Uint8Array(width * height).fill(1, start * width, end * width);
  return { kind: 'image', rgb: moved, clear: holes, graphics };
}
