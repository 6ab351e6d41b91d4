/** @import { Tile } from '../../images/grounds.js' */
/** @import { Pixels } from './types.js' */

import { findGround, shareNear } from '../../images/grounds.js';

/** Least contrast, in lightness from 0 to 1, that counts as something drawn. */
const LEAST_CONTRAST = 0.06;
/** Share of the contrast that must be left where something was drawn. */
const LEAST_CONTRAST_KEPT = 0.3;
/** Share of a tile that its ground must still cover after. */
const GROUND_SHARE_KEPT = 0.2;
/** Levels of 255 by which a ground may be off before it shows as an edge. */
const GROUND_TOLERANCE = 6;
/** The blur of a picture of a few pixels still reaches its neighbours. */
const LEAST_BLUR = 1;
/** Pixels across a tile, about. */
const TILE = 24;
/** (0.01)², the constant of SSIM's luminance (Wang et al. 2004) for values from 0 to 1. */
const C1 = 0.0001;
/** (0.03)², the constant of SSIM's structure (Wang et al. 2004) for values from 0 to 1. */
const C2 = 0.0009;

/**
 * Pixels by which a picture is still blurred after it was made smaller: fewer would let its squares be seen. With this
 * and the next, 200 pictures coded again at three qualities are as alike as at full size, but for .026 at quality 8.
 */
const BLUR_LEFT = 8;
/** By which a picture is made smaller at most: a tile keeps six values each way. */
const MOST_STEP = 4;

const LINEAR = Float32Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Steps between black and white: what lies between two of them is off by a millionth at most. */
const LIGHTNESS_STEPS = 16_384;
const LIGHTNESS = Float32Array.from({ length: LIGHTNESS_STEPS + 2 }, (_, step) => {
  const light = step / LIGHTNESS_STEPS;
  return light > 0.008856 ? 1.16 * Math.cbrt(light) - 0.16 : 9.033 * light;
});

/**
 * Measures how much two pictures of one size look alike, from 0 to 1: blurred in linear light, as from a reading
 * distance, then compared tile by tile in lightness and colour. Something drawn that is gone from a tile makes it 0,
 * and so does a ground of another colour.
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

/** @typedef {{ values: Float32Array, width: number, height: number }} Plane one channel of a picture */

/**
 * The three channels of a picture as they are seen from a reading distance. What is blurred far is made smaller first:
 * it costs a sixteenth and looks the same.
 * @param {Pixels} pixels
 * @returns {Plane[]}
 */
function seeFromAfar(pixels) {
  const blurred = Math.round(Math.min(pixels.height, pixels.width) / 16);
  const step = Math.min(MOST_STEP, Math.max(1, Math.floor(blurred / BLUR_LEFT)));
  const radius = Math.max(LEAST_BLUR, Math.round(blurred / step));
  return [0, 1, 2].map((channel) => lighten(blur(takeChannel(pixels, channel, step), radius)));
}

/**
 * Cuts a length into parts of one size, so that no sliver at the end is judged by the last row of a letter's edge.
 * @param {number} length @param {number} whole the length in pixels of the picture, which says how many parts there are
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
 * Tells whether the colour that covers most of a tile is still there; a tile without such a colour has no ground.
 * @param {Pixels} before @param {Pixels} after @param {Tile} tile
 */
function keepsGround(before, after, tile) {
  const ground = findGround(before, tile);
  return ground === null || shareNear(after, tile, ground, GROUND_TOLERANCE) >= GROUND_SHARE_KEPT;
}

/**
 * A channel in linear light, the mean of each square of `step` pixels; what is left over at the end is left out.
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
 * Lightness as seen, from linear light: CIE L*, which near black does not rise as steeply as its cube root.
 * @param {Plane} plane
 * @returns {Plane}
 */
function lighten({ values, ...size }) {
  const lightness = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    // Sums of a blur that is moved along may come to a little less than nothing.
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
 * All columns a row at a time, which is how they lie in memory.
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
 * Structural similarity of one tile.
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
    isLost: more > LEAST_CONTRAST && less < more * LEAST_CONTRAST_KEPT,
  };
}
