/** @import { DecodedImage } from '../types.ts' */
/** @import { Effort } from '../png/png-encode.js' */
/** @import { Trial } from './search-quality.js' */

import sharp from 'sharp';
import { exact } from '../../base/exact.js';
import { BrokenImage } from '../png/limits.js';
import { decodeImage } from './decode.js';
import { encodeLossy } from './lossy.js';
import { mendQuality } from './search-quality.js';
import { openJudge } from './similarity.js';

/** Max number of colours in all frames of a drawn animation. */
const DRAWN_COLOURS = 192;
/** Max frames that are measured: the quality that reaches a target is nearly the same for all frames. */
const MAX_FRAMES = 5;
/** Max pixels of these frames: measuring takes a microsecond per pixel. */
const MAX_PIXELS = 500_000;
/** Browsers show shorter delays for a different time, depending on the format. */
const SHORTEST_MS = 20;

/**
 * Encodes an animation of photographic frames as lossy WebP with all frames and delays. Returns null if no result is
 * similar enough and smaller.
 * @param {DecodedImage} image
 * @param {{ readonly target: number, readonly effort: Effort, readonly limit: number }} options
 * @returns {Promise<Trial | null>}
 */
export async function encodeFilm(image, { target, effort, limit }) {
  const { frames, width, height } = image;
  if (frames.length < 2 || frames.some(({ delayMs }) => delayMs < SHORTEST_MS) || isDrawn(image)) return null;
  const count = Math.max(1, Math.min(MAX_FRAMES, frames.length, Math.floor(MAX_PIXELS / (width * height))));
  const chosen = Array.from({ length: count }, (_, at) => Math.floor((at * frames.length) / count));
  const sample = stack(image, chosen);
  // Frames of few colours are dithered, as those of a palette are.
  const still = await encodeLossy(sample, ['webp'], { target, effort, dots: true });
  if (!still) return null;
  const judge = openJudge(sample, { dots: true, target });
  const encode = (/** @type {number} */ quality) => encodeAll(image, quality);
  const judgeFilm = async (/** @type {Uint8Array} */ bytes) => {
    const made = await decodeImage(bytes);
    if ('broken' in made || !isSameFilm(image, made))
      throw new BrokenImage('has frames that WebP would store differently');
    return judge(stack(made, chosen));
  };
  const found = await mendQuality({ judge: judgeFilm, target, encode, quality: still.quality });
  return found && found.bytes.length < limit ? found : null;
}

/** @param {DecodedImage} image @param {number} quality */
function encodeAll({ width, height, frames, plays }, quality) {
  const rgba = Buffer.concat(frames.map((frame) => frame.rgba));
  const raw = { width, height: height * frames.length, channels: exact(4), pageHeight: height };
  return sharp(rgba, { raw })
    .webp({ quality, effort: 4, delay: frames.map(({ delayMs }) => delayMs), loop: plays })
    .toBuffer();
}

/** @param {DecodedImage} a @param {DecodedImage} b */
function isSameFilm(a, b) {
  return (
    a.plays === b.plays &&
    a.frames.length === b.frames.length &&
    a.frames.every(({ delayMs }, index) => delayMs === b.frames[index].delayMs)
  );
}

/** Returns some frames below each other as one image. @param {DecodedImage} image @param {readonly number[]} chosen */
function stack({ width, height, frames }, chosen) {
  const rgba = new Uint8Array(Buffer.concat(chosen.map((at) => frames[at].rgba)));
  return { width, height: height * chosen.length, rgba };
}

/** @param {DecodedImage} image */
function isDrawn({ frames }) {
  const colours = new Set();
  for (const { rgba } of frames) {
    const words = new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2);
    for (const colour of words) if (colours.add(colour).size > DRAWN_COLOURS) return false;
  }
  return true;
}
