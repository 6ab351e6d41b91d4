/** @import { Effort } from '../png/png-encode.js' */
/** @import { Found } from './lossy.js' */
/** @import { LossyFormat } from './lossy-encoders.js' */
/** @import { Picture } from './similarity.js' */

import { present } from '../../base/present.js';
import { encodeLossy, resizePicture } from './lossy.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */
/** @typedef {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean }} How */

/** The quality for several sizes is searched at up to this many pixels, which takes a quarter of a second. */
const searchedPixels = 76_800;

/**
 * Encodes an image in several sizes. The encoder is chosen in a small size. The quality that reaches the target there
 * and in the largest size predicts that of the others, and most predictions need no second trial.
 * @param {Picture} picture
 * @param {readonly Size[]} sizes in order
 * @param {How & { readonly limit: number, readonly format: LossyFormat, readonly partial?: boolean }} options
 *   `partial`: if a size is not smaller than the limit, it and larger ones are left out; otherwise nothing is made
 * @returns {Promise<(Size & { bytes: Uint8Array, quality: number })[] | null>} in the order of sizes
 */
export async function encodeLadder(picture, sizes, { limit, format, partial = false, ...options }) {
  const largest = present(sizes.at(-1));
  const searched = sizes.findLast(({ width, height }) => width * height <= searchedPixels) ?? sizes[0];
  // The largest size is next: if it is not smaller than the original, the others are not made.
  const others = sizes.filter((size) => size !== searched && size !== largest).reverse();
  /** @type {(Size & { found: Found })[]} */
  const made = [];
  for (const size of new Set([searched, largest, ...others])) {
    // Of pixels that were resized before, five photographs have a similarity of only 95 to 97 to those that a browser
    // renders.
    const resized = await resizePicture(picture, size.width, size.height);
    const near = guessFor(made, size);
    // All sizes of six photographs needed about the same quality.
    const found = await encodeLossy(resized, [format], { ...options, limit, near });
    if (found) made.push({ ...size, found });
    else if (!partial || size === sizes[0]) return null;
  }
  if (made.length === 0) return null;
  made.sort((a, b) => a.width - b.width);
  // A failure between two sizes would leave a gap.
  const whole = made.filter(({ width }, index) => width === sizes[index].width);
  return whole.map(({ width, height, found: { bytes, quality } }) => ({ width, height, bytes, quality }));
}

/**
 * Predicts the encoding of another size: its quality is interpolated between its neighbours by the ratio of the widths.
 * @param {readonly (Size & { found: Found })[]} made
 * @param {Size} size
 */
function guessFor(made, { width }) {
  const inOrder = made.toSorted((a, b) => a.width - b.width);
  const [below, above] = [inOrder.findLast((one) => one.width < width), inOrder.find((one) => one.width > width)];
  const near = below ?? above;
  if (!near) return undefined;
  const { encoder, format, needed } = near.found;
  const share = below && above ? Math.log(width / below.width) / Math.log(above.width / below.width) : 0;
  return { encoder, format, first: needed + share * ((above?.found.needed ?? needed) - needed) };
}
