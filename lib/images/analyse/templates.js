import { drawOutline, OUTLINES } from './shapes.js';

/** @import { Outline } from './shapes.js' */

/** Cells per axis of the grid on which figures are compared with outlines. */
export const GRID = 16;

/** @type {readonly { outline: Outline, cover: Float32Array }[]} */
export const TEMPLATES = OUTLINES.map((outline) => ({
  outline,
  cover: drawOutline(outline, { left: 0, top: 0, right: GRID, bottom: GRID }, GRID, GRID),
}));

/**
 * Resamples the part of a mask inside a box to the grid.
 * @param {ArrayLike<number>} mask
 * @param {number} width
 * @param {{ left: number, top: number, right: number, bottom: number }} box
 */
export function gridOf(mask, width, box) {
  const grid = new Float32Array(GRID * GRID);
  const stepX = (box.right - box.left) / GRID;
  const stepY = (box.bottom - box.top) / GRID;
  for (let row = 0; row < GRID; row++) {
    const top = Math.floor(box.top + row * stepY);
    const bottom = Math.max(top + 1, Math.floor(box.top + (row + 1) * stepY));
    for (let column = 0; column < GRID; column++) {
      const left = Math.floor(box.left + column * stepX);
      const right = Math.max(left + 1, Math.floor(box.left + (column + 1) * stepX));
      let sum = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) sum += mask[y * width + x];
      grid[row * GRID + column] = sum / ((bottom - top) * (right - left));
    }
  }
  return grid;
}

/**
 * Returns the difference of two grids, 0 to 1.
 * @param {Float32Array} a
 * @param {Float32Array} b
 */
export function gapBetween(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += Math.abs(a[i] - b[i]);
  return sum / a.length;
}
