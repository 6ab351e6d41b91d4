/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */

import { encodeLossy, resizePicture } from './lossy.js';
import { encodersBy } from './lossy-encoders.js';
import { mendQuality } from './search-quality.js';
import { openJudge } from './similarity.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */
/** @typedef {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean }} How */

/** A quality for several sizes is searched for in no more pixels: all of them are measured in a tenth of a second. */
const searchedPixels = 76_800;

/**
 * Encodes as AVIF, from a quality on that was found on the same picture in another size.
 * @param {Picture} picture
 * @param {How & { readonly quality: number }} options
 */
function encodeNear(picture, { target, effort, dots = false, quality }) {
  const [{ encode }] = encodersBy[effort].avif;
  return mendQuality(picture, { judge: openJudge(picture, { dots, target }), target, encode, quality });
}

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
  const largest = /** @type {Size} */ (sizes.at(-1));
  // From there on down it is soon done, and shows no other pixels.
  const base = await resizePicture(picture, largest.width, largest.height);
  const resize = (/** @type {Size} */ { width, height }) => resizePicture(base, width, height);
  const searched = sizes.findLast(({ width, height }) => width * height <= searchedPixels) ?? sizes[0];
  const found = await encodeLossy(await resize(searched), ['avif'], { ...options, limit });
  const last = found && largest !== searched ? await encodeNear(base, { ...options, ...found }) : found;
  if (!found || !last || last.bytes.length >= limit) return null;
  const [{ encode }] = encodersBy[options.effort].avif;
  const quality = Math.max(found.quality, last.quality);
  const made = [];
  for (const size of sizes) {
    if (size === searched || size === largest) {
      made.push({ ...size, ...(size === searched ? found : last) });
    } else if (size.width > searched.width) {
      made.push({ ...size, bytes: new Uint8Array(await encode(await resize(size), quality)), quality });
    } else {
      const smaller = await encodeNear(await resize(size), { ...options, ...found });
      if (!smaller) return null;
      made.push({ ...size, ...smaller });
    }
  }
  return made;
}
