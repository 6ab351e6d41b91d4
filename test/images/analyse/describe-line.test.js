import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeLine } from '../../../lib/images/analyse/describe-line.js';
import { drawImage } from './draw.js';

test('a bevelled rule has its bands across', () => {
  const line = describeLine(
    drawImage(300, 3, (_, y) => (y === 0 ? [90, 90, 90] : y === 1 ? [192, 192, 192] : [255, 255, 255])),
  );
  assert.deepEqual([line?.direction, line?.length, line?.thickness, line?.paint.kind], ['horizontal', 300, 3, 'bands']);
});

test('a vertical hairline is a line', () => {
  assert.equal(describeLine(drawImage(1, 80, () => [0, 0, 0]))?.direction, 'vertical');
});

test('a dashed rule and a plain box are none', () => {
  assert.equal(describeLine(drawImage(100, 2, (x) => (x % 7 < 3 ? [0, 0, 0] : [255, 255, 255]))), null);
  assert.equal(describeLine(drawImage(30, 20, () => [0, 0, 0])), null);
});
