/** @import { Box } from './types.ts' */
import { BLANK, listShapes } from './shapes.js';

/** Coverage at which a pixel is inked for certain. */
const INKED = 0.35;

/** Ink of something that stands free has so much of it where the other map has none. */
const FREE_SHARE = 0.5;
/** What weight ink has that only reaches out of a letter, as strokes of another face do. */
const REACHING_OUT = 0.25;

/**
 * Ink of one map that stands free of the ink of another: above, below or beside all of it in the columns around. Marks
 * on letters and points between them look like that where a reading has lost or made up some; differences of shape,
 * which hang together with a letter that both have, count little.
 * @param {Float32Array} coverage @param {Float32Array} other @param {number} width @param {Box} box
 */
export function measureStray(coverage, other, width, box) {
  const stray = new Float32Array(box.width * box.height);
  const ink = new Float32Array(stray.length);
  for (let x = 0; x < box.width; x++) {
    const { top, bottom } = findReach(other, width, box, x);
    for (let y = 0; y < box.height; y++) {
      const at = y * box.width + x;
      ink[at] = coverage[(box.y + y) * width + box.x + x];
      if (ink[at] > INKED && (y < top - 1 || y > bottom + 1)) stray[at] = ink[at];
    }
  }
  return listShapes(ink, box).reduce((sum, shape) => {
    const [seen, alone] = [ink, stray].map((map) => shape.reduce((total, at) => total + map[at], 0));
    return sum + alone * (alone >= seen * FREE_SHARE ? 1 : REACHING_OUT);
  }, 0);
}

/**
 * How far one map inks a row of a line without a break where the other does not, in shares of its width: what crosses
 * words out joins all of their letters, and hides in the bars that some have at the same height.
 * @param {Float32Array} coverage @param {Float32Array} other @param {number} width @param {Box} box
 */
export function measureStroke(coverage, other, width, box) {
  let most = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    const seen = findRun(coverage, width, box, y, INKED);
    const set = Math.max(...[y - 1, y, y + 1].map((row) => findRun(other, width, box, row, BLANK)));
    most = Math.max(most, seen - set);
  }
  return most / box.width;
}

/**
 * The longest run of ink in a row.
 * @param {Float32Array} map
 * @param {number} width
 * @param {Box} box
 * @param {number} y
 * @param {number} least
 */
function findRun(map, width, { x: from, width: wide }, y, least) {
  let [most, run] = [0, 0];
  for (let x = from; x < from + wide; x++) {
    run = map[y * width + x] > least ? run + 1 : 0;
    most = Math.max(most, run);
  }
  return most;
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
