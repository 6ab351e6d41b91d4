import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { limitOf } from '../../../lib/run/tasks/limits.js';

test('an image of many pixels and few bytes has the time of its pixels', async () => {
  const create = (/** @type {number} */ side) =>
    sharp({ create: { width: side, height: side, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
  const [small, large] = [await create(100), await create(1900)];
  assert.ok(large.length < 50_000);
  const timeOf = (/** @type {Buffer} */ bytes) => limitOf('make', { bytes }).cpuMs;
  assert.ok(timeOf(large) - timeOf(small) > 15_000, `${timeOf(small)} and ${timeOf(large)} ms`);
  assert.ok(timeOf(await create(9000)) <= 30_000, 'a bomb has no more than any other task');
});
