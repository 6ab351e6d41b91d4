/** @import { DecodedImage } from '../types.ts' */
/** @import { Made } from '../../plan/types.ts' */
/** @import { LossyFormat } from './lossy-encoders.js' */
/** @import { Trial } from './search-quality.js' */
/** @import { Effort } from '../png/png-encode.js' */

import { LARGE_PIXELS } from '../../base/large-pixels.js';
import { repackJpeg } from '../jxl/repack.js';
import { encodeApng } from '../png/apng-encode.js';
import { BrokenImage } from '../png/limits.js';
import { encodePng } from '../png/png-encode.js';
import { optimizePng } from '../png/png-optimize.js';
import { findDifference } from './compare.js';
import { decodeImage, decodeReduced } from './decode.js';
import { encodeFilm } from './film.js';
import { estimateQuality, optimizeJpeg } from './jpeg-optimize.js';
import { encodeLadder } from './ladder.js';
import { encodeInks, encodeLargeJpeg, encodeLossy, encodeWebpLossless, resizePicture } from './lossy.js';
import { defaultTarget } from './names.js';
import { quantizePng } from './palettes.js';
import { isOpaqueLossyWebp, sniffImage } from './sniff.js';
import { optimizeSvg } from './svg-optimize.js';

/**
 * Min quality of a JPEG that is encoded again. One below it was optimised before, for example by this program.
 */
const MIN_QUALITY = 65;
/** The similarity that `MIN_QUALITY` refers to. */
const USUAL_SIMILARITY = 70;
/**
 * Quality by which a JPEG must be better for each additional point of similarity. Encoding a JPEG of little more
 * quality again saves almost nothing.
 */
const QUALITY_PER_POINT = 1.3;

/**
 * Similarity from which an opaque lossy WebP is not encoded again in its own size. Chosen between two that were
 * measured: at 90, 53 of 57 such files of 10 sites become no smaller as AVIF and 4 by 6 % at most, and at 75 33 of 34
 * become smaller by 11 to 68 %.
 */
const MAX_RECODED = 85;

/**
 * Memory for an image in several sizes, in bytes: what all may take, what the process takes without one, and what a
 * pixel of the original and of the size that is encoded takes. Measured on two photographs of 16 and 18 megapixels, in
 * sizes of 2,560 to 4,898 pixels. More ends the process, and no size is made.
 */
const LADDER_MEMORY = Object.freeze({ most: 580_000_000, base: 150_000_000, perPixel: 8, perEncodedPixel: 45 });

/** @typedef {Readonly<Record<string, unknown>>} Options */
/** @typedef {Extract<Made, { ok: false }>} Refusal */
/** @typedef {(bytes: Uint8Array, options: Options) => Promise<Made>} Maker */
/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Still */

/**
 * Creates a maker that decodes, encodes, verifies that every frame is the same, and keeps only smaller results.
 * @param {(image: DecodedImage, bytes: Uint8Array, effort: Effort) => Uint8Array | Promise<Uint8Array>} encode
 * @returns {Maker}
 */
function lossless(encode) {
  return guarded(async (image, bytes, options) => {
    const made = await encode(image, bytes, effortOf(options));
    if (made.length >= bytes.length) return tooLarge(made, bytes);
    const after = await decodeImage(made);
    const difference = 'broken' in after ? after.broken : findDifference(image, after);
    if (difference) return fail('broken', `the new image would show ${difference}`);
    return keep(made, bytes, {});
  });
}

/**
 * Creates a maker that encodes a still image with loss, keeps only smaller results, and returns their similarity.
 * @param {(picture: Still, options: { readonly target: number, readonly effort: Effort, readonly dots: boolean,
 *   readonly limit: number, readonly isFit: boolean }, bytes: Uint8Array, colourSpace:
 *   DecodedImage['colourSpace']) => Promise<Trial | Refusal | null>} encode null: no result is similar enough
 * @returns {Maker}
 */
function lossy(encode) {
  const make = guarded(async (image, bytes, options) => {
    const target = targetOf(options);
    const { width = 0, height = 0 } = /** @type {{ width?: number, height?: number }} */ (options.fit ?? {});
    const still = stillOf(image);
    const picture = width * height > 0 ? await resizePicture(still, width, height) : still;
    const isFit = picture !== still;
    const wanted = {
      target,
      effort: effortOf(options),
      dots: options.dots === true,
      limit: bytes.length,
      isFit,
    };
    // An image that is offered in fewer pixels would be laid out smaller.
    if ('whole' in image && !isFit && encode !== coarsenJpeg)
      return fail('not-smaller', `it has more than ${LARGE_PIXELS} pixels, and all of them may be rendered`);
    const made = await encode(picture, wanted, bytes, image.colourSpace);
    if (!made) return fail('not-smaller', `nothing smaller reaches a similarity of ${target}`);
    if ('reason' in made) return made;
    if (made.bytes.length >= bytes.length) return tooLarge(made.bytes, bytes);
    const { similarity } = made;
    const { format } = sniffImage(made.bytes);
    return keep(made.bytes, bytes, { format, quality: made.quality, similarity: Math.round(similarity * 100) / 100 });
  }, true);
  return async (bytes, options) => {
    const isAgain = !options.fit && targetOf(options) >= MAX_RECODED && isOpaqueLossyWebp(bytes);
    return isAgain ? fail('not-smaller', 'it is compressed with loss already') : make(bytes, options);
  };
}

/**
 * Creates a maker that returns the reason if an image cannot be read.
 * @param {(image: DecodedImage, bytes: Uint8Array, options: Options) => Promise<Made>} make
 * @param {boolean} [reduces] true if a copy with fewer pixels is enough for a large image
 * @returns {Maker}
 */
function guarded(make, reduces = false) {
  return async (bytes, options) => {
    try {
      const reduced = reduces ? await decodeReduced(bytes, LARGE_PIXELS) : null;
      const image = reduced ?? (await decodeImage(bytes));
      if ('broken' in image) return fail('broken', `the image ${image.broken}`);
      return await make(image, bytes, options);
    } catch (error) {
      if (error instanceof BrokenImage) return fail('broken', `the image ${error.message}`);
      throw error;
    }
  };
}

/**
 * @param {DecodedImage} image
 * @returns {Still}
 */
function stillOf({ width, height, frames }) {
  if (frames.length > 1) throw new BrokenImage('is an animation, which must stay one');
  return { width, height, rgba: frames[0].rgba };
}

/**
 * @param {Uint8Array} made
 * @param {Uint8Array} bytes
 * @param {Options} data
 * @returns {Made}
 */
function keep(made, bytes, data) {
  return { ok: true, bytes: made, data: { bytesBefore: bytes.length, bytesAfter: made.length, ...data } };
}

/**
 * @param {Uint8Array} made
 * @param {Uint8Array} bytes
 */
function tooLarge(made, bytes) {
  return fail('not-smaller', `${made.length} bytes would replace ${bytes.length}`);
}

/**
 * @param {'broken' | 'not-smaller'} reason
 * @param {string} message
 * @returns {Refusal}
 */
function fail(reason, message) {
  return { ok: false, reason, message };
}

/** @param {Options} options */
function targetOf({ target }) {
  return typeof target === 'number' ? target : defaultTarget;
}

/** @param {Options} options */
function effortOf({ effort }) {
  return /** @type {Effort} */ (effort === 'fast' || effort === 'max' ? effort : 'balanced');
}

/**
 * Encodes a JPEG again with loss. A JPEG of low quality is left unchanged unless it is resized: otherwise every run
 * would reduce it further.
 * @param {Still} picture
 * @param {{ readonly target: number, readonly effort: Effort, readonly limit: number, readonly isFit: boolean }}
 *   options
 * @param {Uint8Array} bytes
 * @param {DecodedImage['colourSpace']} colourSpace
 */
async function coarsenJpeg(picture, options, bytes, colourSpace) {
  const quality = sniffImage(bytes).format === 'jpeg' ? estimateQuality(bytes) : null;
  if (quality === null) return fail('broken', 'the quality of the JPEG is unknown');
  const least = MIN_QUALITY + QUALITY_PER_POINT * Math.max(0, options.target - USUAL_SIMILARITY);
  if (quality < least && !options.isFit)
    return fail('not-smaller', `its quality is about ${Math.round(quality)} of 100 already`);
  const { width, height } = sniffImage(bytes);
  if (width * height > LARGE_PIXELS && !options.isFit && colourSpace !== 'cmyk')
    return encodeLargeJpeg(bytes, picture, options);
  if (colourSpace !== 'cmyk') return encodeLossy(picture, ['jpeg'], options);
  const made = await encodeInks(bytes, picture, options);
  return made && { ...made, bytes: await optimizeJpeg(made.bytes) };
}

/**
 * Creates a maker of an image in several sizes. Options: `sizes` in order, `target`, `effort`, `dots`, and `partial`,
 * which leaves out the largest ones if they are not smaller than the file.
 * @param {LossyFormat} format
 * @returns {Maker}
 */
function ladderIn(format) {
  return (bytes, options) =>
    guarded(async (image) => {
      const target = targetOf(options);
      const asked = /** @type {readonly { width: number, height: number }[]} */ (options.sizes);
      const isAgain = target >= MAX_RECODED && isOpaqueLossyWebp(bytes);
      const smaller = isAgain ? asked.filter(({ width }) => width < image.width) : asked;
      if (smaller.length === 0 || (smaller.length < asked.length && options.partial !== true))
        return fail('not-smaller', 'it is compressed with loss already');
      const sizes = options.partial === true ? smaller.filter((size) => fitsMemory(size, image)) : smaller;
      if (sizes.length === 0) return fail('not-smaller', 'its sizes have too many pixels for the memory of a task');
      const how = {
        ...{ format, target, effort: effortOf(options), limit: bytes.length },
        ...{ dots: options.dots === true, partial: options.partial === true },
      };
      const files = await encodeLadder(stillOf(image), sizes, how);
      if (!files) return fail('not-smaller', `nothing smaller reaches a similarity of ${target}`);
      return { ok: true, data: { files, isPartial: files.length < asked.length } };
    }, true)(bytes, options);
}

/**
 * Returns true if a size of an image can be encoded in the memory of a task.
 * @param {{ readonly width: number, readonly height: number }} size
 * @param {Pick<DecodedImage, 'width' | 'height'>} image
 */
function fitsMemory(size, image) {
  const { most, base, perPixel, perEncodedPixel } = LADDER_MEMORY;
  const pixels = perPixel * image.width * image.height + perEncodedPixel * size.width * size.height;
  return base + pixels <= most;
}

/**
 * Makes a PNG with fewer pixels. Options: `fit`, `effort`, and `target` if a palette may replace the colours.
 * @type {Maker}
 */
function makeResized(bytes, options) {
  return guarded(async (image) => {
    const { width, height } = /** @type {{ width: number, height: number }} */ (options.fit);
    const picture = await resizePicture(stillOf(image), width, height);
    const made = encodePng(picture, { effort: effortOf(options) });
    const how = { target: targetOf(options), effort: effortOf(options) };
    const fewer = 'target' in options ? await quantizePng(picture, how) : null;
    const best = fewer && fewer.bytes.length < made.length ? fewer.bytes : made;
    return best.length < bytes.length ? keep(best, bytes, {}) : tooLarge(best, bytes);
  }, true)(bytes, options);
}

/**
 * Makes a WebP of an animation of photographic frames. Options: `target`, `effort`.
 * @type {Maker}
 */
function makeFilm(bytes, options) {
  return guarded(async (image) => {
    const how = { target: targetOf(options), effort: effortOf(options), limit: bytes.length };
    const made = await encodeFilm(image, how);
    if (!made) return fail('not-smaller', 'it is a drawing, or no smaller version is similar enough');
    const { quality, similarity } = made;
    return keep(made.bytes, bytes, { format: 'webp', quality, similarity: Math.round(similarity * 100) / 100 });
  })(bytes, options);
}

/**
 * Makes a JPEG XL of the coefficients of a JPEG.
 * @type {Maker}
 */
async function makeJxl(bytes) {
  const made = sniffImage(bytes).format === 'jpeg' ? repackJpeg(bytes) : null;
  if (!made) return fail('broken', 'it is no JPEG that can be repacked');
  return made.length < bytes.length ? keep(made, bytes, { format: 'jxl' }) : tooLarge(made, bytes);
}

/**
 * All results that can be made of an image's bytes, by name. Each maker can run in a worker thread.
 * @type {Readonly<Record<typeof import('./names.js').MAKER_NAMES[number], Maker>>}
 */
export const makers = Object.freeze({
  'png-from-gif': lossless((image, _bytes, effort) => encodePng(stillOf(image), { effort })),
  'apng-from-gif': lossless((image, _bytes, effort) => encodeApng(image, { effort })),
  png: lossless((_image, bytes, effort) => optimizePng(bytes, { effort })),
  jpeg: lossless((_image, bytes) => optimizeJpeg(bytes)),
  svg: optimizeSvg,
  'resized-png': makeResized,
  'webp-lossless': lossless((image, _bytes, effort) => encodeWebpLossless(stillOf(image), effort)),
  'quantized-png': lossy(quantizePng),
  webp: lossy((picture, options) => encodeLossy(picture, ['webp'], options)),
  avif: lossy((picture, options) => encodeLossy(picture, ['avif'], options)),
  'avif-ladder': ladderIn('avif'),
  film: makeFilm,
  'coarser-jpeg': lossy(coarsenJpeg),
  modern: lossy((picture, options) => encodeLossy(picture, ['avif', 'webp'], options)),
  jxl: makeJxl,
});
