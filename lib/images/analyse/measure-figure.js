import { exact } from '../../base/exact.js';
import { findParts } from './find-parts.js';
import { GRID, gapBetween, gridOf, TEMPLATES } from './templates.js';

/**
 * @import { Raster } from './raster.js'
 */

const FAMILIES = exact({
  roundError: ['disc', 'ring'],
  squareError: ['square', 'diamond'],
  arrowError: ['triangle', 'chevron', 'arrow'],
  markError: ['tick', 'cross', 'plus', 'star'],
});

/**
 * Measures the foreground: its box, pieces, symmetry, straight strokes and similarity to simple shapes.
 * @param {Raster} raster
 * @param {Uint8Array} mask of the foreground
 * @returns {Record<string, number>}
 */
export function measureFigure({ width, height }, mask) {
  const box = boxOf(mask, width, height);
  const grid = gridOf(mask, width, box);
  const parts = findParts(mask, width, height);
  let area = 0;
  for (let at = 0; at < mask.length; at++) area += mask[at];
  const largest = parts ? parts.reduce((most, part) => Math.max(most, part.area), 0) : 0;
  /** @type {Record<string, number>} */
  const errors = {};
  for (const [family, names] of Object.entries(FAMILIES)) {
    let least = 1;
    for (const { outline, cover } of TEMPLATES) {
      if (names.some((name) => name === outline.name)) least = Math.min(least, gapBetween(grid, cover));
    }
    errors[family] = least;
  }
  const boxWidth = box.right - box.left;
  const boxHeight = box.bottom - box.top;
  return {
    figureShare: area / mask.length,
    figureWidth: boxWidth / width,
    figureHeight: boxHeight / height,
    figureAspect: Math.log((boxWidth + 1) / (boxHeight + 1)),
    figureFill: boxWidth > 0 ? area / (boxWidth * boxHeight) : 0,
    figureCentre: Math.abs(box.left + box.right - width) / width + Math.abs(box.top + box.bottom - height) / height,
    figureParts: Math.log1p(parts ? parts.length : 5000),
    figureLargest: area > 0 ? largest / area : 0,
    figureMirrorX: mirrorGap(grid, (row, column) => row * GRID + GRID - 1 - column),
    figureMirrorY: mirrorGap(grid, (row, column) => (GRID - 1 - row) * GRID + column),
    figureStraight: straightShare(mask, width, height),
    ...errors,
  };
}

/**
 * Returns the box around a mask.
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} height
 */
function boxOf(mask, width, height) {
  let left = width;
  let top = height;
  let right = 0;
  let bottom = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (mask[y * width + x] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = y + 1;
    }
  }
  return right === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : { left, top, right, bottom };
}

/**
 * Returns the difference between the grid and its mirror image.
 * @param {Float32Array} grid
 * @param {(row: number, column: number) => number} mirror
 */
function mirrorGap(grid, mirror) {
  let sum = 0;
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      sum += Math.abs(grid[row * GRID + column] - grid[mirror(row, column)]);
    }
  }
  return sum / (GRID * GRID);
}

/**
 * Returns the share of a mask that lies in long thin horizontal or vertical strokes, such as frames and connecting
 * lines.
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} height
 */
function straightShare(mask, width, height) {
  const long = Math.max(12, Math.min(width, height) * 0.2);
  let total = 0;
  let straight = 0;
  for (let y = 0; y < height; y++) {
    let run = 0;
    let thin = 0;
    for (let x = 0; x <= width; x++) {
      const at = y * width + x;
      if (x < width && mask[at] !== 0) {
        total++;
        run++;
        if (y < 3 || y + 3 >= height || mask[at - 3 * width] === 0 || mask[at + 3 * width] === 0) thin++;
        continue;
      }
      if (run >= long) straight += thin;
      run = 0;
      thin = 0;
    }
  }
  // All columns at once, row by row, as the pixels lie in memory.
  const runs = new Uint32Array(width);
  const thins = new Uint32Array(width);
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; x++) {
      const at = y * width + x;
      if (y < height && mask[at] !== 0) {
        runs[x]++;
        if (x < 3 || x + 3 >= width || mask[at - 3] === 0 || mask[at + 3] === 0) thins[x]++;
        continue;
      }
      if (runs[x] >= long) straight += thins[x];
      runs[x] = 0;
      thins[x] = 0;
    }
  }
  return total > 0 ? Math.min(1, straight / total) : 0;
}
