import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeLossy } from '../../../lib/images/codecs/lossy.js';

/**
 * Returns bars of strong colours on white, for which a fast AVIF is sometimes more similar than a slow one.
 * @param {number} seed
 */
function drawBars(seed) {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const [width, height] = [130, 90];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let bar = 0; bar < 70; bar++) {
    const [left, top] = [random() * width, random() * height].map(Math.floor);
    const [wide, high] = [1 + random() * 10, 1 + random() * 5].map(Math.floor);
    const colour = [random() * 255, random() * 60, random() * 255];
    for (let y = top; y < Math.min(height, top + high); y++) {
      for (let x = left; x < Math.min(width, left + wide); x++) rgba.set(colour, (y * width + x) * 4);
    }
  }
  return { width, height, rgba };
}

test('a form that is alike enough is found wherever a draft was', async () => {
  for (const seed of [2, 55]) {
    const found = await encodeLossy(drawBars(seed), ['avif'], { target: 70, effort: 'balanced', limit: 20_000 });
    assert.ok(found, `drawing ${seed}`);
    assert.ok(found.similarity >= 70);
    assert.ok(found.bytes.length < 1300);
  }
});
