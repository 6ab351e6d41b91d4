import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countHalvings, halve, resizeToHalf } from '../../lib/images/codecs/halve.js';
import { resizePicture } from '../../lib/images/codecs/lossy.js';

const side = fc.integer({ min: 1, max: 12 }).map((half) => half * 2);
const picture = fc
  .tuple(side, side)
  .chain(([width, height]) =>
    fc
      .uint8Array({ minLength: width * height * 4, maxLength: width * height * 4 })
      .map((rgba) => ({ width, height, rgba: new Uint8Array(rgba) })),
  );

test('a plain image stays plain when it is halved', () => {
  const rgba = new Uint8Array(Array.from({ length: 16 }, () => [200, 100, 7, 90]).flat());
  const { width, height, rgba: half } = halve({ width: 4, height: 4, rgba });
  assert.deepEqual({ width, height, half: [...half.subarray(0, 4)] }, { width: 2, height: 2, half: [200, 100, 7, 90] });
});

test('transparent pixels give no colour to their neighbours', () => {
  const rgba = new Uint8Array([255, 0, 0, 255, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 0]);
  assert.deepEqual([...halve({ width: 2, height: 2, rgba }).rgba], [255, 0, 0, 63]);
});

test('each pixel of a half lies between the four that it stands for', () => {
  fc.assert(
    fc.property(picture, (whole) => {
      const half = halve(whole);
      for (let y = 0; y < half.height; y += 1) {
        for (let x = 0; x < half.width; x += 1) {
          const opacities = [0, 1].flatMap((dy) =>
            [0, 1].map((dx) => whole.rgba[((2 * y + dy) * whole.width + 2 * x + dx) * 4 + 3]),
          );
          const opacity = half.rgba[(y * half.width + x) * 4 + 3];
          assert.ok(Math.min(...opacities) <= opacity && opacity <= Math.max(...opacities));
        }
      }
    }),
  );
});

test('an odd row or column counts half as much as its neighbours, and a single one stays', () => {
  const rgba = new Uint8Array([0, 100, 200].flatMap((value) => [value, value, value, 255]));
  const wide = halve({ width: 3, height: 1, rgba });
  assert.deepEqual([wide.width, wide.height, ...wide.rgba], [1, 1, 100, 100, 100, 255]);
  const tall = halve({ width: 1, height: 3, rgba });
  assert.deepEqual([tall.width, tall.height, ...tall.rgba], [1, 1, 100, 100, 100, 255]);
});

test('halves are rounded up, and no other size is one', async () => {
  assert.equal(countHalvings({ width: 8, height: 4 }, 2, 1), 2);
  assert.equal(countHalvings({ width: 8, height: 4 }, 4, 1), null);
  assert.equal(countHalvings({ width: 9, height: 4 }, 5, 2), 1);
  assert.equal(countHalvings({ width: 9, height: 4 }, 3, 1), 2);
  assert.equal(countHalvings({ width: 9, height: 4 }, 9, 4), null);
  const rgba = new Uint8Array(9 * 4 * 4).fill(255);
  const half = await resizePicture({ width: 9, height: 4, rgba }, 5, 2);
  assert.deepEqual([half.width, half.height], [5, 2]);
  assert.deepEqual(new Set(half.rgba), new Set([255]));
});

test('a half of even sides is the mean of four pixels each time, rounded down', () => {
  fc.assert(
    fc.property(picture, (whole) => {
      assert.deepEqual(resizeToHalf(whole, 1), halve(whole));
    }),
  );
});
