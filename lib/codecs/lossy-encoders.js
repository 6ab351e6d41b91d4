import sharp from 'sharp';
/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */
import { isOpaque } from './similarity.js';

/** @typedef {'webp' | 'avif' | 'jpeg'} LossyFormat */
/** @typedef {(picture: Picture, quality: number) => Promise<Uint8Array>} Encode */
/**
 * @typedef {{ readonly encode: Encode, readonly draft?: Encode, readonly steps?: number }} Encoder `draft` is the same
 *   in a hurry; `steps`: how many qualities differ, if not 100
 */

/** @param {Picture} picture */
export function rawOf({ width, height, rgba }) {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/**
 * Without transparency where there is none: AVIF would hold a second image for it.
 * @param {Picture} picture
 */
function coloursOf(picture) {
  return isOpaque(picture.rgba) ? rawOf(picture).removeAlpha() : rawOf(picture);
}

/**
 * Efforts by what they bring, at one similarity, over eight photographs in sizes of 240 to 1,920 pixels: 1 takes half
 * of the time of 2 and 3 % more bytes, 0 a fifth of it and 10 % more; 4 takes seven times as long as 3 for 2 % less.
 * Large pictures take longest, and few screens show them.
 */
const AVIF_EFFORTS = Object.freeze([
  { mostPixels: 50_000, effort: 4, draft: 2 },
  { mostPixels: 200_000, effort: 2, draft: 0 },
  { mostPixels: 2_500_000, effort: 1, draft: 0 },
  { mostPixels: Number.POSITIVE_INFINITY, effort: 0, draft: 0 },
]);

/**
 * AVIF is drafted fast: coded slowly in the end it takes a tenth fewer bytes for the same quality. Colour at half the
 * size costs more than it saves: of photographs of few pixels it keeps most from being alike enough at all, of larger
 * ones it takes some percent more bytes for the same similarity, and in what is drawn it runs over edges.
 * @param {8 | 10} bitdepth
 * @param {number} most effort of the last encoding
 * @param {'4:2:0' | '4:4:4'} chromaSubsampling
 * @returns {Encoder}
 */
function avifWith(bitdepth, most, chromaSubsampling) {
  const encodeAt = (/** @type {Picture} */ picture, /** @type {number} */ quality, /** @type {number} */ effort) =>
    coloursOf(picture).avif({ quality, effort, chromaSubsampling, bitdepth }).toBuffer();
  const effortsFor = (/** @type {Picture} */ { width, height }) =>
    AVIF_EFFORTS.find(({ mostPixels }) => width * height <= mostPixels) ?? AVIF_EFFORTS[0];
  const isThorough = most > AVIF_EFFORTS[0].effort;
  return {
    encode: (picture, quality) =>
      encodeAt(picture, quality, isThorough ? most : Math.min(most, effortsFor(picture).effort)),
    ...(isThorough ? { draft: (picture, quality) => encodeAt(picture, quality, effortsFor(picture).draft) } : {}),
    steps: 63,
  };
}

/** @param {number} effort @param {boolean} smartSubsample @returns {Encoder} */
function webpWith(effort, smartSubsample) {
  return { encode: (picture, quality) => rawOf(picture).webp({ quality, effort, smartSubsample }).toBuffer() };
}

/**
 * The table of Klein, Silverstein and Carney: at one similarity four photographs take 1 to 11 % fewer bytes by it than
 * by the one that mozjpeg is mostly used with.
 */
const JPEG_TABLE = 5;

/**
 * Colour at half the size takes a tenth fewer bytes of most photographs, and several times as many, or no end of them,
 * where edges are of colour.
 * @type {readonly Encoder[]}
 */
const jpegs = ['4:2:0', '4:4:4'].map((chromaSubsampling) => ({
  encode: (picture, quality) =>
    rawOf(picture)
      .removeAlpha()
      .jpeg({ quality, mozjpeg: true, chromaSubsampling, quantisationTable: JPEG_TABLE })
      .toBuffer(),
}));

/**
 * Ways to encode each format, of which now one and now another wins.
 * @type {Readonly<Record<Effort, Readonly<Record<LossyFormat, readonly Encoder[]>>>>}
 */
export const encodersBy = Object.freeze({
  fast: { webp: [webpWith(4, true)], avif: [avifWith(8, 1, '4:4:4')], jpeg: jpegs },
  balanced: { webp: [webpWith(6, true)], avif: [avifWith(8, 4, '4:4:4')], jpeg: jpegs },
  max: {
    webp: [webpWith(6, true), webpWith(6, false)],
    avif: [avifWith(10, 5, '4:2:0'), avifWith(10, 5, '4:4:4')],
    jpeg: jpegs,
  },
});

/** The quality at which most pictures are as alike as is usually asked for. */
export const firstTries = Object.freeze({ webp: 55, avif: 51, jpeg: 65 });
