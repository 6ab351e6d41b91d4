/** @import { Effort } from './png-encode.js' */
/** @import { LossyFormat } from './lossy-encoders.js' */
/** @import { Picture } from './similarity.js' */

import { present } from '../present.js';
import { encodeLossy, resizePicture } from './lossy.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */
/** @typedef {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean }} How */

/** A quality for several sizes is searched for in no more pixels: that is done in a quarter of a second. */
const searchedPixels = 76_800;

/**
 * Encodes a picture in several sizes. The quality that reaches the target hardly differs between them: it is
 * searched for in a small size, and mended from each size to the next.
 * @param {Picture} picture
 * @param {readonly Size[]} sizes in order
 * @param {How & { readonly limit: number, readonly format: LossyFormat }} options
 * @returns {Promise<(Size & { bytes: Uint8Array, quality: number })[] | null>} in the order of sizes
 */
export async function encodeLadder(picture, sizes, { limit, format, ...options }) {
  const largest = present(sizes.at(-1));
  // From there on down it is soon done, and shows no other pixels.
  const base = await resizePicture(picture, largest.width, largest.height);
  const searched = sizes.findLast(({ width, height }) => width * height <= searchedPixels) ?? sizes[0];
  // The largest next: where it is no smaller than the original, the rest is not worth making.
  const others = sizes.filter((size) => size !== searched && size !== largest).reverse();
  const order = [...new Set([searched, largest]), ...others];
  /** @type {Map<Size, { bytes: Uint8Array, quality: number }>} */
  const made = new Map();
  /** @type {number | undefined} */
  let near;
  for (const size of order) {
    const resized = await resizePicture(base, size.width, size.height);
    const found = await encodeLossy(resized, [format], { ...options, limit, near });
    if (!found) return null;
    made.set(size, found);
    near = found.needed;
  }
  return sizes.map((size) => {
    const { bytes, quality } = present(made.get(size));
    return { ...size, bytes, quality };
  });
}
