/** @import { Piece } from '../types.ts' */

/** Letters that consist of one part. Read in a piece of several, they are something else. */
const ONE_PART = /^[lI1|frtJcCoOnmuvwx]$/;

/**
 * Returns true if a text can have the shapes of a line, as far as it has one piece per character.
 * @param {string} text @param {readonly Piece[]} pieces
 */
export function fits(text, pieces) {
  const letters = [...text.replaceAll(' ', '')];
  if (letters.length !== pieces.length) return isAsLong(letters.length, pieces);
  if (letters.some((letter, at) => ONE_PART.test(letter) && pieces[at].parts > 1)) return false;
  if (letters.some((letter, at) => letter === '-' && pieces[at].width < pieces[at].height * DASH)) return false;
  return !hasMark(text, pieces) && fitsHeights(letters, pieces);
}

/** Min height of a mark above a capital, as a share of the capitals' height. Round capitals rise by 0.13 at most. */
const MIN_MARK = 0.2;
/** Min capitals after others from which their usual height is known. Chosen. */
const MIN_CAPITALS = 3;

/**
 * Returns true if a capital within a word is higher than the others, as with an accent. The first one of a word can be
 * higher in small capitals.
 * @param {string} text with one piece per character @param {readonly Piece[]} pieces
 */
function hasMark(text, pieces) {
  const inner = text.split(' ').flatMap((word, at, words) => {
    const from = words.slice(0, at).join('').length;
    return [...word.matchAll(/(?<=[A-Z])[A-Z]/g)].map(({ index }) => pieces[from + index]);
  });
  if (inner.length < MIN_CAPITALS) return false;
  const tops = inner.map(({ y }) => y).sort((one, other) => one - other);
  const heights = inner.map(({ height }) => height).sort((one, other) => one - other);
  const middle = inner.length >> 1;
  return tops[middle] - tops[0] >= heights[middle] * MIN_MARK;
}

/** Min ratio of width to height of a hyphen. A centred dot has less. */
const DASH = 1.4;
/** Width of the narrowest characters, as a share of a line's height. */
const NARROWEST = 0.17;
/** Max pieces of a character: i, j, accents. */
const MAX_PIECES = 2;

/** @param {number} count @param {readonly Piece[]} pieces */
function isAsLong(count, pieces) {
  const [top, bottom] = [Math.min(...pieces.map(({ y }) => y)), Math.max(...pieces.map(({ y, height }) => y + height))];
  const inked = pieces.reduce((sum, { width }) => sum + width, 0);
  return count * MAX_PIECES >= pieces.length && count * (bottom - top) * NARROWEST <= inked;
}

/** Characters by their height above the line, if fonts agree on it. */
const HEIGHTS = Object.freeze({ tall: /^[A-Zbdfhkl0-9]$/, small: /^[acemnorsuvwxz]$/ });
/** Min distance between the tops of small and tall letters, as a share of the tall ones' height. */
const MIN_STEP = 0.15;
/** Share of the distance between small and tall letters by which a letter can be outside of its class. */
const OFF = 0.55;

/**
 * Returns true if tall letters are taller than small ones in the whole text: `c` and `C` differ only in height.
 * @param {readonly string[]} letters @param {readonly Piece[]} pieces
 */
function fitsHeights(letters, pieces) {
  const tops = (/** @type {RegExp} */ kind) =>
    pieces
      .filter((_, at) => kind.test(letters[at]))
      .map(({ y }) => y)
      .sort((one, other) => one - other);
  const [tall, small] = [tops(HEIGHTS.tall), tops(HEIGHTS.small)];
  if (tall.length === 0 || small.length === 0) return true;
  const [high, low] = [tall, small].map((list) => list[list.length >> 1]);
  const height = Math.max(...pieces.filter((_, at) => HEIGHTS.tall.test(letters[at])).map((piece) => piece.height));
  if (low - high < height * MIN_STEP) return false;
  const limit = (low - high) * OFF;
  return pieces.every(
    ({ y }, at) =>
      (!HEIGHTS.tall.test(letters[at]) || y - high <= limit) && (!HEIGHTS.small.test(letters[at]) || low - y <= limit),
  );
}
