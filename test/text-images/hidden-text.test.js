import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidesText } from '../../lib/text-images/decompose/hidden-text.js';

test('a large letter that adjoins a text is its first one', () => {
  const [width, height] = [80, 30];
  const line = { box: { x: 24, y: 18, width: 40, height: 8 }, pieces: [] };
  const piece = { ...line.box, parts: 1, coverage: new Float32Array(320).fill(1) };
  const hides = (/** @type {number} */ right) => {
    const rgb = new Uint8ClampedArray(width * height * 3).fill(255);
    for (let y = 2; y < 27; y++) rgb.fill(0, (y * width + right - 14) * 3, (y * width + right) * 3);
    const picture = { key: 'a.gif', width, height, rgb, clear: null, tolerance: 2 };
    return hidesText(picture, { kind: 'image', rgb, clear: null }, [0, 0, 0], [{ ...line, pieces: [piece] }]);
  };
  assert.equal(hides(23), true);
  assert.equal(hides(16), false);
});
