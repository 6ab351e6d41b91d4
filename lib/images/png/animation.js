/** @import { DecodedImage } from './types.ts' */

import { toWords } from './colours.js';

/** @typedef {{ readonly words: Uint32Array, readonly delayMs: number }} Moment */
/** @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} Rectangle */
/**
 * One way to get from the canvas to the next image: `source` replaces pixels, `over` keeps those below its transparent
 * pixels.
 * @typedef {{ readonly rectangle: Rectangle, readonly words: Uint32Array, readonly blend: 'source' | 'over' }} Patch
 */

const longestDelayMs = 655_350;

/**
 * Joins neighbouring frames that are the same into one with their total duration.
 * @param {Pick<DecodedImage, 'frames'>} image
 * @returns {Moment[]}
 */
export function mergeFrames({ frames }) {
  /** @type {{ words: Uint32Array, delayMs: number }[]} */
  const moments = [];
  for (const { rgba, delayMs } of frames) {
    const words = toWords(rgba);
    const last = moments.at(-1);
    const together = last ? displayedDelay(last.delayMs) + displayedDelay(delayMs) : 0;
    if (last && together <= longestDelayMs && isSame(last.words, words)) last.delayMs = together;
    else moments.push({ words, delayMs });
  }
  return moments;
}

/**
 * @param {Uint32Array} a
 * @param {Uint32Array} b
 */
function isSame(a, b) {
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Finds the smallest rectangle with all differences. Returns a single pixel if there are none.
 * @param {Uint32Array} from
 * @param {Uint32Array} to
 * @param {number} width
 * @returns {Rectangle}
 */
function changedRectangle(from, to, width) {
  let [left, top, right, bottom] = [width, -1, -1, -1];
  for (let i = 0; i < to.length; i++) {
    if (from[i] === to[i]) continue;
    const x = i % width;
    const y = (i - x) / width;
    if (top < 0) top = y;
    bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  if (top < 0) return { x: 0, y: 0, width: 1, height: 1 };
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Lists the ways to draw an image on a canvas.
 * @param {Uint32Array} canvas
 * @param {Uint32Array} picture
 * @param {number} width
 * @returns {Patch[]}
 */
export function listPatches(canvas, picture, width) {
  const rectangle = changedRectangle(canvas, picture, width);
  const source = new Uint32Array(rectangle.width * rectangle.height);
  const over = new Uint32Array(source.length);
  let [coverable, kept] = [true, false];
  for (let y = 0, to = 0; y < rectangle.height; y++) {
    const from = (rectangle.y + y) * width + rectangle.x;
    for (let x = 0; x < rectangle.width; x++, to++) {
      const word = picture[from + x];
      source[to] = word;
      if (word === canvas[from + x]) kept = true;
      else {
        over[to] = word;
        // A pixel that is blended over must be opaque. Otherwise it would mix with the canvas.
        if (word >>> 24 < 255) coverable = false;
      }
    }
  }
  /** @type {Patch[]} */
  const patches = [{ rectangle, words: source, blend: 'source' }];
  if (coverable && kept) patches.push({ rectangle, words: over, blend: 'over' });
  return patches;
}

/**
 * Returns the canvas after a frame has been shown and disposed of.
 * @param {Uint32Array} before the canvas before the frame was drawn
 * @param {Uint32Array} shown
 * @param {Rectangle} rectangle
 * @param {number} width
 * @param {'none' | 'background' | 'previous'} dispose
 */
export function disposeFrame(before, shown, rectangle, width, dispose) {
  if (dispose === 'none') return shown;
  if (dispose === 'previous') return before;
  const cleared = shown.slice();
  for (let y = rectangle.y; y < rectangle.y + rectangle.height; y++) {
    cleared.fill(0, y * width + rectangle.x, y * width + rectangle.x + rectangle.width);
  }
  return cleared;
}

/**
 * Returns the time for which browsers show a frame: delays of 10 ms or less become 100 ms.
 * @param {number} delayMs
 */
export function displayedDelay(delayMs) {
  return delayMs <= 10 ? 100 : delayMs;
}
