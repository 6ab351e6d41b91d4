import { pngQuantize } from '@napi-rs/image';
import sharp from 'sharp';
/** @import { Encoder, LossyFormat } from './lossy-encoders.js' */
/** @import { Effort } from './png-encode.js' */
/** @import { Trial } from './search-quality.js' */
/** @import { Picture } from './similarity.js' */
import { decodeImage } from './decode.js';
import { encodersBy, firstTries, rawOf } from './lossy-encoders.js';
import { encodePng } from './png-encode.js';
import { judgeBytes, mendQuality, searchQuality } from './search-quality.js';
import { openJudge, samplePicture } from './similarity.js';

const paletteSizes = Object.freeze([256, 192, 128, 96, 64, 48, 32, 24, 16]);

/** Below this the container of an AVIF outweighs what it saves over WebP. */
const leastForAvif = 700;

/**
 * A picture in another size.
 * @param {Picture} picture
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Picture>}
 */
export async function resizePicture(picture, width, height) {
  if (picture.width === width && picture.height === height) return picture;
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
  // Similarity falls with the colours: half of what is left is decided by each.
  for (let [from, to] = [0, paletteSizes.length]; from < to; ) {
    const middle = (from + to) >> 1;
    const colors = paletteSizes[middle];
    const decoded = await decodeImage(await pngQuantize(plain, { minQuality: 0, maxQuality: 100, speed: 3, colors }));
    if ('broken' in decoded) return null;
    const { rgba } = decoded.frames[0];
    const similarity = await judge({ ...picture, rgba });
    if (similarity >= target) {
      best = { rgba, similarity, quality: colors };
      from = middle + 1;
    } else to = middle;
  }
  return best && { ...best, bytes: encodePng({ ...picture, rgba: best.rgba }, { effort }) };
}

/**
 * Finds the smallest file, of some formats, whose similarity reaches the target; null where none does. Of a large
 * picture, format and quality are searched for in a sample: coding all of it a dozen times takes as many seconds.
 * @param {Picture} picture
 * @param {readonly LossyFormat[]} formats
 * @param {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean, readonly limit?: number }}
 *   options `dots`: it is set from dots of few colours; `limit`: the bytes of what it has to be smaller than
 * @returns {Promise<Trial | null>}
 */
export async function encodeLossy(picture, formats, { target, effort, dots = false, limit = Infinity }) {
  const part = dots || effort === 'max' ? null : samplePicture(picture);
  if (!part) {
    const best = await searchFormats(picture, formats, { target, effort, dots, limit });
    return best && { bytes: best.bytes, similarity: best.similarity, quality: best.quality };
  }
  const wanted = target + part.excess;
  const found = await searchFormats(part.sample, formats, { target: wanted, effort, dots, limit: Infinity });
  if (!found) return null;
  const whole = await encodeFrom(picture, { target, dots, quality: found.quality }, found.encoder);
  return whole && whole.bytes.length < limit ? whole : null;
}

/**
 * Encodes from a quality on that was found on a sample of the picture, or on another size of it.
 * @param {Picture} picture
 * @param {{ readonly target: number, readonly dots?: boolean, readonly quality: number }} options
 * @param {Encoder} encoder
 */
export function encodeFrom(picture, { target, dots = false, quality }, { encode }) {
  const judge = openJudge(picture, { dots, target });
  return mendQuality({
    judge: (bytes) => judgeBytes(picture, judge, bytes),
    target,
    encode: (wanted) => encode(picture, wanted),
    quality,
  });
}

/**
 * @param {Picture} picture
 * @param {readonly LossyFormat[]} formats
 * @param {{ target: number, effort: Effort, dots: boolean, limit: number }} options
 * @returns {Promise<(Trial & { encoder: Encoder }) | null>}
 */
async function searchFormats(picture, formats, { target, effort, dots, limit }) {
  const judge = openJudge(picture, { dots, target });
  /** @type {(Trial & { encoder: Encoder }) | null} */
  let best = null;
  for (const format of formats) {
    if (format === 'avif' && best && best.bytes.length < leastForAvif) continue;
    // A format that somebody asks for alone has to be tried.
    const known = encodersBy[effort][format];
    const encoders = known.length > 0 || formats.length > 1 ? known : encodersBy.balanced[format];
    for (const encoder of encoders) {
      const most = best?.bytes.length ?? limit;
      const found = await searchQuality(picture, { judge, target, first: firstTries[format], encoder, limit: most });
      if (found && (!best || found.bytes.length < best.bytes.length)) best = { ...found, encoder };
    }
  }
  return best && { ...best, bytes: new Uint8Array(best.bytes) };
}

/**
 * Codes a JPEG of inks anew in its inks, with the profile that tells what these look like: as colours it would look
 * different in each browser.
 * @param {Uint8Array} bytes
 * @param {Picture} picture what it shows
 * @param {{ readonly target: number, readonly limit: number }} options
 * @returns {Promise<Trial | null>}
 */
export async function encodeInks(bytes, picture, { target, limit }) {
  const judge = openJudge(picture, { target });
  const inks = () => sharp(bytes).autoOrient().pipelineColourspace('cmyk').toColourspace('cmyk').keepIccProfile();
  /** @type {Encoder} */
  const encoder = { encode: (_, quality) => inks().jpeg({ quality, mozjpeg: true }).toBuffer() };
  return searchQuality(picture, { judge, target, first: firstTries.jpeg, encoder, limit });
}
