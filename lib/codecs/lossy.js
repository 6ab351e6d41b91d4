import { pngQuantize, Transformer } from '@napi-rs/image';
import sharp from 'sharp';
/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */
import { decodeImage } from './decode.js';
import { encodePng } from './png-encode.js';
import { openJudge } from './similarity.js';

/** @typedef {'webp' | 'avif' | 'jpeg'} LossyFormat */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly quality: number }} Trial */
/** @typedef {(picture: Picture, quality: number) => Promise<Uint8Array>} Encode */
/** @typedef {{ readonly encode: Encode, readonly draft?: Encode }} Encoder `draft` is the same in a hurry */
/** @typedef {import('./similarity.js').Judge} Judge */

const paletteSizes = Object.freeze([256, 192, 128, 96, 64, 48, 32, 24, 16]);

/** Below this the container of an AVIF outweighs what it saves over WebP. */
const leastForAvif = 700;

/** About how much similarity a step of quality brings. */
const slope = 0.7;

/** So close to the target a search ends: what is left is less than a percent of bytes. */
const closeEnough = 1.2;

/** Measuring takes longer than encoding: so many qualities are tried. */
const mostTrials = 6;

/** How often the final encoding is moved a step from its draft. */
const mostSteps = 2;

/** @param {Picture} picture */
function rawOf({ width, height, rgba }) {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/**
 * AVIF is drafted fast: coded slowly in the end it takes a tenth fewer bytes for the same quality.
 * @param {8 | 10} bitdepth
 * @param {number} effort of the last encoding
 * @param {'4:2:0' | '4:4:4'} chromaSubsampling
 * @returns {Encoder}
 */
function avifWith(bitdepth, effort, chromaSubsampling) {
  const encodeAt = (/** @type {number} */ wanted) => (/** @type {Picture} */ picture, /** @type {number} */ quality) =>
    rawOf(picture).avif({ quality, effort: wanted, chromaSubsampling, bitdepth }).toBuffer();
  return { encode: encodeAt(effort), draft: encodeAt(2) };
}

/** @param {number} effort @param {boolean} smartSubsample @returns {Encoder} */
function webpWith(effort, smartSubsample) {
  return { encode: (picture, quality) => rawOf(picture).webp({ quality, effort, smartSubsample }).toBuffer() };
}

/** @type {Encoder} */
const avifOfOtherEncoder = {
  encode: ({ rgba, width, height }, quality) =>
    Transformer.fromRgbaPixels(rgba, width, height).avif({ quality, speed: 4 }),
};

/** @type {Encoder} */
const jpegOfPhotos = {
  encode: (picture, quality) => rawOf(picture).removeAlpha().jpeg({ quality, mozjpeg: true }).toBuffer(),
};

/**
 * Ways to encode each format, of which now one and now another wins.
 * @type {Readonly<Record<Effort, Readonly<Record<LossyFormat, readonly Encoder[]>>>>}
 */
const variants = Object.freeze({
  fast: { webp: [webpWith(4, true)], avif: [], jpeg: [jpegOfPhotos] },
  balanced: { webp: [webpWith(6, true)], avif: [avifWith(8, 4, '4:2:0')], jpeg: [jpegOfPhotos] },
  max: {
    webp: [webpWith(6, true), webpWith(6, false)],
    avif: [avifWith(10, 7, '4:2:0'), avifWith(10, 7, '4:4:4'), avifOfOtherEncoder],
    jpeg: [jpegOfPhotos],
  },
});

/** The quality at which most pictures are as alike as is usually asked for. */
const firstTries = Object.freeze({ webp: 55, avif: 48, jpeg: 65 });

/**
 * A picture in another size.
 * @param {Picture} picture
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Picture>}
 */
export async function resizePicture(picture, width, height) {
  const rgba = new Uint8Array(await rawOf(picture).resize(width, height, { fit: 'fill' }).raw().toBuffer());
  return { width, height, rgba };
}

/**
 * Encodes without loss as WebP.
 * @param {Picture} picture
 * @param {Effort} effort
 */
export async function encodeWebpLossless(picture, effort) {
  const options = { lossless: true, effort: effort === 'fast' ? 4 : 6 };
  return new Uint8Array(await rawOf(picture).webp(options).toBuffer());
}

/**
 * Cuts the palette down as far as the similarity stays above the floor; null where even 256 colours fall below it.
 * @param {Picture} picture
 * @param {{ readonly target: number, readonly effort: Effort }} options
 * @returns {Promise<Trial | null>}
 */
export async function quantizePng(picture, { target, effort }) {
  const plain = await rawOf(picture).png({ compressionLevel: 1 }).toBuffer();
  const judge = openJudge(picture, {});
  /** @type {{ rgba: Uint8Array, similarity: number, quality: number } | null} */
  let best = null;
  for (const colors of paletteSizes) {
    const decoded = await decodeImage(await pngQuantize(plain, { minQuality: 0, maxQuality: 100, speed: 3, colors }));
    if ('broken' in decoded) break;
    const { rgba } = decoded.frames[0];
    const similarity = await judge({ ...picture, rgba });
    if (similarity < target) break;
    best = { rgba, similarity, quality: colors };
  }
  return best && { ...best, bytes: encodePng({ ...picture, rgba: best.rgba }, { effort }) };
}

/**
 * Finds the smallest file, of some formats, whose similarity reaches the target; null where none does.
 * @param {Picture} picture
 * @param {readonly LossyFormat[]} formats
 * @param {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean }} options `dots`: it is set from dots of few colours
 * @returns {Promise<Trial | null>}
 */
export async function encodeLossy(picture, formats, { target, effort, dots = false }) {
  const judge = openJudge(picture, { dots, target });
  /** @type {Trial | null} */
  let best = null;
  for (const format of formats) {
    if (format === 'avif' && best && best.bytes.length < leastForAvif) continue;
    // A format that somebody asks for alone has to be tried.
    const known = variants[effort][format];
    const encoders = known.length > 0 || formats.length > 1 ? known : variants.balanced[format];
    for (const encoder of encoders) {
      const found = await searchQuality(picture, { judge, target, first: firstTries[format], encoder });
      if (found && (!best || found.bytes.length < best.bytes.length)) best = found;
    }
  }
  return best && { ...best, bytes: new Uint8Array(best.bytes) };
}

/**
 * Searches for the lowest quality that reaches the target, as similarity grows with it: each trial is where the last ones point.
 * @param {Picture} picture
 * @param {{ judge: Judge, target: number, first: number, encoder: Encoder }} search
 * @returns {Promise<Trial | null>}
 */
async function searchQuality(picture, { judge, target, first, encoder: { encode, draft } }) {
  /** @type {Trial | null} */
  let best = null;
  let [low, high] = [
    { quality: 0, similarity: -Infinity },
    { quality: 101, similarity: Infinity },
  ];
  let quality = first;
  for (let trial = 0; trial < mostTrials && high.quality - low.quality > 1; trial++) {
    const found = await tryQuality(picture, { judge, encode: draft ?? encode }, quality);
    if (found.similarity >= target) {
      high = found;
      if (!best || found.bytes.length <= best.bytes.length) best = found;
      if (found.similarity - target < closeEnough) break;
    } else low = found;
    quality = nextQuality(low, high, target + closeEnough / 2);
  }
  return best && draft ? finish(picture, { judge, target, encode }, best) : best;
}

/**
 * The quality between two that should meet the wanted similarity.
 * @param {{ quality: number, similarity: number }} low
 * @param {{ quality: number, similarity: number }} high
 * @param {number} wanted
 */
function nextQuality(low, high, wanted) {
  const isBetween = Number.isFinite(low.similarity) && Number.isFinite(high.similarity);
  const known = Number.isFinite(low.similarity) ? low : high;
  const rise = isBetween ? (high.similarity - low.similarity) / (high.quality - low.quality) : slope;
  const from = isBetween ? low : known;
  const guess = Math.round(from.quality + (wanted - from.similarity) / Math.max(rise, 0.1));
  return Math.min(Math.max(guess, low.quality + 1), high.quality - 1);
}

/**
 * Encodes as well as can be, from the quality of a draft on down while the target is held, or up where the draft was kinder.
 * @param {Picture} picture
 * @param {{ judge: Judge, target: number, encode: Encode }} search
 * @param {Trial} draft
 * @returns {Promise<Trial>}
 */
async function finish(picture, search, draft) {
  const { target } = search;
  let best = draft;
  let quality = draft.quality;
  for (let step = 0; step < mostSteps && quality > 0 && quality <= 100; step++) {
    const found = await tryQuality(picture, search, quality);
    if (found.similarity < target && (best !== draft || found.bytes.length >= draft.bytes.length)) break;
    if (found.similarity >= target && found.bytes.length <= best.bytes.length) best = found;
    if (found.similarity >= target && found.similarity - target < closeEnough) break;
    quality += found.similarity < target ? 1 : -Math.max(1, Math.floor((found.similarity - target) / slope / 2));
  }
  return best;
}

/**
 * @param {Picture} picture
 * @param {{ judge: Judge, encode: Encode }} search
 * @param {number} quality
 * @returns {Promise<Trial>}
 */
async function tryQuality(picture, { judge, encode }, quality) {
  const bytes = await encode(picture, quality);
  const decoded = await decodeImage(bytes);
  const similarity = 'broken' in decoded ? -Infinity : await judge({ ...picture, rgba: decoded.frames[0].rgba });
  return { bytes, similarity, quality };
}
