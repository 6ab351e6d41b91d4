/** @import { Box } from './types.ts' */

/** Coverage at which a pixel is inked for certain, and below which it is blank. */
const INKED = 0.35;
const BLANK = 0.2;

/**
 * Ink of one map that stands free of the ink of another: above, below or beside all of it in the columns around. Marks on
 * letters and points between them look like that where a reading has lost or made up some; mere differences of shape do not.
 * @param {Float32Array} coverage @param {Float32Array} other @param {number} width @param {Box} box
 */
export function measureStray(coverage, other, width, box) {
  let stray = 0;
  for (let x = 0; x < box.width; x++) {
    const { top, bottom } = findReach(other, width, box, x);
    for (let y = 0; y < box.height; y++) {
      const value = coverage[(box.y + y) * width + box.x + x];
      if (value > INKED && (y < top - 1 || y > bottom + 1)) stray += value;
    }
  }
  return stray;
}

/**
 * From which row to which the columns around one are inked; an empty range where they are blank.
 * @param {Float32Array} map @param {number} width @param {Box} box @param {number} x
 */
function findReach(map, width, box, x) {
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let u = Math.max(0, x - 1); u <= Math.min(box.width - 1, x + 1); u++) {
    for (let y = 0; y < box.height; y++) {
      if (map[(box.y + y) * width + box.x + u] <= BLANK) continue;
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return top > bottom ? { top: box.height + 2, bottom: Number.POSITIVE_INFINITY } : { top, bottom };
}
