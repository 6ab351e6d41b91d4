import sharp from 'sharp';

/** Side of the squares over which colours are averaged, in pixels. A lossy image differs in single pixels. */
const SQUARE = 8;

/**
 * The difference of two screenshots: unequal pixels, the largest difference of a square's mean colour (0 to 255), and
 * the share of squares beyond a level.
 * @typedef {{ pixels: number, worst: number, share: number, sizes: string }} Difference
 */

/**
 * The difference that each level allows. `safe` guarantees every pixel. The others allow the effects of lossy images:
 * the mean of a square changes little even if single pixels change much.
 * @type {Readonly<Record<string, { square: number, worst: number, share: number }>>}
 */
export const ALLOWED = {
  safe: { square: 1, worst: 0, share: 0 },
  visual: { square: 10, worst: 26, share: 0.002 },
  lossy: { square: 16, worst: 48, share: 0.01 },
};

/**
 * Compares two screenshots by the squares of a level.
 * @param {Uint8Array} one @param {Uint8Array} other @param {string} level
 * @returns {Promise<Difference>}
 */
export async function comparePictures(one, other, level) {
  const [a, b] = await Promise.all([one, other].map(readPixels));
  const sizes = `${a.info.width}×${a.info.height} → ${b.info.width}×${b.info.height}`;
  const isSameSize = a.info.width === b.info.width && a.info.height === b.info.height;
  if (isSameSize && a.data.equals(b.data)) return { pixels: 0, worst: 0, share: 0, sizes: '' };
  const [width, height] = [Math.min(a.info.width, b.info.width), Math.min(a.info.height, b.info.height)];
  let [pixels, worst, beyond, squares] = [0, 0, 0, 0];
  for (let y = 0; y < height; y += SQUARE) {
    for (let x = 0; x < width; x += SQUARE) {
      const square = compareSquare(a, b, {
        x,
        y,
        right: Math.min(x + SQUARE, width),
        end: Math.min(y + SQUARE, height),
      });
      squares += 1;
      pixels += square.pixels;
      worst = Math.max(worst, square.mean);
      if (square.mean > ALLOWED[level].square) beyond += 1;
    }
  }
  return { pixels, worst: Math.round(worst), share: beyond / Math.max(1, squares), sizes: isSameSize ? '' : sizes };
}

/** Returns true if a level allows a difference. @param {Difference} difference @param {string} level */
export function isAllowed({ pixels, worst, share, sizes }, level) {
  if (level === 'safe') return pixels === 0 && sizes === '';
  return sizes === '' && worst <= ALLOWED[level].worst && share <= ALLOWED[level].share;
}

/** @param {Uint8Array} bytes */
function readPixels(bytes) {
  return sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
}

/**
 * @param {{ data: Buffer, info: { width: number } }} a @param {{ data: Buffer, info: { width: number } }} b
 * @param {{ x: number, y: number, right: number, end: number }} square
 */
function compareSquare(a, b, { x, y, right, end }) {
  const sums = [0, 0, 0];
  let pixels = 0;
  for (let row = y; row < end; row += 1) {
    for (let column = x; column < right; column += 1) {
      const [i, j] = [(row * a.info.width + column) * 3, (row * b.info.width + column) * 3];
      let isEqual = true;
      for (let channel = 0; channel < 3; channel += 1) {
        const moved = a.data[i + channel] - b.data[j + channel];
        sums[channel] += moved;
        if (moved !== 0) isEqual = false;
      }
      if (!isEqual) pixels += 1;
    }
  }
  const count = (right - x) * (end - y);
  return { pixels, mean: Math.max(...sums.map((sum) => Math.abs(sum) / count)) };
}
