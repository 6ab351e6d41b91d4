import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findRowBackground } from '../../lib/text-images/decompose/row-background.js';

const [WIDTH, HEIGHT] = [60, 12];
const TEXT = [34, 34, 68];

/**
 * Returns a picture with a vertical gradient, and a row that another colour covers up to a column.
 * @param {number} row @param {number} from @param {number} to
 */
function drawGradient(row, from, to) {
  const rgb = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const level = 240 - y * 3;
      rgb.set(y === row && x >= from && x < to ? TEXT : [level, level, 255], (y * WIDTH + x) * 3);
    }
  }
  return { key: 'a', width: WIDTH, height: HEIGHT, rgb, clear: null, tolerance: 6 };
}

/** @param {ReturnType<typeof findRowBackground>} found @param {number} row */
const colourOf = (found, row) => [...(found?.rgb.subarray((row * WIDTH + 30) * 3, (row * WIDTH + 30) * 3 + 3) ?? [])];

test('text that covers most of a row is not its background', () => {
  assert.deepEqual(colourOf(findRowBackground(drawGradient(7, 10, 50)), 7), [219, 219, 255]);
});

test('a line across the image belongs to its background', () => {
  assert.deepEqual(colourOf(findRowBackground(drawGradient(7, 0, WIDTH)), 7), TEXT);
});
