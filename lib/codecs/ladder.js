/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */

import { present } from '../present.js';
import { encodeFrom, encodeLossy, resizePicture } from './lossy.js';
import { encodersBy } from './lossy-encoders.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */
/** @typedef {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean }} How */

/** A quality for several sizes is searched for in no more pixels: all of them are measured in a tenth of a second. */
const searchedPixels = 76_800;

/**
 * Encodes a picture as AVIF in several sizes. The quality that reaches the target hardly differs between them: it is
 * searched for in a small size, of which all is measured, and mended in smaller ones and the largest; those between
 * get the higher of the two.
 * @param {Picture} picture
 * @param {readonly Size[]} sizes in order
 * @param {How & { readonly limit: number }} options
 * @returns {Promise<(Size & { bytes: Uint8Array, quality: number })[] | null>} in the order of sizes
 */
export async function encodeLadder(picture, sizes, { limit, ...options }) {
  const largest = present(sizes.at(-1));
  // From there on down it is soon done, and shows no other pixels.
  const base = await resizePicture(picture, largest.width, largest.height);
  const resize = (/** @type {Size} */ { width, height }) => resizePicture(base, width, height);
  const searched = sizes.findLast(({ width, height }) => width * height <= searchedPixels) ?? sizes[0];
  const found = await encodeLossy(await resize(searched), ['avif'], { ...options, limit });
  const [encoder] = encodersBy[options.effort].avif;
  const near = (/** @type {Picture} */ one, /** @type {number} */ quality) =>
    encodeFrom(one, { ...options, quality }, encoder);
  const last = found && largest !== searched ? await near(base, found.quality) : found;
  if (!found || !last || last.bytes.length >= limit) return null;
  const quality = Math.max(found.quality, last.quality);
  const made = [];
  for (const size of sizes) {
    if (size === searched || size === largest) {
      made.push({ ...size, ...(size === searched ? found : last) });
    } else if (size.width > searched.width) {
      made.push({ ...size, bytes: new Uint8Array(await encoder.encode(await resize(size), quality)), quality });
    } else {
      const smaller = await near(await resize(size), found.quality);
      if (!smaller) return null;
      made.push({ ...size, ...smaller });
    }
  }
  return made;
}
