/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */

import { encodeLossy, resizePicture } from './lossy.js';
import { encodersBy } from './lossy-encoders.js';
import { judgeBytes, slope } from './search-quality.js';
import { openJudge } from './similarity.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */
/** @typedef {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean }} How */

/** A quality for several sizes is searched for in no more pixels: all of them are measured in a tenth of a second. */
const searchedPixels = 147_456;

/**
 * Encodes as AVIF at a quality that was found on the same picture in another size, and above it until the target is
 * reached.
 * @param {Picture} picture
 * @param {How & { readonly quality: number }} options
 * @returns {Promise<import('./search-quality.js').Trial | null>}
 */
async function encodeNear(picture, { target, effort, dots = false, quality }) {
  const judge = openJudge(picture, { dots, target });
  const [{ encode }] = encodersBy[effort].avif;
  for (let wanted = quality; wanted <= 100; ) {
    const bytes = new Uint8Array(await encode(picture, wanted));
    const similarity = await judgeBytes(picture, judge, bytes);
    if (similarity >= target) return { bytes, similarity, quality: wanted };
    wanted += Math.max(1, Math.ceil(((target - similarity) * 100) / slope));
  }
  return null;
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
  const resize = (/** @type {Size} */ { width, height }) => resizePicture(picture, width, height);
  const searched = sizes.findLast(({ width, height }) => width * height <= searchedPixels) ?? sizes[0];
  const found = await encodeLossy(await resize(searched), ['avif'], { ...options, limit });
  const largest = /** @type {Size} */ (sizes.at(-1));
  const last =
    found && largest !== searched ? await encodeNear(await resize(largest), { ...options, ...found }) : found;
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
