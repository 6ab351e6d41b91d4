/** @import { Size } from '../../base/half-size.js' */
/** @import { Picture } from './similarity.js' */

import { sizeOfHalf } from '../../base/half-size.js';

/** Bytes per pixel: red, green, blue, alpha. */
const CHANNELS = 4;

/**
 * Weights of the pixels of a row or column that a pixel of the half stands for. One more stands at the end of an odd
 * side, so each half takes a part of its neighbours.
 */
const EVEN = Object.freeze([1 / 2, 1 / 2]);
const ODD = Object.freeze([1 / 4, 1 / 2, 1 / 4]);
const SINGLE = Object.freeze([1]);

/** Added to a mean before its fraction is cut off, so that halves are rounded down, whatever the error of the sum. */
const ROUND_DOWN = 1e-3;
/** Added to a mean before its fraction is cut off, so that it is rounded. */
const ROUND = 0.5;

/**
 * Returns the number of times that an image must be halved to get a size, null if that gives another size.
 * @param {Size} image @param {number} width @param {number} height
 */
export function countHalvings(image, width, height) {
  for (let times = 1; 2 ** (times - 1) < image.width; times += 1) {
    const half = sizeOfHalf(image, times);
    if (half.width === width && half.height === height) return times;
  }
  return null;
}

/**
 * Halves an image several times, in the way of Chromium, which renders images much smaller than they are from such
 * halves: all but the last time sizes are rounded down, and the last time pixels are interpolated, to a size that is
 * rounded up. So it renders the half like the original: as it renders them, an image of even sizes had the same pixels,
 * and six photographs of odd sizes a similarity of 99, and of 63 to 93 if resized exactly, before any loss.
 * @param {Picture} picture @param {number} times
 * @returns {Picture}
 */
export function resizeToHalf(picture, times) {
  const { width, height } = sizeOfHalf(picture, times);
  const near = Array.from({ length: times - 1 }).reduce(halve, picture);
  return interpolate(near, width, height);
}

/**
 * Halves the width and height of an image, rounded down. Each pixel is the mean of those that it stands for, weighted
 * by their opacity.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function halve({ width, height, rgba }) {
  const to = { width: Math.max(1, width >> 1), height: Math.max(1, height >> 1) };
  const columns = Array.from({ length: to.width }, (_, at) => tapsAt(2 * at, width));
  const rows = Array.from({ length: to.height }, (_, at) => tapsAt(2 * at, height));
  return gather({ width, rgba }, { columns, rows, rounding: ROUND_DOWN });
}

/**
 * The pixels of a row or column that one of a smaller image stands for.
 * @typedef {{ readonly start: number, readonly weights: readonly number[] }} Taps
 */

/** @param {number} start @param {number} side @returns {Taps} */
function tapsAt(start, side) {
  if (side === 1) return { start, weights: SINGLE };
  return { start, weights: side % 2 === 0 ? EVEN : ODD };
}

/**
 * Resizes an image to about its half, by interpolating between neighbours.
 * @param {Picture} picture @param {number} width @param {number} height
 * @returns {Picture}
 */
function interpolate({ width: fromWidth, height: fromHeight, rgba }, width, height) {
  const tapsFor = (/** @type {number} */ to, /** @type {number} */ from) =>
    Array.from({ length: to }, (_, at) => neighboursAt(((at + 0.5) * from) / to - 0.5, from));
  const isExact = fromWidth === 2 * width && fromHeight === 2 * height;
  const rounding = isExact ? ROUND_DOWN : ROUND;
  return gather(
    { width: fromWidth, rgba },
    { columns: tapsFor(width, fromWidth), rows: tapsFor(height, fromHeight), rounding },
  );
}

/** @param {number} place @param {number} side @returns {Taps} */
function neighboursAt(place, side) {
  const within = Math.min(Math.max(place, 0), side - 1);
  const start = Math.floor(within);
  const share = within - start;
  return share === 0 ? { start, weights: SINGLE } : { start, weights: [1 - share, share] };
}

/**
 * @param {{ width: number, rgba: Uint8Array }} picture
 * @param {{ columns: readonly Taps[], rows: readonly Taps[], rounding: number }} taps
 * @returns {Picture}
 */
function gather({ width: stride, rgba: from }, { columns, rows, rounding }) {
  const rgba = new Uint8Array(columns.length * rows.length * CHANNELS);
  let at = 0;
  for (const row of rows) {
    for (const column of columns) {
      setMean(rgba, at, { from, stride, row, column, rounding });
      at += CHANNELS;
    }
  }
  return { width: columns.length, height: rows.length, rgba };
}

/**
 * @param {Uint8Array} to @param {number} at
 * @param {{ from: Uint8Array, stride: number, row: Taps, column: Taps, rounding: number }} source
 */
function setMean(to, at, { from, stride, row, column, rounding }) {
  let [red, green, blue, opacity] = [0, 0, 0, 0];
  for (let y = 0; y < row.weights.length; y += 1) {
    let pixel = ((row.start + y) * stride + column.start) * CHANNELS;
    for (let x = 0; x < column.weights.length; x += 1) {
      const alpha = from[pixel + 3] * row.weights[y] * column.weights[x];
      red += from[pixel] * alpha;
      green += from[pixel + 1] * alpha;
      blue += from[pixel + 2] * alpha;
      opacity += alpha;
      pixel += CHANNELS;
    }
  }
  if (opacity === 0) return;
  to[at] = Math.floor(red / opacity + rounding);
  to[at + 1] = Math.floor(green / opacity + rounding);
  to[at + 2] = Math.floor(blue / opacity + rounding);
  to[at + 3] = Math.floor(opacity + rounding);
}
