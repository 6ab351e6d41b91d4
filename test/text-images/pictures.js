/** @import { Picture } from '../../lib/text-images/types.ts' */

/** Characters as rows of pixels. @type {Readonly<Record<string, readonly string[]>>} */
const LETTERS = {
  H: ['#..#', '#..#', '#..#', '####', '#..#', '#..#', '#..#'],
  E: ['####', '#...', '#...', '###.', '#...', '#...', '####'],
  L: ['#...', '#...', '#...', '#...', '#...', '#...', '####'],
  T: ['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..'],
  I: ['##', '##', '##', '##', '##', '##', '##'],
  ' ': ['....', '....', '....', '....', '....', '....', '....'],
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

/** Shares of a small blur. */
const BLUR = [0.25, 0.5, 0.25];

/**
 * Draws white text with a blurred black shadow of half opacity, 2 pixels to the right and below.
 * @param {string} text @param {(x: number, y: number) => number} ground @param {number} [left]
 */
export function drawShaded(text, ground, left = 12) {
  const { grey, width, height } = drawLetters(text, () => 0, left);
  const share = (/** @type {number} */ x, /** @type {number} */ y) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : grey[y * width + x] / 250;
  const soft = (/** @type {number} */ x, /** @type {number} */ y) =>
    BLUR.flatMap((down, v) => BLUR.map((across, u) => down * across * share(x + u - 1, y + v - 1))).reduce(
      (sum, one) => sum + one,
    );
  const shaded = grey.map((value, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return value > 0 ? value : ground(x, y) * (1 - soft(x - 2, y - 2) / 2);
  });
  return { width, height, grey: shaded };
}

/**
 * Draws text of a colour over a ground of another, with the shadow of `drawShaded`.
 * @param {string} text @param {readonly number[]} ink @param {(x: number, y: number) => readonly number[]} ground
 * @param {string} key @returns {Picture}
 */
export function drawColoured(text, ink, ground, key) {
  const { width, height, grey } = drawLetters(text, () => 0);
  const { grey: shade } = drawShaded(text, () => 1);
  const rgb = Uint8ClampedArray.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    const behind = ground(pixel % width, Math.floor(pixel / width))[at % 3];
    return grey[pixel] > 0 ? ink[at % 3] : behind * shade[pixel];
  });
  return { key, width, height, rgb, clear: null, tolerance: 6 };
}

/** @param {ReturnType<typeof drawLetters>} drawn @param {string} key @returns {Picture} */
export function toPicture({ width, height, grey }, key) {
  const rgb = new Uint8ClampedArray(width * height * 3).map((_, at) => grey[Math.floor(at / 3)]);
  return { key, width, height, rgb, clear: null, tolerance: 6 };
}
