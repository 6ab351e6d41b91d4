/** @import { Raster } from './raster.js' */

/**
 * Measures edges, noise, structure by rows and columns, seams and colourfulness of an image.
 * @param {Raster} raster
 * @returns {Record<string, number>}
 */
export function measureTexture(raster) {
  return {
    ...measureSteps(raster),
    ...measureScales(raster),
    ...measureLines(raster),
    ...measureBlocks(raster),
    ...measureColour(raster),
  };
}

/** Steps between neighbours, in levels of the channel that differs most: below the first one they are soft. */
const [SHARP, SHARPER, HARD] = [24, 48, 128];

/**
 * Measures the differences of neighbouring pixels (none, soft or sharp) and the roughness of the surface.
 * @param {Raster} raster
 */
function measureSteps({ width, height, rgb, luma }) {
  const steps = countSteps(rgb, width, height);
  const pairs = (width - 1) * height + width * (height - 1);
  const most = Math.max(1, pairs);
  let [soft, sharp, hard] = [0, 0, 0];
  for (const [step, count] of steps.counts.entries()) {
    if (step > 0 && step < SHARP) soft += count;
    if (step > SHARPER) sharp += count;
    if (step > HARD) hard += count;
  }
  return {
    stepSame: steps.counts[0] / most,
    stepSoft: soft / most,
    stepSharp: sharp / most,
    stepHard: hard / most,
    rough: roughnessOf(luma, width, height),
    acrossDown: (steps.across - steps.down) / Math.max(1, steps.across + steps.down),
  };
}

/**
 * Counts the steps of each size between neighbours, and sums them up in both directions.
 * @param {Uint8Array} rgb @param {number} width @param {number} height
 */
function countSteps(rgb, width, height) {
  const counts = new Uint32Array(256);
  let [across, down] = [0, 0];
  const [right, below] = [3, width * 3];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      if (x + 1 < width) {
        const step = stepBetween(rgb, at, at + right);
        counts[step]++;
        across += step;
      }
      if (y + 1 < height) {
        const step = stepBetween(rgb, at, at + below);
        counts[step]++;
        down += step;
      }
    }
  }
  return { counts, across, down };
}

/** @param {Uint8Array} rgb @param {number} at @param {number} other */
function stepBetween(rgb, at, other) {
  const red = Math.abs(rgb[at] - rgb[other]);
  const green = Math.abs(rgb[at + 1] - rgb[other + 1]);
  const blue = Math.abs(rgb[at + 2] - rgb[other + 2]);
  const more = red > green ? red : green;
  return more > blue ? more : blue;
}

/**
 * Returns the mean difference of a pixel inside an image to its four neighbours.
 * @param {Uint8Array} luma @param {number} width @param {number} height
 */
function roughnessOf(luma, width, height) {
  let sum = 0;
  for (let y = 1; y + 1 < height; y++)
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x;
      sum += Math.abs(4 * luma[at] - luma[at - 1] - luma[at + 1] - luma[at - width] - luma[at + width]);
    }
  const count = Math.max(0, width - 2) * Math.max(0, height - 2);
  return count > 0 ? sum / 4 / count : 0;
}

/**
 * Measures the similarity of rows and columns to their neighbours, and of opposite borders, which match in a tile.
 * @param {Raster} raster
 */
function measureLines({ width, height, luma }) {
  const rowGap = (/** @type {number} */ a, /** @type {number} */ b) => {
    let sum = 0;
    for (let x = 0; x < width; x++) sum += Math.abs(luma[a * width + x] - luma[b * width + x]);
    return sum / width;
  };
  const columnGap = (/** @type {number} */ a, /** @type {number} */ b) => {
    let sum = 0;
    for (let y = 0; y < height; y++) sum += Math.abs(luma[y * width + a] - luma[y * width + b]);
    return sum / height;
  };
  const columnSums = sumColumns(luma, width, height);
  let equalRows = 0;
  let rowSum = 0;
  for (let y = 1; y < height; y++) {
    const gap = rowGap(y - 1, y);
    if (gap < 0.5) equalRows++;
    rowSum += gap;
  }
  let equalColumns = 0;
  let columnSum = 0;
  for (let x = 1; x < width; x++) {
    const gap = columnSums[x] / height;
    if (gap < 0.5) equalColumns++;
    columnSum += gap;
  }
  const meanRowGap = height > 1 ? rowSum / (height - 1) : 0;
  const meanColumnGap = width > 1 ? columnSum / (width - 1) : 0;
  return {
    equalRows: height > 1 ? equalRows / (height - 1) : 1,
    equalColumns: width > 1 ? equalColumns / (width - 1) : 1,
    seamRows: Math.min(8, (rowGap(0, height - 1) + 0.5) / (meanRowGap + 0.5)),
    seamColumns: Math.min(8, (columnGap(0, width - 1) + 0.5) / (meanColumnGap + 0.5)),
  };
}

/**
 * Sums up how much each column differs from the one before, row by row, as the pixels lie in memory.
 * @param {Uint8Array} luma @param {number} width @param {number} height
 */
function sumColumns(luma, width, height) {
  const sums = new Float64Array(width);
  for (let y = 0; y < height; y++)
    for (let x = 1, at = y * width + 1; x < width; x++, at++) sums[x] += Math.abs(luma[at] - luma[at - 1]);
  return sums;
}

/**
 * Measures the similarity of all parts of the image, which is high in a texture, and the smoothness of changes between
 * them.
 * @param {Raster} raster
 */
function measureBlocks({ width, height, luma }) {
  const columns = Math.min(6, width);
  const rows = Math.min(6, height);
  const means = [];
  const spreads = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      let sum = 0;
      let squares = 0;
      let count = 0;
      const bottom = Math.floor(((row + 1) * height) / rows);
      const right = Math.floor(((column + 1) * width) / columns);
      for (let y = Math.floor((row * height) / rows); y < bottom; y++) {
        for (let x = Math.floor((column * width) / columns); x < right; x++) {
          const value = luma[y * width + x];
          sum += value;
          squares += value * value;
          count++;
        }
      }
      means.push(sum / count);
      spreads.push(Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)));
    }
  }
  const between = deviationOf(means);
  const within = spreads.reduce((a, b) => a + b, 0) / spreads.length;
  return {
    blocksBetween: between,
    blocksWithin: within,
    blocksAlike: within / (within + between + 1),
    blocksSpread: deviationOf(spreads) / (within + 1),
    blocksFlat: spreads.filter((value) => value < 2).length / spreads.length,
  };
}

/**
 * Measures brightness, colourfulness and the count of different colours, coarsely.
 * @param {Raster} raster
 */
function measureColour({ rgb, luma }) {
  const hues = new Uint32Array(512);
  const levels = new Uint32Array(32);
  const wheel = new Uint32Array(12);
  let [grey, saturation, brightness] = [0, 0, 0];
  for (let i = 0; i < luma.length; i++) {
    const r = rgb[i * 3];
    const g = rgb[i * 3 + 1];
    const b = rgb[i * 3 + 2];
    const high = Math.max(r, g, b);
    const range = high - Math.min(r, g, b);
    saturation += range;
    brightness += luma[i];
    if (range < 16) grey++;
    if (range >= COLOURED) wheel[hueOf(r, g, b, high, range)]++;
    hues[((r >> 5) << 6) | ((g >> 5) << 3) | (b >> 5)]++;
    levels[luma[i] >> 3]++;
  }
  const sorted = [...hues].sort((a, b) => b - a);
  return {
    brightness: brightness / luma.length,
    saturation: saturation / luma.length,
    topColour: sorted[0] / luma.length,
    topTwo: (sorted[0] + sorted[1]) / luma.length,
    topFour: (sorted[0] + sorted[1] + sorted[2] + sorted[3]) / luma.length,
    greyShare: grey / luma.length,
    hueCount: wheel.filter((count) => count > luma.length * 0.02).length,
    white: levels[31] / luma.length,
    black: (levels[0] + levels[1]) / luma.length,
    levelCount: levels.filter((count) => count > luma.length * 0.005).length,
    colourEntropy: entropyOf(hues, luma.length),
    levelEntropy: entropyOf(levels, luma.length),
  };
}

/** Min range of the channels of a colour that has a hue. A smaller one is nearly grey. */
const COLOURED = 48;

/**
 * Returns the twelfth of the colour circle of a colour.
 * @param {number} r @param {number} g @param {number} b @param {number} high the largest channel @param {number} range
 */
function hueOf(r, g, b, high, range) {
  const sixths = high === r ? (g - b) / range : high === g ? 2 + (b - r) / range : 4 + (r - g) / range;
  return Math.floor(sixths * 2 + 12) % 12;
}

/**
 * Measures the growth of differences with distance: in photographs it continues, in graphics it is small.
 * @param {Raster} raster
 */
function measureScales({ width, height, luma }) {
  const gapAt = (/** @type {number} */ step) => {
    let sum = 0;
    let count = 0;
    for (let y = 0; y < height; y++) {
      for (let x = step; x < width; x++, count++) {
        sum += Math.abs(luma[y * width + x] - luma[y * width + x - step]);
      }
    }
    for (let y = step; y < height; y++) {
      for (let x = 0; x < width; x++, count++) {
        sum += Math.abs(luma[y * width + x] - luma[(y - step) * width + x]);
      }
    }
    return count > 0 ? sum / count : 0;
  };
  const [one, two, four, eight] = [1, 2, 4, 8].map(gapAt);
  return { scaleTwo: two / (one + 1), scaleFour: four / (two + 1), scaleEight: eight / (four + 1) };
}

/** @param {number[]} values */
function deviationOf(values) {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}

/**
 * @param {Uint32Array} counts
 * @param {number} total
 */
function entropyOf(counts, total) {
  let entropy = 0;
  for (const count of counts) if (count > 0) entropy -= (count / total) * Math.log2(count / total);
  return entropy;
}
