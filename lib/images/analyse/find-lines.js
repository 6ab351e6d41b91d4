/**
 * @import { Part } from './find-parts.js'
 *
 * @typedef {object} Line Pieces that stand next to each other like the characters of a line.
 * @property {number} left
 * @property {number} top
 * @property {number} right
 * @property {number} bottom
 * @property {number} count of pieces
 * @property {number} area of their pixels
 * @property {number} baseline share of the pieces that end on the most frequent bottom row
 * @property {number} ceiling share of the pieces that start on one of the two most frequent top rows
 * @property {number} strokes runs of pixels across a row, per line height of its width
 * @property {number} strokeWidth mean length of those runs as a share of the line's height
 * @property {number} strokeSpread spread of those lengths as a share of their mean
 * @property {number} score similarity to text: about the number of pieces that are shaped and aligned like characters
 */

const MAX_LETTERS = 1500;
/** Lower parts are dots and accents. */
const MIN_LETTER_HEIGHT = 4;

/**
 * Groups the pieces of a mask into lines of text, best first.
 * @param {Part[]} parts
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} height
 * @returns {Line[]}
 */
export function findLines(parts, mask, width, height) {
  const letters = parts
    .filter((part) => couldBeLetters(part, width, height))
    .sort((a, b) => a.left - b.left)
    .slice(0, MAX_LETTERS);
  /** @type {Part[][]} */
  const chains = [];
  for (const letter of letters) {
    let best = null;
    let nearest = Number.POSITIVE_INFINITY;
    for (const chain of chains) {
      const gap = letter.left - chain[chain.length - 1].right;
      if (gap < nearest && follows(letter, chain[chain.length - 1], gap)) {
        best = chain;
        nearest = gap;
      }
    }
    if (best) best.push(letter);
    else chains.push([letter]);
  }
  return chains
    .map((chain) => describeLine(chain, mask, width))
    .filter((line) => line.score > 0)
    .sort((a, b) => b.score - a.score);
}

/**
 * Returns true if a piece has the size of a character or of a joined word.
 * @param {Part} part
 * @param {number} width
 * @param {number} height
 */
function couldBeLetters({ left, top, right, bottom, area }, width, height) {
  const partWidth = right - left;
  const partHeight = bottom - top;
  if (partHeight < MIN_LETTER_HEIGHT || area < 4) return false;
  if (partWidth >= width * 0.95 && partHeight >= height * 0.8) return false;
  return partHeight <= 160 && partWidth < partHeight * 25;
}

/**
 * Returns true if a piece is placed like the next character of a line.
 * @param {Part} letter
 * @param {Part} before
 * @param {number} gap
 */
function follows(letter, before, gap) {
  const height = letter.bottom - letter.top;
  const heightBefore = before.bottom - before.top;
  const taller = Math.max(height, heightBefore);
  const shorter = Math.min(height, heightBefore);
  if (taller > shorter * 3 || gap > taller * 1.5 || gap < -taller) return false;
  const overlap = Math.min(letter.bottom, before.bottom) - Math.max(letter.top, before.top);
  return overlap >= shorter * 0.5;
}

/**
 * Measures the similarity of a chain of pieces to text.
 * @param {Part[]} chain
 * @param {Uint8Array} mask
 * @param {number} width
 * @returns {Line}
 */
function describeLine(chain, mask, width) {
  let left = chain[0].left;
  let right = left;
  let top = Number.POSITIVE_INFINITY;
  let bottom = 0;
  let area = 0;
  for (const part of chain) {
    left = Math.min(left, part.left);
    right = Math.max(right, part.right);
    top = Math.min(top, part.top);
    bottom = Math.max(bottom, part.bottom);
    area += part.area;
  }
  const medianHeight = chain.map((part) => part.bottom - part.top).sort((a, b) => a - b)[chain.length >> 1];
  const tolerance = Math.max(1, Math.round(medianHeight * 0.1));
  const baseline = largestShare(
    chain.map((part) => part.bottom),
    tolerance,
    1,
  );
  const ceiling = largestShare(
    chain.map((part) => part.top),
    tolerance,
    2,
  );
  const strokes = measureStrokes(mask, width, { left, top, right, bottom });
  const lineHeight = bottom - top;
  const letterCount = Math.max(
    chain.length,
    Math.min((strokes.perRow * (lineHeight / medianHeight)) / 2.2, (right - left) / (medianHeight * 0.5)),
  );
  const density = strokes.perRow / Math.max(1, (right - left) / lineHeight);
  const plausible = density > 0.5 && density < 6 && strokes.mean < lineHeight * 0.7 ? 1 : 0.2;
  const score = baseline * ceiling * plausible * Math.min(letterCount, 15);
  return {
    left,
    top,
    right,
    bottom,
    count: chain.length,
    area,
    baseline,
    ceiling,
    strokes: density,
    strokeWidth: strokes.mean / lineHeight,
    strokeSpread: strokes.spread,
    score,
  };
}

/**
 * Returns the share of values that lie within a tolerance of the most frequent ones.
 * @param {number[]} values
 * @param {number} tolerance
 * @param {number} peaks count of the frequent values that are used
 */
function largestShare(values, tolerance, peaks) {
  let rest = values;
  for (let peak = 0; peak < peaks && rest.length > 0; peak++) {
    let best = 0;
    let most = 0;
    for (const candidate of new Set(rest)) {
      const near = rest.filter((value) => Math.abs(value - candidate) <= tolerance).length;
      if (near > most) {
        most = near;
        best = candidate;
      }
    }
    rest = rest.filter((value) => Math.abs(value - best) > tolerance);
  }
  return 1 - rest.length / values.length;
}

/**
 * Counts and measures the runs of pixels across the middle rows of a box.
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {{ left: number, top: number, right: number, bottom: number }} box
 */
function measureStrokes(mask, width, { left, top, right, bottom }) {
  let runs = 0;
  let sum = 0;
  let squares = 0;
  let rows = 0;
  const margin = Math.floor((bottom - top) * 0.15);
  for (let y = top + margin; y < bottom - margin; y++) {
    rows++;
    let run = 0;
    for (let x = left; x <= right; x++) {
      if (x < right && mask[y * width + x] !== 0) run++;
      else if (run > 0) {
        runs++;
        sum += run;
        squares += run * run;
        run = 0;
      }
    }
  }
  const mean = runs > 0 ? sum / runs : 0;
  const variance = runs > 0 ? Math.max(0, squares / runs - mean * mean) : 0;
  return { perRow: rows > 0 ? runs / rows : 0, mean, spread: mean > 0 ? Math.sqrt(variance) / mean : 0 };
}
