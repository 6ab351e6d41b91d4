import { pngQuantize, Transformer } from '@napi-rs/image';
import sharp from 'sharp';
/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */
import { decodeImage } from './decode.js';
import { encodePng } from './png-encode.js';
import { measureSimilarity } from './similarity.js';

/** @typedef {'webp' | 'avif'} ModernFormat */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly quality: number }} Trial */

const paletteSizes = Object.freeze([256, 192, 128, 96, 64, 48, 32, 24, 16]);

/** How slowly each library may work; what they call effort. */
const encoderEffort = Object.freeze({
  fast: { webp: 4, avif: 2 },
  balanced: { webp: 6, avif: 4 },
  max: { webp: 6, avif: 7 },
});

/** @typedef {(picture: Picture, quality: number, effort: Effort) => Promise<Uint8Array>} Encode */

/**
 * AVIF in ten bits, which codes the same eight in fewer bytes: less is lost between the steps.
 * @param {'4:2:0' | '4:4:4'} chromaSubsampling
 * @returns {Encode}
 */
function avifWith(chromaSubsampling) {
  return (picture, quality, effort) =>
    rawOf(picture).avif({ quality, effort: encoderEffort[effort].avif, chromaSubsampling, bitdepth: 10 }).toBuffer();
}

/**
 * @param {boolean} smartSubsample
 * @returns {Encode}
 */
function webpWith(smartSubsample) {
  return (picture, quality, effort) =>
    rawOf(picture).webp({ quality, effort: encoderEffort[effort].webp, smartSubsample }).toBuffer();
}

/** @type {Encode} */
const avifOfOtherEncoder = ({ rgba, width, height }, quality) =>
  Transformer.fromRgbaPixels(rgba, width, height).avif({ quality, speed: 4 });

/**
 * Ways to encode each format, of which now one and now another wins.
 * @type {Readonly<Record<ModernFormat, readonly Encode[]>>}
 */
const variants = Object.freeze({
  avif: [avifWith('4:2:0'), avifWith('4:4:4'), avifOfOtherEncoder],
  webp: [webpWith(false), webpWith(true)],
});

/** @param {Picture} picture */
function rawOf({ width, height, rgba }) {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/**
 * Encodes without loss as WebP.
 * @param {Picture} picture
 * @param {Effort} effort
 */
export async function encodeWebpLossless(picture, effort) {
  return new Uint8Array(await rawOf(picture).webp({ lossless: true, effort: encoderEffort[effort].webp }).toBuffer());
}

/**
 * Cuts the palette down as far as the similarity stays above the floor; null where even 256 colours fall below it.
 * @param {Picture} picture
 * @param {{ readonly floor: number, readonly effort: Effort }} options
 * @returns {Promise<Trial | null>}
 */
export async function quantizePng(picture, { floor, effort }) {
  const plain = await rawOf(picture).png({ compressionLevel: 1 }).toBuffer();
  /** @type {{ rgba: Uint8Array, similarity: number, quality: number } | null} */
  let best = null;
  for (const colors of paletteSizes) {
    const decoded = await decodeImage(await pngQuantize(plain, { minQuality: 0, maxQuality: 100, speed: 3, colors }));
    if ('broken' in decoded) break;
    const { rgba } = decoded.frames[0];
    const similarity = await measureSimilarity(picture, { ...picture, rgba });
    if (similarity < floor) break;
    best = { rgba, similarity, quality: colors };
  }
  return best && { ...best, bytes: encodePng({ ...picture, rgba: best.rgba }, { effort }) };
}

/**
 * Finds the smallest file, of some formats, whose similarity reaches the target; null where none does.
 * @param {Picture} picture
 * @param {readonly ModernFormat[]} formats
 * @param {{ readonly target: number, readonly effort: Effort }} options
 * @returns {Promise<Trial | null>}
 */
export async function encodeModern(picture, formats, { target, effort }) {
  /** @type {Trial | null} */
  let best = null;
  for (const encode of formats.flatMap((format) => variants[format])) {
    const found = await lowestQuality(picture, target, (quality) => encode(picture, quality, effort));
    if (found && (!best || found.bytes.length < best.bytes.length)) best = found;
  }
  return best && { ...best, bytes: new Uint8Array(best.bytes) };
}

/**
 * Searches qualities from 1 to 100 by halving, as similarity grows with them.
 * @param {Picture} picture
 * @param {number} target
 * @param {(quality: number) => Promise<Uint8Array>} encode
 * @returns {Promise<Trial | null>}
 */
async function lowestQuality(picture, target, encode) {
  /** @type {Trial | null} */
  let best = null;
  for (let [low, high] = [1, 100]; low <= high; ) {
    const quality = (low + high) >> 1;
    const bytes = await encode(quality);
    const decoded = await decodeImage(bytes);
    const similarity =
      'broken' in decoded ? -1 : await measureSimilarity(picture, { ...picture, rgba: decoded.frames[0].rgba });
    if (similarity >= target) {
      if (!best || bytes.length <= best.bytes.length) best = { bytes, similarity, quality };
      high = quality - 1;
    } else low = quality + 1;
  }
  return best;
}
