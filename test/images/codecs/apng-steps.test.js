import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planSteps } from '../../../lib/images/png/apng-steps.js';

const [width, height] = [20, 20];

/**
 * Returns an image of one colour with a square of another colour in its corner.
 * @param {number} side @param {number} word
 */
function drawSquare(side, word) {
  const words = new Uint32Array(width * height).fill(0xff00ff00);
  for (let y = 0; y < side; y++) words.fill(word, y * width, y * width + side);
  return { words, delayMs: 100 };
}

test('a dearer step is taken where a picture comes again', () => {
  const [plain, large, small] = [drawSquare(0, 0), drawSquare(10, 0xff0000ff), drawSquare(9, 0xffff0000)];
  const steps = planSteps([plain, large, small, large], { width, height }, ({ words }) => words.length);
  // Over the plain image, the small square takes fewer pixels, but then the large one would have to be stored again.
  assert.deepEqual(
    steps.map(({ words, dispose }) => [words.length, dispose]),
    [
      [400, 'none'],
      [100, 'none'],
      [100, 'previous'],
      [1, 'none'],
    ],
  );
});
