import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeRandom } from '../../../bench/random.js';
import { makers } from '../../../lib/images/codecs/makers.js';
import { isOpaqueLossyWebp } from '../../../lib/images/codecs/sniff.js';

const [WIDTH, HEIGHT] = [96, 64];

/** Draws soft noise. @param {3 | 4} channels @param {import('sharp').WebpOptions} options */
async function drawWebp(channels, options) {
  const draw = makeRandom(3);
  const bytes = Buffer.from(Array.from({ length: 24 * 16 * channels }, () => Math.floor(draw() * 256)));
  const small = sharp(bytes, { raw: { width: 24, height: 16, channels } });
  const image = small.resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' });
  return new Uint8Array(await image.webp(options).toBuffer());
}

const AGAIN = { ok: false, reason: 'not-smaller', message: 'it is compressed with loss already' };

test('an opaque WebP with loss is not compressed again where nobody may see it', async () => {
  const webp = await drawWebp(3, { quality: 75 });
  assert.deepEqual(await makers.avif(webp, { target: 90 }), AGAIN);
  assert.deepEqual(await makers.webp(webp, { target: 90 }), AGAIN);
  assert.equal((await makers.avif(webp, { target: 60 })).ok, true);
});

test('it is still offered in fewer pixels', async () => {
  const webp = await drawWebp(3, { quality: 75 });
  const sizes = [
    { width: WIDTH / 2, height: HEIGHT / 2 },
    { width: WIDTH, height: HEIGHT },
  ];
  const made = await makers['avif-ladder'](webp, { sizes, target: 90, partial: true });
  assert.ok(made.ok);
  const files = /** @type {{ width: number }[]} */ (made.data.files);
  assert.deepEqual(
    files.map(({ width }) => width),
    [WIDTH / 2],
  );
  assert.deepEqual(await makers['avif-ladder'](webp, { sizes: sizes.slice(1), target: 90, partial: true }), AGAIN);
});

test('a WebP without loss, or with transparency, is none of them', async () => {
  assert.equal(isOpaqueLossyWebp(await drawWebp(3, { quality: 75 })), true);
  assert.equal(isOpaqueLossyWebp(await drawWebp(3, { lossless: true })), false);
  assert.equal(isOpaqueLossyWebp(await drawWebp(4, { quality: 75 })), false);
  assert.equal(
    isOpaqueLossyWebp(
      new Uint8Array(
        await sharp(await drawWebp(3, {}))
          .jpeg()
          .toBuffer(),
      ),
    ),
    false,
  );
});
