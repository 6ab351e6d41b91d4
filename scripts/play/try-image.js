import { describeImage } from '../../lib/images/analyse/describe-image.js';
import { decodeGif } from '../../lib/images/codecs/gif-read.js';
import { sniffImage } from '../../lib/images/codecs/sniff.js';
import { encodeApng } from '../../lib/images/png/apng-encode.js';
import { defaultLimits } from '../../lib/images/png/limits.js';
import { measureSimilarity } from '../../lib/images/png/measure-similarity.js';
import { decodePng } from '../../lib/images/png/png-decode.js';
import { encodePng } from '../../lib/images/png/png-encode.js';
import { optimizePng } from '../../lib/images/png/png-optimize.js';
import { quantize } from './quantize.js';

/** @import { DecodedImage } from '../../lib/images/types.ts' */

/** @typedef {{ name: string, type: string, bytes: Uint8Array, similarity: number | null }} Form */
/** @typedef {{ decoded: DecodedImage, facts: ReturnType<typeof describeImage>, forms: Form[] }} Tried */

/** Max pixels of an image that a tab encodes within seconds. */
const MAX_PIXELS = 4_000_000;
/** Max pixels of an image that is encoded with the effort of a build. */
const BALANCED_PIXELS = 120_000;
/** The min similarity of a build by default, which is visually identical. */
const VISUAL = 90;
/** Sizes of palettes that are tried, starting with the largest that PNG supports. */
const PALETTES = [256, 128, 64, 32];

/**
 * Tries the formats that a build would try for an image.
 * @param {Uint8Array} bytes @returns {Promise<Tried>}
 */
export async function tryImage(bytes) {
  const { format, width, height } = sniffImage(bytes);
  if (format === 'unknown' || format === 'svg') throw new Error('This is not a bitmap image that can be decoded here.');
  if (width * height > MAX_PIXELS) throw new Error('The image has more than 4 megapixels. Use the command for it.');
  const decoded = await decode(bytes, format);
  const facts = describeImage(decoded);
  const forms = decoded.frames.length > 1 ? animated(decoded) : await still(decoded, bytes, facts.colours);
  return { decoded, facts, forms };
}

/** @param {Uint8Array} bytes @param {DecodedImage['format']} format @returns {Promise<DecodedImage>} */
async function decode(bytes, format) {
  if (format === 'gif') return decodeGif(bytes, defaultLimits);
  if (format === 'png' || format === 'apng') return decodePng(bytes, defaultLimits);
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
  const context = contextOf(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const frames = [{ rgba: new Uint8Array(data), delayMs: 0 }];
  return { format, width, height, frames, plays: 1, bitsPerChannel: 8, colourSpace: 'srgb', orientation: 1 };
}

/** @param {DecodedImage} image @returns {Form[]} */
function animated(image) {
  return [{ name: 'APNG', type: 'image/png', bytes: encodeApng(image, { effort: 'fast' }), similarity: 100 }];
}

/** @param {DecodedImage} image @param {Uint8Array} bytes @param {number} colours @returns {Promise<Form[]>} */
async function still(image, bytes, colours) {
  const { format, width, height, frames } = image;
  const picture = { width, height, rgba: frames[0].rgba };
  const effort = width * height > BALANCED_PIXELS ? 'fast' : 'balanced';
  const isPng = format === 'png';
  const exact = isPng ? optimizePng(bytes, { effort }) : encodePng(picture, { effort });
  const isLossy = format === 'jpeg' || format === 'webp' || format === 'avif';
  return [
    ...(isLossy ? [] : [{ name: 'PNG, the same pixels', type: 'image/png', bytes: exact, similarity: 100 }]),
    ...(isLossy ? [] : withPalette(picture, colours)),
    ...(await withWebp(picture)),
  ];
}

/**
 * Returns the smallest palette PNG that is visually identical to the original.
 * @param {{ width: number, height: number, rgba: Uint8Array }} picture
 * @param {number} present its number of colours
 * @returns {Form[]}
 */
function withPalette(picture, present) {
  /** @type {Form | null} */
  let best = null;
  for (const colours of PALETTES.filter((size) => size < present)) {
    const reduced = quantize(picture, colours);
    const similarity = measureSimilarity(picture, reduced);
    if (similarity < VISUAL) break;
    const bytes = encodePng(reduced, { effort: 'fast' });
    if (!best || bytes.length < best.bytes.length)
      best = { name: `PNG, ${colours} colours`, type: 'image/png', bytes, similarity };
  }
  return best ? [best] : [];
}

/**
 * Returns the lowest quality of this browser's own WebP encoder that is visually identical to the original.
 * @param {{ width: number, height: number, rgba: Uint8Array }} picture @returns {Promise<Form[]>}
 */
async function withWebp(picture) {
  let [low, high] = [30, 100];
  /** @type {Form | null} */
  let best = null;
  while (low <= high) {
    const quality = Math.floor((low + high) / 2);
    const bytes = await encodeWebp(picture, quality / 100);
    if (!bytes) return [];
    const similarity = measureSimilarity(picture, await pixelsOf(bytes));
    if (similarity >= VISUAL) {
      best = { name: `WebP, quality ${quality}`, type: 'image/webp', bytes, similarity };
      high = quality - 1;
    } else low = quality + 1;
  }
  return best ? [best] : [];
}

/** @param {{ width: number, height: number, rgba: Uint8Array }} picture @param {number} quality */
async function encodeWebp({ width, height, rgba }, quality) {
  const context = contextOf(width, height);
  context.putImageData(new ImageData(new Uint8ClampedArray(rgba), width, height), 0, 0);
  const blob = await context.canvas.convertToBlob({ type: 'image/webp', quality });
  return blob.type === 'image/webp' ? new Uint8Array(await blob.arrayBuffer()) : null;
}

/** @param {Uint8Array} bytes */
async function pixelsOf(bytes) {
  const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
  const context = contextOf(bitmap.width, bitmap.height);
  context.drawImage(bitmap, 0, 0);
  const { data, width, height } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  return { width, height, rgba: new Uint8Array(data) };
}

/** @param {number} width @param {number} height */
function contextOf(width, height) {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser gives no canvas to draw on.');
  return context;
}
