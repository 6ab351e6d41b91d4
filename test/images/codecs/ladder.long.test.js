import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { encodeLadder } from '../../../lib/images/codecs/ladder.js';
import { resizePicture } from '../../../lib/images/codecs/lossy.js';
import { measureSimilarity } from '../../../lib/images/png/measure-similarity.js';

const [WIDTH, HEIGHT] = [960, 640];
const TARGET = 70;

/** Returns hills before a sky, with the grain of a camera. */
function drawHills() {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const rgba = new Uint8Array(WIDTH * HEIGHT * 4).fill(255);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const isHill = y > HEIGHT / 2 + 80 * Math.sin(x / 90) + 20 * Math.sin(x / 13);
      const grain = random() * 24;
      const colour = isHill ? [60 + grain, 90 + grain + y / 20, 40 + grain] : [120 + y / 6, 160 + y / 9, 220 - y / 9];
      rgba.set(colour.map(Math.round), (y * WIDTH + x) * 4);
    }
  }
  return { width: WIDTH, height: HEIGHT, rgba };
}

const picture = drawHills();
const sizes = [240, 324, 480, 720, 960].map((width) => ({ width, height: (width * HEIGHT) / WIDTH }));

test('a picture is coded in every size that is asked for, each as alike as is promised', async () => {
  const made = await encodeLadder(picture, sizes, { format: 'avif', target: TARGET, effort: 'balanced', limit: 1e6 });
  assert.deepEqual(
    made?.map(({ width }) => width),
    sizes.map(({ width }) => width),
  );
  assert.deepEqual(structuredClone(made), made, 'what a thread makes must reach the others');
  for (const { width, height, bytes } of made ?? []) {
    const decoded = await decodeImage(bytes);
    assert.ok(!('broken' in decoded));
    assert.deepEqual([decoded.width, decoded.height], [width, height]);
    const wanted = await resizePicture(picture, width, height);
    const similarity = await measureSimilarity(wanted, { ...wanted, rgba: decoded.frames[0].rgba });
    assert.ok(similarity >= TARGET, `${width}: ${similarity}`);
  }
});

test('each size is held against the picture itself, in every format', async () => {
  const most = 90;
  const few = sizes.slice(1, 4);
  for (const format of /** @type {const} */ (['avif', 'jpeg'])) {
    const made = await encodeLadder(picture, few, { format, target: most, effort: 'fast', limit: 1e7 });
    for (const { width, height, bytes } of made ?? []) {
      const decoded = await decodeImage(bytes);
      assert.ok(!('broken' in decoded));
      const wanted = await resizePicture(picture, width, height);
      const similarity = await measureSimilarity(wanted, { ...wanted, rgba: decoded.frames[0].rgba });
      assert.ok(similarity >= most, `${format} ${width}: ${similarity}`);
    }
    assert.equal(made?.length, few.length, format);
  }
});

test('where nothing smaller is alike enough, none of the sizes is offered', async () => {
  assert.equal(
    await encodeLadder(picture, sizes, { format: 'avif', target: TARGET, effort: 'fast', limit: 500 }),
    null,
  );
});
