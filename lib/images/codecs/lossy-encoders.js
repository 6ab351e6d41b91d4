import sharp from 'sharp';
/** @import { Effort } from '../png/png-encode.js' */
/** @import { Picture } from './similarity.js' */
import { present } from '../../base/present.js';
import { isOpaque } from '../png/measure-similarity.js';

/** @typedef {'webp' | 'avif' | 'jpeg'} LossyFormat */
/** @typedef {(picture: Picture, quality: number) => Promise<Uint8Array>} Encode */
/**
 * @typedef {{ readonly encode: Encode, readonly qualities: readonly number[], readonly usualRise?: number,
 *   readonly draft?: Encode }} Encoder `qualities`: the distinct ones in order; `usualRise`: typical gain of similarity
 *   per quality; `draft`: a faster encoding of about the same similarity, for the search of the quality
 */

/** All qualities. */
export const ALL_QUALITIES = Object.freeze(Array.from({ length: 100 }, (_, index) => index + 1));

/** @param {Picture} picture */
export function rawOf({ width, height, rgba }) {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/**
 * Removes the alpha channel of an opaque image. AVIF would store a second image for it.
 * @param {Picture} picture
 */
function coloursOf(picture) {
  return isOpaque(picture.rgba) ? rawOf(picture).removeAlpha() : rawOf(picture);
}

/**
 * Efforts for AVIF by image size. Higher ones save some percent of the bytes in a multiple of the time. Large images
 * take longest, and few screens show them.
 */
const AVIF_EFFORTS = Object.freeze([
  { maxPixels: 50_000, effort: 4 },
  { maxPixels: 1_000_000, effort: 3 },
  { maxPixels: 4_000_000, effort: 1 },
  { maxPixels: Number.POSITIVE_INFINITY, effort: 0 },
]);

/**
 * Qualities at which AVIF gives the same bytes as at the one before, found by encoding an image at each. It has 64
 * distinct ones, unevenly spread.
 */
const SAME_IN_AVIF = new Set([
  ...[2, 4, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 36, 38, 41, 43, 46, 48, 51],
  ...[53, 57, 61, 65, 69, 73, 77, 81, 85, 89, 93, 97],
]);
/** The other qualities. */
const AVIF_QUALITIES = Object.freeze(ALL_QUALITIES.filter((quality) => !SAME_IN_AVIF.has(quality)));

/**
 * Effort of AVIF while its quality is searched. At the same quality, photographs are up to one point less similar with
 * it than with 3, in a fraction of the time.
 */
const DRAFT_EFFORT = 0;

/**
 * Creates an AVIF encoder with the library's tuning for this metric. Half-size chroma saves less than one percent of
 * bytes there, and in graphics it bleeds over edges.
 * @param {8 | 10} bitdepth
 * @param {(picture: Picture) => number} effortFor
 * @param {'4:2:0' | '4:4:4'} chromaSubsampling
 * @returns {Encoder}
 */
function avifWith(bitdepth, effortFor, chromaSubsampling) {
  const encodeAt = (/** @type {Picture} */ picture, /** @type {number} */ quality, /** @type {number} */ effort) =>
    coloursOf(picture).avif({ quality, effort, chromaSubsampling, bitdepth, tune: 'iq' }).toBuffer();
  return {
    encode: (picture, quality) => encodeAt(picture, quality, effortFor(picture)),
    draft: (picture, quality) => encodeAt(picture, quality, DRAFT_EFFORT),
    qualities: AVIF_QUALITIES,
    // In photographs 1.2 to 2.1 near a similarity of 70, and 0.5 to 0.9 near 90.
    usualRise: 1,
  };
}

/** @param {Picture} picture */
function usualEffort({ width, height }) {
  return present(AVIF_EFFORTS.find(({ maxPixels }) => width * height <= maxPixels)).effort;
}

/**
 * Max effort when speed matters. At the same similarity, photographs take some percent more bytes with it than with a
 * higher one.
 */
const MAX_FAST_EFFORT = 2;

/** @param {Picture} picture */
function fastEffort(picture) {
  return Math.min(usualEffort(picture), MAX_FAST_EFFORT);
}

/**
 * Encodes as WebP. With transparency an effort of 6 takes seconds, and one of 4 a fraction of it for 4 % more bytes.
 * @param {number} effort @param {boolean} smartSubsample @returns {Encoder}
 */
function webpWith(effort, smartSubsample) {
  return {
    encode: (picture, quality) => rawOf(picture).webp({ quality, effort, smartSubsample }).toBuffer(),
    qualities: ALL_QUALITIES,
  };
}

/**
 * The table of Klein, Silverstein and Carney: at the same similarity four photographs take 1 to 11 % fewer bytes with
 * it than with the usual table of mozjpeg.
 */
const JPEG_TABLE = 5;

/**
 * JPEG with half-size and full-size chroma. Half size saves a tenth of the bytes of most photographs, but where edges
 * differ in colour it takes several times as many or never reaches the target.
 * @type {readonly Encoder[]}
 */
const jpegs = ['4:2:0', '4:4:4'].map((chromaSubsampling) => ({
  encode: (picture, quality) =>
    rawOf(picture)
      .removeAlpha()
      .jpeg({ quality, mozjpeg: true, chromaSubsampling, quantisationTable: JPEG_TABLE })
      .toBuffer(),
  qualities: ALL_QUALITIES,
  // 0.40 to 0.53 in six photographs of 2 to 11 megapixels, below a quality of 55.
  usualRise: 0.5,
}));

/**
 * Encoders of each format. None of them is the smallest for all images.
 * @type {Readonly<Record<Effort, Readonly<Record<LossyFormat, readonly Encoder[]>>>>}
 */
export const encodersBy = Object.freeze({
  fast: { webp: [webpWith(4, true)], avif: [avifWith(8, fastEffort, '4:4:4')], jpeg: jpegs },
  balanced: { webp: [webpWith(4, true)], avif: [avifWith(8, usualEffort, '4:4:4')], jpeg: jpegs },
  max: {
    webp: [webpWith(6, true), webpWith(6, false)],
    avif: [avifWith(10, () => 5, '4:2:0'), avifWith(10, () => 5, '4:4:4')],
    jpeg: jpegs,
  },
});

/** The quality at which most images reach the usual target. */
export const firstTries = Object.freeze({ webp: 55, avif: 46, jpeg: 65 });
