import sharp from 'sharp';
/** @import { Encoder, LossyFormat } from './lossy-encoders.js' */
/** @import { Effort } from '../png/png-encode.js' */
/** @import { QualitySearch, Searched, Trial } from './search-quality.js' */
/** @import { Picture } from './similarity.js' */
import { defaultLimits } from '../png/limits.js';
import { countHalvings, resizeToHalf } from './halve.js';
import { ALL_QUALITIES, encodersBy, firstTries, rawOf } from './lossy-encoders.js';
import { searchQuality } from './search-quality.js';
import { openJudge, takeParts } from './similarity.js';

/**
 * An AVIF of more bytes than this is not tried as WebP too, whose container is 300 bytes smaller: larger images take
 * fewer bytes as AVIF at the same similarity.
 */
const maxForWebp = 1500;

/**
 * Resizes an image: by halving it if that gives the size.
 * @param {Picture} picture
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Picture>}
 */
export async function resizePicture(picture, width, height) {
  if (picture.width === width && picture.height === height) return picture;
  const times = countHalvings(picture, width, height);
  if (times !== null) return resizeToHalf(picture, times);
  const rgba = new Uint8Array(await rawOf(picture).resize(width, height, { fit: 'fill' }).raw().toBuffer());
  return { width, height, rgba };
}

/**
 * Encodes as lossless WebP.
 * @param {Picture} picture
 * @param {Effort} effort
 */
export async function encodeWebpLossless(picture, effort) {
  const options = { lossless: true, effort: effort === 'fast' ? 4 : 6 };
  return new Uint8Array(await rawOf(picture).webp(options).toBuffer());
}

/**
 * Finds the smallest file in the given formats whose similarity reaches the target, null if there is none. For a large
 * image the format is chosen on a sample, because encoding all pixels in each takes seconds.
 * @param {Picture} picture
 * @param {readonly LossyFormat[]} formats
 * @param {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean, readonly limit?: number,
 *   readonly near?: Choice }} options `dots`: the image is dithered with few colours; `limit`: the result must have
 *   fewer bytes; `near`: quality that another size of the image needed
 * @returns {Promise<Found | null>}
 */
export async function encodeLossy(picture, formats, options) {
  const { target, effort, dots = false, limit = Infinity, near } = options;
  const choices = near ? [near] : formats.flatMap((format) => choicesFor(format, effort, target));
  const sample = dots || effort === 'max' || near ? picture : takeParts(picture);
  const isWhole = sample.width * sample.height === picture.width * picture.height;
  const isGuess = !near;
  const chosen = await searchAmong(sample, choices, { target, dots, limit: isWhole ? limit : Infinity, isGuess });
  if (!chosen) return null;
  const again = { ...chosen, first: chosen.needed + sampleFlatters[chosen.format] };
  return isWhole ? chosen : searchAmong(picture, [again], { target, dots, limit, isGuess: false });
}

/**
 * Returns the encoders of an image, each with a quality that is likely to reach the target.
 * @param {LossyFormat} format @param {Effort} effort @param {number} target
 * @returns {Choice[]}
 */
function choicesFor(format, effort, target) {
  const first = Math.min(95, firstTries[format] + (target - usualTarget) * qualityPerPoint[format]);
  return encodersBy[effort][format].map((encoder) => ({ encoder, first, format }));
}

/**
 * Quality that the whole image needs in addition to a sample: its worst parts, which count most, are in few samples.
 * The perceptual tuning of AVIF evens this out.
 */
const sampleFlatters = Object.freeze({ jpeg: 8, webp: 0, avif: 0 });
/** The similarity that first tries are about. */
const usualTarget = 70;
/** Approximate quality per point of similarity. */
const qualityPerPoint = Object.freeze({ jpeg: 1.4, webp: 1.4, avif: 2 });

/**
 * @typedef {{ readonly encoder: Encoder, readonly first: number, readonly format: LossyFormat }} Choice
 * @typedef {Searched & Choice} Found
 */

/** A draft may take this much more bytes than the encoding whose quality it predicts: photographs take up to 1.26. */
const DRAFT_BYTES = 1.4;

/**
 * Searches the smallest of several encodings.
 * @param {Picture} picture
 * @param {readonly Choice[]} choices
 * @param {{ target: number, dots: boolean, limit: number, isGuess: boolean }} options `isGuess`: the first qualities
 *   are those of most images, not of this one, so drafts predict them if the encoder has any
 * @returns {Promise<Found | null>}
 */
async function searchAmong(picture, choices, { target, dots, limit, isGuess }) {
  const judge = openJudge(picture, { dots, target });
  /** @type {Found | null} */
  let best = null;
  for (const choice of choices) {
    if (choice.format === 'webp' && best && best.bytes.length > maxForWebp) continue;
    /** @type {QualitySearch} */
    const search = { judge, target, ...choice, limit: best?.bytes.length ?? limit };
    const predicted = isGuess ? await predictSearch(picture, search) : search;
    const found = predicted && (await searchQuality(picture, predicted));
    if (found) best = { ...choice, ...found, bytes: new Uint8Array(found.bytes) };
  }
  return best;
}

/**
 * Returns the search that drafts of an image predict, null if no draft is small enough.
 * @param {Picture} picture
 * @param {QualitySearch} search
 * @returns {Promise<QualitySearch | null>}
 */
async function predictSearch(picture, search) {
  const { draft } = search.encoder;
  if (!draft) return search;
  const encoder = { ...search.encoder, encode: draft };
  const found = await searchQuality(picture, { ...search, encoder, limit: search.limit * DRAFT_BYTES });
  if (!found) return null;
  return { ...search, first: found.needed, encoder: { ...search.encoder, usualRise: found.rise } };
}

/**
 * Encodes a large image as JPEG in all its pixels, and compares it in a reduced copy.
 * @param {Uint8Array} bytes
 * @param {Picture} reduced the rendered image
 * @param {{ readonly target: number, readonly limit: number }} options
 * @returns {Promise<Trial | null>}
 */
export async function encodeLargeJpeg(bytes, reduced, { target, limit }) {
  const judge = openJudge(reduced, { target });
  /** @type {Encoder} */
  const encoder = {
    encode: (_, quality) =>
      sharp(bytes, { limitInputPixels: defaultLimits.framePixels })
        .autoOrient()
        .toColourspace('srgb')
        .jpeg({ quality, mozjpeg: true })
        .toBuffer(),
    qualities: ALL_QUALITIES,
  };
  return searchQuality(reduced, { judge, target, first: firstTries.jpeg, encoder, limit });
}

/**
 * Encodes a CMYK JPEG again in CMYK with its profile. Converted to RGB it would look different in each browser.
 * @param {Uint8Array} bytes
 * @param {Picture} picture the rendered image
 * @param {{ readonly target: number, readonly limit: number }} options
 * @returns {Promise<Trial | null>}
 */
export async function encodeInks(bytes, picture, { target, limit }) {
  const judge = openJudge(picture, { target });
  const inks = () => sharp(bytes).autoOrient().pipelineColourspace('cmyk').toColourspace('cmyk').keepIccProfile();
  /** @type {Encoder} */
  const encoder = {
    encode: (_, quality) => inks().jpeg({ quality, mozjpeg: true }).toBuffer(),
    qualities: ALL_QUALITIES,
  };
  return searchQuality(picture, { judge, target, first: firstTries.jpeg, encoder, limit });
}
