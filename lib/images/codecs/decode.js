import { Transformer } from '@napi-rs/image';
import sharp from 'sharp';
import { exact } from '../../base/exact.js';
import { assertWithin, BrokenImage, defaultLimits } from '../png/limits.js';
import { decodePng } from '../png/png-decode.js';
/** @import { DecodedImage } from '../types.ts' */
/** @import { DecodeLimits } from '../png/limits.js' */
/** @import { Sniffed } from './sniff.js' */
import { decodeGif } from './gif-read.js';
import { sniffImage } from './sniff.js';

export { sniffImage } from './sniff.js';

/** @typedef {{ readonly broken: string } & Sniffed} BrokenFacts */

/**
 * Decodes any image into the pixels that a browser shows, within limits of memory and frames. Returns the reason if it
 * cannot.
 * @param {Uint8Array} bytes
 * @param {Partial<DecodeLimits>} [limits]
 * @returns {Promise<DecodedImage | BrokenFacts>}
 */
export async function decodeImage(bytes, limits = {}) {
  const bounds = { ...defaultLimits, ...limits };
  try {
    return await decodeWithin(bytes, bounds);
  } catch (error) {
    if (error instanceof BrokenImage) return Object.freeze({ broken: error.message, ...sniffImage(bytes) });
    throw error;
  }
}

/**
 * Formats of still images that are decoded row by row, so that a reduced copy needs no more memory than its own size.
 */
const REDUCIBLE = new Set(['jpeg', 'png', 'webp', 'avif']);

/**
 * Decodes a still image with more pixels than a limit into a copy within it. Returns null if the image is smaller or
 * cannot be reduced.
 * @param {Uint8Array} bytes
 * @param {number} maxPixels
 * @param {{ readonly width: number, readonly height: number }} [size] of the copy, if it must be a certain one
 * @returns {Promise<(DecodedImage & { readonly whole: { readonly width: number, readonly height: number } }) | null>}
 *   `whole`: the size of the image as rendered
 */
export async function decodeReduced(bytes, maxPixels, size) {
  const { format, width, height, frames = 1 } = sniffImage(bytes);
  const pixels = width * height;
  if (!REDUCIBLE.has(format) || frames > 1 || pixels <= maxPixels || pixels > defaultLimits.framePixels) return null;
  const scale = Math.sqrt(maxPixels / pixels);
  try {
    const image = sharp(bytes, { failOn: 'error', limitInputPixels: defaultLimits.framePixels });
    const about = await image.metadata();
    if ((about.pages ?? 1) > 1) return null;
    const { width: across, height: down } = about.autoOrient;
    const reduce = (/** @type {number} */ side) => Math.max(1, Math.floor(side * scale));
    const copy = size ?? { width: reduce(across), height: reduce(down) };
    const rgba = new Uint8Array(await readReduced(image, copy.width, copy.height));
    return Object.freeze({
      ...describeSource(about),
      format,
      width: copy.width,
      height: copy.height,
      frames: Object.freeze([Object.freeze({ rgba, delayMs: 0 })]),
      plays: 1,
      whole: Object.freeze({ width: across, height: down }),
    });
  } catch (error) {
    throw new BrokenImage(`cannot be decoded: ${firstLine(error)}`);
  }
}

/** @param {import('sharp').Sharp} image @param {number} width @param {number} height */
function readReduced(image, width, height) {
  return image.autoOrient().resize(width, height, { fit: 'fill' }).toColourspace('srgb').ensureAlpha().raw().toBuffer();
}

/**
 * Returns the properties of the source of decoded pixels.
 * @param {import('sharp').Metadata} about
 */
function describeSource({ depth, space, hasProfile, channels, orientation = 1 }) {
  return {
    bitsPerChannel: exact(depth === 'uchar' ? 8 : 16),
    colourSpace: exact(space === 'cmyk' ? 'cmyk' : hasProfile ? 'profile' : channels < 3 ? 'grey' : 'srgb'),
    orientation,
  };
}

/**
 * @param {Uint8Array} bytes
 * @param {DecodeLimits} limits
 * @returns {Promise<DecodedImage>}
 */
async function decodeWithin(bytes, limits) {
  if (bytes.length === 0) throw new BrokenImage('is empty');
  if (bytes.length > limits.bytes) {
    throw new BrokenImage(`is ${bytes.length} bytes, more than the limit of ${limits.bytes}`);
  }
  const { format, width, height, frames } = sniffImage(bytes);
  if (format === 'unknown') throw new BrokenImage('is not an image of a known format');
  if (format === 'gif') return decodeGif(bytes, limits);
  if (format === 'apng') return decodePng(bytes, limits);
  if (format === 'png') return decodeStillPng(bytes, limits);
  if (format !== 'svg' && format !== 'avif') assertWithin(width, height, frames ?? 1, limits);
  if (format === 'bmp' || format === 'ico') return { ...decodePng(await toPng(bytes), limits), format };
  return decodeWithSharp(bytes, format, limits);
}

/**
 * Decodes a PNG. Samples of another colour space are converted, as browsers do: screenshots have the profile of their
 * screen.
 * @param {Uint8Array} bytes
 * @param {DecodeLimits} limits
 */
async function decodeStillPng(bytes, limits) {
  const decoded = decodePng(bytes, limits);
  return decoded.colourSpace === 'profile' ? decodeWithSharp(bytes, 'png', limits) : decoded;
}

/**
 * Decodes a bitmap that only the second library reads.
 * @param {Uint8Array} bytes
 */
async function toPng(bytes) {
  try {
    return await new Transformer(bytes).png();
  } catch (error) {
    throw new BrokenImage(`cannot be decoded: ${firstLine(error)}`);
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {DecodedImage['format']} format
 * @param {DecodeLimits} limits
 * @returns {Promise<DecodedImage>}
 */
async function decodeWithSharp(bytes, format, limits) {
  try {
    const options = {
      animated: format === 'webp',
      failOn: exact('error'),
      limitInputPixels: limits.framePixels,
    };
    const about = await sharp(bytes, options).metadata();
    const count = about.pages ?? 1;
    assertWithin(about.width, about.pageHeight ?? about.height, count, limits);
    const { data, info } = await sharp(bytes, options)
      .autoOrient()
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const height = count > 1 ? (about.pageHeight ?? about.height) : info.height;
    const size = info.width * height * 4;
    return Object.freeze({
      format,
      width: info.width,
      height,
      frames: Object.freeze(
        Array.from({ length: count }, (_, i) =>
          Object.freeze({ rgba: data.subarray(i * size, (i + 1) * size), delayMs: about.delay?.[i] ?? 0 }),
        ),
      ),
      plays: count > 1 ? (about.loop ?? 0) : 1,
      ...describeSource(about),
    });
  } catch (error) {
    if (error instanceof BrokenImage) throw error;
    throw new BrokenImage(`cannot be decoded: ${firstLine(error)}`);
  }
}

/** Returns the first line of an error, without the name of a module of libvips. @param {unknown} error */
function firstLine(error) {
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/^Vips\w+: /, '');
}
