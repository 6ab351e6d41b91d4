import { findLines } from './find-lines.js';
import { findParts } from './find-parts.js';
import { measureSurround } from './measure-surround.js';

/**
 * @import { Line } from './find-lines.js'
 * @import { Part } from './find-parts.js'
 * @import { Raster } from './raster.js'
 */

/** Lines with a lower score are chance alignments. */
const MIN_LINE_SCORE = 1.2;

/**
 * Searches each candidate mask for text and measures the best: its alignment, and the rest of the image.
 * @param {Raster} raster
 * @param {Uint8Array[]} masks
 * @returns {Record<string, number>}
 */
export function measureLettering(raster, masks) {
  const { width, height } = raster;
  let best = { total: 0, lines: /** @type {Line[]} */ ([]), parts: /** @type {Part[]} */ ([]), mask: masks[0] };
  let noisy = 0;
  for (const mask of masks) {
    const parts = findParts(mask, width, height);
    if (!parts) {
      noisy++;
      continue;
    }
    const lines = findLines(parts, mask, width, height).filter((line) => line.score >= MIN_LINE_SCORE);
    const solid = parts.length > 0 ? Math.min(1, (30 + 3 * letterCount(lines)) / parts.length) : 1;
    const total = solid * lines.reduce((sum, line) => sum + line.score, 0);
    if (total > best.total * 1.05) best = { total, lines, parts, mask };
  }
  const { lines, mask } = best;
  const [first] = lines;
  let ink = 0;
  for (let i = 0; i < mask.length; i++) ink += mask[i];
  const inLines = lines.reduce((sum, line) => sum + line.area, 0);
  const boxes = lines.reduce((sum, line) => sum + (line.right - line.left) * (line.bottom - line.top), 0);
  const mean = (/** @type {(line: Line) => number} */ get) =>
    lines.length === 0 ? 0 : lines.reduce((sum, line) => sum + get(line) * line.score, 0) / totalScore(lines);
  return {
    textScore: Math.log1p(best.total),
    textLines: Math.log1p(lines.length),
    textParts: Math.log1p(letterCount(lines)),
    textPartsShare: best.parts.length > 0 ? letterCount(lines) / best.parts.length : 0,
    textBest: first ? first.score : 0,
    textBaseline: mean((line) => line.baseline),
    textCeiling: mean((line) => line.ceiling),
    textStrokes: mean((line) => line.strokes),
    textStrokeWidth: mean((line) => line.strokeWidth),
    textStrokeSpread: mean((line) => line.strokeSpread),
    textHeightPixels: mean((line) => line.bottom - line.top),
    textHeight: mean((line) => line.bottom - line.top) / height,
    textWidth: first ? Math.max(...lines.map((line) => line.right - line.left)) / width : 0,
    textInk: mean((line) => line.area / ((line.right - line.left) * (line.bottom - line.top))),
    textInkShare: ink > 0 ? inLines / ink : 0,
    textBoxes: boxes / (width * height),
    textStacked: stackedShare(lines),
    textSizes: lines.length > 0 ? spreadOf(lines.map((line) => line.bottom - line.top)) : 0,
    textRight: lines.length > 0 ? Math.max(...lines.map((line) => line.right)) / width : 0,
    textTop: lines.length > 0 ? Math.min(...lines.map((line) => line.top)) / height : 0,
    textBottom: lines.length > 0 ? Math.max(...lines.map((line) => line.bottom)) / height : 0,
    textLeft: lines.length > 0 ? Math.min(...lines.map((line) => line.left)) / width : 0,
    textMiddle: mean((line) => Math.abs(line.left + line.right - width)) / width,
    ...measureRest(best.parts, lines, width, height),
    noisyMasks: noisy / masks.length,
    ...measureAround(raster, lines, mask),
  };
}

/**
 * Returns the share of lines that have their rows to themselves, as in a menu. Labels of a chart share rows.
 * @param {Line[]} lines
 */
function stackedShare(lines) {
  const alone = lines.filter((line) =>
    lines.every((other) => other === line || other.bottom <= line.top || other.top >= line.bottom),
  );
  return lines.length > 0 ? alone.length / lines.length : 0;
}

/** @param {number[]} values */
const spreadOf = (values) => Math.log((Math.max(...values) + 1) / (Math.min(...values) + 1));

/**
 * Measures the largest piece that belongs to no line: a sign, a frame or a graphic next to the text.
 * @param {Part[]} parts
 * @param {Line[]} lines
 * @param {number} width
 * @param {number} height
 */
function measureRest(parts, lines, width, height) {
  let largest = null;
  for (const part of parts) {
    const lettered = lines.some(
      (line) =>
        part.left >= line.left && part.right <= line.right && part.top >= line.top && part.bottom <= line.bottom,
    );
    if (!lettered && (largest === null || part.area > largest.area)) largest = part;
  }
  return {
    restArea: largest ? largest.area / (width * height) : 0,
    restWidth: largest ? (largest.right - largest.left) / width : 0,
    restHeight: largest ? (largest.bottom - largest.top) / height : 0,
  };
}

/** @param {Line[]} lines */
const letterCount = (lines) => lines.reduce((sum, line) => sum + line.count, 0);

/** @param {Line[]} lines */
const totalScore = (lines) => lines.reduce((sum, line) => sum + line.score, 0);

/**
 * Measures the image outside its lines of text, and the evenness of text and background inside them.
 * @param {Raster} raster
 * @param {Line[]} lines
 * @param {Uint8Array} mask
 * @returns {Record<string, number>}
 */
function measureAround(raster, lines, mask) {
  const { width, height, luma } = raster;
  const inside = new Uint8Array(width * height);
  for (const line of lines) {
    const pad = 1 + Math.round((line.bottom - line.top) * 0.15);
    for (let y = Math.max(0, line.top - pad); y < Math.min(height, line.bottom + pad); y++) {
      inside.fill(1, y * width + Math.max(0, line.left - pad), y * width + Math.min(width, line.right + pad));
    }
  }
  const margin = Math.min(4, Math.floor(Math.min(width, height) / 5));
  // Counts of each brightness.
  const [letter, ground, around] = [0, 1, 2].map(() => new Uint32Array(256));
  let edges = 0;
  let innerEdges = 0;
  let innerPixels = 0;
  let edgesInside = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      const right = x + 1 < width ? Math.abs(luma[at] - luma[at + 1]) : 0;
      const below = y + 1 < height ? Math.abs(luma[at] - luma[at + width]) : 0;
      const edge = Math.max(right, below) > 24 ? 1 : 0;
      if (inside[at] !== 0) {
        edgesInside += edge;
        if (mask[at] !== 0) letter[luma[at]]++;
        else ground[luma[at]]++;
        continue;
      }
      edges += edge;
      around[luma[at]]++;
      if (x >= margin && x < width - margin && y >= margin && y < height - margin) {
        innerPixels++;
        innerEdges += edge;
      }
    }
  }
  const all = edges + edgesInside;
  const [text, behind, rest] = [letter, ground, around].map(describeSpread);
  return {
    textContrast: Math.abs(text.mean - behind.mean),
    textEven: text.deviation,
    groundEven: behind.deviation,
    aroundEven: rest.deviation,
    aroundEdges: rest.count > 0 ? edges / rest.count : 0,
    aroundInnerEdges: innerPixels > 0 ? innerEdges / innerPixels : 0,
    edgesInText: all > 0 ? edgesInside / all : 0,
    ...measureSurround(raster, inside, mask),
  };
}

/**
 * Returns the mean and standard deviation of values from the count of each.
 * @param {Uint32Array} counts
 */
function describeSpread(counts) {
  let [count, sum, squares] = [0, 0, 0];
  for (let value = 0; value < counts.length; value++) {
    count += counts[value];
    sum += value * counts[value];
    squares += value * value * counts[value];
  }
  if (count === 0) return { count, mean: 0, deviation: 0 };
  return { count, mean: sum / count, deviation: Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) };
}
