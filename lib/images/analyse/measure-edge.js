/** @import { Raster } from './raster.js' */

/** Max difference in levels at which a channel counts as the same. The trees are trained with it. */
const TOLERANCE = 16;

/**
 * Measures the outermost pixels: in a photograph they differ on all sides, in a button the corners differ from the
 * sides.
 * @param {Raster} raster
 * @returns {Record<string, number>}
 */
export function measureEdge({ width, height, rgb }) {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => y * width + x;
  const row = (/** @type {number} */ y) => Array.from({ length: width }, (_, x) => at(x, y));
  const column = (/** @type {number} */ x) => Array.from({ length: height }, (_, y) => at(x, y));
  const sides = [row(0), row(height - 1), column(0), column(width - 1)];
  const shares = sides.map((side) => evenShare(rgb, side));
  const middles = sides.map((side) => side[side.length >> 1]);
  const corners = [at(0, 0), at(width - 1, 0), at(0, height - 1), at(width - 1, height - 1)];
  const rounded = corners.filter((corner, i) => {
    const beside = [middles[i >> 1], middles[2 + (i & 1)]];
    return beside.every((middle) => gapOf(rgb, corner, middle) > TOLERANCE);
  });
  return {
    edgeEven: evenShare(rgb, sides.flat()),
    edgeLeastEven: Math.min(...shares),
    edgeMostEven: Math.max(...shares),
    cornersRound: rounded.length,
    cornersApart: Math.max(...corners.map((corner) => gapOf(rgb, corner, corners[0]))),
    edgeToMiddle: gapOf(rgb, corners[0], at(width >> 1, height >> 1)),
    sidesApart: Math.max(...middles.map((middle) => gapOf(rgb, middle, middles[0]))),
  };
}

/**
 * Returns the share of pixels near the most frequent colour of the given ones.
 * @param {Uint8Array} rgb
 * @param {readonly number[]} pixels
 */
function evenShare(rgb, pixels) {
  let most = 0;
  for (const part of [0.1, 0.3, 0.5, 0.7, 0.9]) {
    const one = pixels[Math.floor(pixels.length * part)];
    most = Math.max(most, pixels.filter((pixel) => gapOf(rgb, pixel, one) <= TOLERANCE).length);
  }
  return most / pixels.length;
}

/**
 * @param {Uint8Array} rgb
 * @param {number} a
 * @param {number} b
 */
function gapOf(rgb, a, b) {
  return Math.max(
    Math.abs(rgb[a * 3] - rgb[b * 3]),
    Math.abs(rgb[a * 3 + 1] - rgb[b * 3 + 1]),
    Math.abs(rgb[a * 3 + 2] - rgb[b * 3 + 2]),
  );
}
