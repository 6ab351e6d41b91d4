/** @import { Picture } from '../../lib/text-images/types.ts' */

/** Characters as rows of pixels. @type {Readonly<Record<string, readonly string[]>>} */
const LETTERS = {
  H: ['#..#', '#..#', '#..#', '####', '#..#', '#..#', '#..#'],
  E: ['####', '#...', '#...', '###.', '#...', '#...', '####'],
  L: ['#...', '#...', '#...', '#...', '#...', '#...', '####'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  I: ['##', '##', '##', '##', '##', '##', '##'],
};
const INK = 250;

/**
 * Draws characters 17 pixels high over a grey background.
 * @param {string} text @param {(x: number, y: number) => number} ground
 * @param {number} [left] x coordinate of the first character
 */
export function drawLetters(text, ground, left = 12) {
  const [width, height] = [60, 17];
  const grey = Float32Array.from({ length: width * height }, (_, at) => ground(at % width, Math.floor(at / width)));
  let x = left;
  for (const letter of text) {
    for (const [row, line] of LETTERS[letter].entries())
      for (const [column, mark] of [...line].entries()) if (mark === '#') grey[(row + 5) * width + x + column] = INK;
    x += LETTERS[letter][0].length + 2;
  }
  return { width, height, grey };
}

/** @param {ReturnType<typeof drawLetters>} drawn @param {string} key @returns {Picture} */
export function toPicture({ width, height, grey }, key) {
  const rgb = new Uint8ClampedArray(width * height * 3).map((_, at) => grey[Math.floor(at / 3)]);
  return { key, width, height, rgb, clear: null, tolerance: 6 };
}
