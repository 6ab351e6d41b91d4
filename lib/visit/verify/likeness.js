/** @import { Tile } from '../../images/grounds.js' */
/** @import { Pixels } from './types.js' */

import { findGround, shareNear } from '../../images/grounds.js';

/** Min contrast of visible content, in lightness from 0 to 1. */
const MIN_CONTRAST = 0.06;
/** Min share of the contrast that must remain. */
const MIN_CONTRAST_KEPT = 0.3;
/** Min share of a tile that its background must still cover afterwards. */
const GROUND_SHARE_KEPT = 0.2;
/** Levels of 255 by which a background may differ before an edge becomes visible. */
const GROUND_TOLERANCE = 6;
/** Min blur radius, so that it reaches the neighbours in an image of a few pixels. */
const MIN_BLUR = 1;
/** Approximate width of a tile in pixels. */
const TILE = 24;
/** (0.01)², the constant of SSIM's luminance (Wang et al. 2004) for values from 0 to 1. */
const C1 = 0.0001;
/** (0.03)², the constant of SSIM's structure (Wang et al. 2004) for values from 0 to 1. */
const C2 = 0.0009;

/**
 * Pixels by which an image is still blurred after it was reduced. A smaller blur would show its squares. With this and
 * `MAX_STEP`, the likeness is that at full size.
 */
const BLUR_LEFT = 8;
/** Max factor by which an image is reduced: a tile keeps six values per axis. */
const MAX_STEP = 4;

const LINEAR = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Steps between black and white. Interpolated values are off by at most a millionth. */
const LIGHTNESS_STEPS = 16_384;
const LIGHTNESS = Float32Array.from({ length: LIGHTNESS_STEPS + 2 }, (_, step) => {
  const light = step / LIGHTNESS_STEPS;
  return light > 0.008856 ? 1.16 * Math.cbrt(light) - 0.16 : 9.033 * light;
});

/**
 * Measures the likeness of two images of one size, from 0 to 1: blurred in linear light, as from a reading distance,
 * then compared tile by tile in lightness and colour. Content that is missing from a tile makes it 0, and so does a
 * background of another colour.
 * @param {Pixels} before @param {Pixels} after
 * @returns {number}
 */
export function measureLikeness(before, after) {
  const { width, height } = before;
  if (width !== after.width || height !== after.height || width === 0 || height === 0) return 0;
  const [first, second] = [before, after].map(seeFromAfar);
  const [columns, smallColumns] = [width, first[0].width].map((length) => cutEvenly(length, width));
  const [rows, smallRows] = [height, first[0].height].map((length) => cutEvenly(length, height));
  let sum = 0;
  for (const [column, [x, right]] of columns.entries()) {
    for (const [row, [y, bottom]] of rows.entries()) {
      const [left, to] = smallColumns[column];
      const [top, end] = smallRows[row];
      const small = { x: left, y: top, width: to - left, height: end - top, stride: first[0].width };
      const scores = first.map(({ values }, channel) => compareTile(values, second[channel].values, small));
      const tile = { x, y, width: right - x, height: bottom - y, stride: width };
      if (scores.some(({ isLost }) => isLost) || !keepsGround(before, after, tile)) return 0;
      sum += scores.reduce((total, { score }) => total + score, 0) / scores.length;
    }
  }
  return sum / (columns.length * rows.length);
}

/** @typedef {{ values: Float32Array, width: number, height: number }} Plane one channel of an image */

/**
 * Returns the three channels of an image as seen from a reading distance. Before a strong blur the image is reduced,
 * which costs a sixteenth and gives the same result.
 * @param {Pixels} pixels
 * @returns {Plane[]}
 */
function seeFromAfar(pixels) {
  const blurred = Math.round(Math.min(pixels.height, pixels.width) / 16);
  const step = Math.min(MAX_STEP, Math.max(1, Math.floor(blurred / BLUR_LEFT)));
  const radius = Math.max(MIN_BLUR, Math.round(blurred / step));
  return [0, 1, 2].map((channel) => lighten(blur(takeChannel(pixels, channel, step), radius)));
}

/**
 * Cuts a length into parts of one size, so that no narrow part at the end depends on a single row of pixels.
 * @param {number} length @param {number} whole length of the image in pixels, which decides the count of parts
 * @returns {[start: number, end: number][]}
 */
function cutEvenly(length, whole) {
  const parts = Math.max(1, Math.round(whole / TILE));
  return Array.from({ length: parts }, (_, at) => [
    Math.round((at * length) / parts),
    Math.round(((at + 1) * length) / parts),
  ]);
}

/**
 * Returns true if the colour that covers most of a tile is still there. A tile without such a colour has no background.
 * @param {Pixels} before @param {Pixels} after @param {Tile} tile
 */
function keepsGround(before, after, tile) {
  const ground = findGround(before, tile);
  return ground === null || shareNear(after, tile, ground, GROUND_TOLERANCE) >= GROUND_SHARE_KEPT;
}

/**
 * Returns a channel in linear light, the mean of each square of `step` pixels. The rest at the end is left out.
 * @param {Pixels} pixels @param {number} channel @param {number} step
 * @returns {Plane}
 */
function takeChannel({ width: stride, height: rows, rgba }, channel, step) {
  const [width, height] = [Math.floor(stride / step), Math.floor(rows / step)];
  const values = new Float32Array(width * height);
  for (let row = 0; row < height * step; row += 1) {
    const start = Math.floor(row / step) * width;
    for (let at = 0, from = row * stride * 4 + channel; at < width; at += 1) {
      for (let column = 0; column < step; column += 1, from += 4) values[start + at] += LINEAR[rgba[from]];
    }
  }
  if (step > 1) for (let at = 0; at < values.length; at += 1) values[at] /= step ** 2;
  return { values, width, height };
}

/**
 * Returns the perceived lightness of linear light: CIE L*, which is less steep near black than its cube root.
 * @param {Plane} plane
 * @returns {Plane}
 */
function lighten({ values, ...size }) {
  const lightness = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    // Sums of a moving blur can be slightly negative.
    const place = Math.min(Math.max(values[at], 0), 1) * LIGHTNESS_STEPS;
    const step = Math.floor(place);
    lightness[at] = LIGHTNESS[step] + (LIGHTNESS[step + 1] - LIGHTNESS[step]) * (place - step);
  }
  return { values: lightness, ...size };
}

/**
 * Box blur along rows, then along columns.
 * @param {Plane} plane @param {number} radius
 * @returns {Plane}
 */
function blur({ values, width, height }, radius) {
  return { values: blurColumns(blurRows(values, width, radius), width, height, radius), width, height };
}

/** @param {Float32Array} plane @param {number} width @param {number} radius */
function blurRows(plane, width, radius) {
  const result = new Float32Array(plane.length);
  const last = width - 1;
  for (let start = 0; start < plane.length; start += width) {
    let sum = 0;
    for (let at = -radius; at <= radius; at += 1) sum += plane[start + Math.min(Math.max(at, 0), last)];
    for (let at = 0; at < width; at += 1) {
      result[start + at] = sum / (2 * radius + 1);
      const [entering, leaving] = [at + radius + 1, at - radius];
      sum += plane[start + (entering < last ? entering : last)] - plane[start + (leaving > 0 ? leaving : 0)];
    }
  }
  return result;
}

/**
 * Blurs all columns, one row at a time, which is the order in memory.
 * @param {Float32Array} plane @param {number} width @param {number} height @param {number} radius
 */
function blurColumns(plane, width, height, radius) {
  const result = new Float32Array(plane.length);
  const sums = new Float64Array(width);
  const startOf = (/** @type {number} */ row) => Math.min(Math.max(row, 0), height - 1) * width;
  for (let row = -radius; row <= radius; row += 1) {
    const start = startOf(row);
    for (let at = 0; at < width; at += 1) sums[at] += plane[start + at];
  }
  for (let row = 0; row < height; row += 1) {
    const [start, entering, leaving] = [row, row + radius + 1, row - radius].map(startOf);
    for (let at = 0; at < width; at += 1) {
      result[start + at] = sums[at] / (2 * radius + 1);
      sums[at] += plane[entering + at] - plane[leaving + at];
    }
  }
  return result;
}

/**
 * Returns the structural similarity of one tile.
 * @see https://doi.org/10.1109/TIP.2003.819861
 * @param {Float32Array} a @param {Float32Array} b
 * @param {Tile} tile
 */
function compareTile(a, b, { x, y, width, height, stride }) {
  let sumA = 0;
  let sumB = 0;
  let squareA = 0;
  let squareB = 0;
  let product = 0;
  for (let row = y; row < y + height; row += 1) {
    for (let at = row * stride + x; at < row * stride + x + width; at += 1) {
      sumA += a[at];
      sumB += b[at];
      squareA += a[at] * a[at];
      squareB += b[at] * b[at];
      product += a[at] * b[at];
    }
  }
  const count = width * height;
  const meanA = sumA / count;
  const meanB = sumB / count;
  const varianceA = Math.max(squareA / count - meanA * meanA, 0);
  const varianceB = Math.max(squareB / count - meanB * meanB, 0);
  const covariance = product / count - meanA * meanB;
  const luminance = (2 * meanA * meanB + C1) / (meanA * meanA + meanB * meanB + C1);
  const structure = (2 * covariance + C2) / (varianceA + varianceB + C2);
  const [less, more] = [varianceA, varianceB].map(Math.sqrt).sort((p, q) => p - q);
  return {
    score: Math.max(0, luminance * structure),
    isLost: more > MIN_CONTRAST && less < more * MIN_CONTRAST_KEPT,
  };
}
