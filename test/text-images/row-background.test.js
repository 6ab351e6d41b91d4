import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
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

test('a dashed line belongs to the background, a row that a text only touches has one colour', () => {
  const dashed = drawGradient(0, 0, 0);
  for (let x = 0; x < WIDTH; x++) if (x % 4 < 2) dashed.rgb.set(TEXT, (2 * WIDTH + x) * 3);
  for (const x of [30, 31]) dashed.rgb.set(TEXT, (8 * WIDTH + x) * 3);
  const found = findRowBackground(dashed);
  assert.deepEqual(
    [28, 29, 30, 31].map((x) => found?.rgb[(2 * WIDTH + x) * 3]),
    [34, 34, 234, 234],
  );
  assert.deepEqual(colourOf(found, 8), [216, 216, 255]);
});

test('a line across the image belongs to its background', () => {
  assert.deepEqual(colourOf(findRowBackground(drawGradient(7, 0, WIDTH)), 7), TEXT);
});

test('a button with a gradient can have margins in the usual colour of the image', () => {
  const button = drawGradient(0, 0, 0);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const isMargin = y < 5 || x < 6 || x >= WIDTH - 6;
      const isText = y > 7 && y < 11 && x > 14 && x < 45 && x % 3 > 0;
      if (isMargin || isText) button.rgb.set(isText ? TEXT : [255, 255, 255], (y * WIDTH + x) * 3);
    }
  assert.deepEqual(colourOf(findRowBackground(button), 9), [255, 255, 255]);
  assert.deepEqual(colourOf(findRowBackground(button, true), 9), [213, 213, 255]);
  const [found] = decompose([button]);
  assert.ok('lines' in found, 'failed' in found ? found.failed : '');
  assert.deepEqual(found.ink, TEXT);
});
