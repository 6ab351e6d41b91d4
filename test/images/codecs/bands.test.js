import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { present } from '../../../lib/base/present.js';
import { listBands } from '../../../lib/images/codecs/bands.js';
import { openJudge } from '../../../lib/images/codecs/similarity.js';

test('a large image is compared in bands from its top to its bottom', () => {
  const size = fc.record({ width: fc.integer({ min: 1, max: 30_000 }), height: fc.integer({ min: 1, max: 30_000 }) });
  fc.assert(
    fc.property(size, ({ width, height }) => {
      const bands = listBands({ width, height });
      assert.equal(bands[0].top, 0);
      const last = present(bands.at(-1));
      assert.equal(last.top + last.rows, height);
      assert.ok(bands.every(({ top }, at) => at === 0 || top >= bands[at - 1].top + bands[at - 1].rows));
      const pixels = bands.reduce((sum, { rows }) => sum + rows * width, 0);
      assert.ok(pixels <= Math.max(4_000_000, 4 * width));
    }),
  );
});

test('a large image is as similar as its band that differs most', () => {
  const [width, height] = [2000, 2100];
  const before = { width, height, rgba: new Uint8Array(width * height * 4).fill(255) };
  const after = { ...before, rgba: before.rgba.slice() };
  const last = present(listBands(before).at(-1));
  for (let at = last.top * width * 4; at < after.rgba.length; at += 40) after.rgba[at] = 0;
  assert.ok(openJudge(before, {})(before) > 99);
  assert.ok(openJudge(before, {})(after) < 60);
});
