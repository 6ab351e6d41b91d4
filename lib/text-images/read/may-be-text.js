/** @import { Decomposed, Line } from '../types.ts' */

/** Max lines and pieces of a text image, and heights of text in pixels. */
const TEXTUAL = Object.freeze({ lines: 5, pieces: 90, least: 4, most: 90 });

/**
 * Max share of the fullest row's foreground in a row between two lines that touch, and min share of all foreground on
 * both sides of it. Of 1,099 lines of 51 sites, 3 texts of one line have such a row.
 */
const STACKED = Object.freeze({ row: 0.15, side: 0.25 });

/** Returns true if an image has as many and as high lines as text can have. @param {Decomposed} image */
export function mayBeText({ lines }) {
  const pieces = lines.flatMap((line) => line.pieces);
  return (
    lines.length <= TEXTUAL.lines &&
    pieces.length <= TEXTUAL.pieces &&
    lines.every(({ box }) => box.height >= TEXTUAL.least && box.height <= TEXTUAL.most)
  );
}

/** Returns true if engines can read the lines of an image. @param {Decomposed} image */
export function isLegible(image) {
  return mayBeText(image) && !image.lines.some(isStacked);
}

/**
 * Returns true for two lines that touch, such as letters below with the descenders above. Engines read one of them.
 * @param {Line} line
 */
function isStacked({ box, pieces }) {
  const rows = new Float32Array(box.height);
  for (const { y, width, coverage } of pieces)
    for (const [at, value] of coverage.entries()) rows[y - box.y + Math.floor(at / width)] += value;
  const all = rows.reduce((sum, row) => sum + row, 0);
  const fullest = Math.max(...rows);
  let above = 0;
  return rows.some((row) => {
    const isBetween = above >= all * STACKED.side && all - above - row >= all * STACKED.side;
    above += row;
    return isBetween && row <= fullest * STACKED.row;
  });
}
