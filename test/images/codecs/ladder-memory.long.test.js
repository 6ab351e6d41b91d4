import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeRandom } from '../../../bench/random.js';
import { makers } from '../../../lib/images/codecs/makers.js';

const [WIDTH, HEIGHT] = [4800, 3200];

test('of a photograph of 15 megapixels, the sizes that a task has memory for are made', async () => {
  const draw = makeRandom(5);
  const bytes = Buffer.from(Array.from({ length: 48 * 32 * 3 }, () => Math.floor(draw() * 256)));
  const small = sharp(bytes, { raw: { width: 48, height: 32, channels: 3 } });
  const image = small.resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' });
  const photograph = new Uint8Array(await image.jpeg({ quality: 95 }).toBuffer());
  const sizes = [480, 960, WIDTH].map((width) => ({ width, height: (width * HEIGHT) / WIDTH }));
  const made = await makers['avif-ladder'](photograph, { sizes, target: 75, partial: true });
  assert.ok(made.ok, JSON.stringify(made));
  const files = /** @type {{ width: number }[]} */ (made.data.files);
  assert.deepEqual(
    files.map(({ width }) => width),
    [480, 960],
  );
  const none = await makers['avif-ladder'](photograph, { sizes: sizes.slice(2), target: 75, partial: true });
  assert.equal(none.ok, false);
});
