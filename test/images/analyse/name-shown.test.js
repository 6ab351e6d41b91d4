import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { nameShown } from '../../../lib/images/analyse/name-shown.js';
import { decodeImage } from '../../../lib/images/codecs/decode.js';

const WIDTH = 4;
const pixels = Uint8Array.from({ length: 4 * WIDTH * WIDTH }, (_, at) => (at % 4 === 3 ? 255 : (at * 5) % 200));
const raw = (/** @type {Uint8Array} */ data) => sharp(data, { raw: { width: WIDTH, height: WIDTH, channels: 4 } });
const nameOf = async (/** @type {Uint8Array} */ bytes) => nameShown(bytes, await decodeImage(bytes));

test('a GIF and a PNG of the same pixels show the same, and one with another pixel does not', async () => {
  const gif = await raw(pixels).gif({ dither: 0 }).toBuffer();
  const png = await sharp(gif).png({ compressionLevel: 0 }).toBuffer();
  const small = await sharp(gif).png({ palette: true }).toBuffer();
  assert.equal(await nameOf(gif), await nameOf(png));
  assert.equal(await nameOf(gif), await nameOf(small));
  const other = await raw(pixels.with(5, pixels[5] + 1))
    .png()
    .toBuffer();
  assert.notEqual(await nameOf(await raw(pixels).png().toBuffer()), await nameOf(other));
});

test('what is clear has no colour', async () => {
  const clear = (/** @type {number} */ red) => raw(pixels.with(0, red).with(3, 0)).png().toBuffer();
  assert.equal(await nameOf(await clear(10)), await nameOf(await clear(90)));
});

test('the same pixels in other proportions are another picture', async () => {
  const [wide, high] = await Promise.all(
    [
      { width: 8, height: 2 },
      { width: 2, height: 8 },
    ].map((size) =>
      sharp(pixels, { raw: { ...size, channels: 4 } })
        .png()
        .toBuffer(),
    ),
  );
  assert.notEqual(await nameOf(wide), await nameOf(high));
});

test('where a file says what its colours mean, or holds no plain pixels, only its like shows the same', async () => {
  const plain = await raw(pixels).png().toBuffer();
  const profiled = await raw(pixels).withIccProfile('p3').png().toBuffer();
  assert.notEqual(await nameOf(plain), await nameOf(profiled));
  assert.equal(await nameOf(profiled), await nameOf(Uint8Array.from(profiled)));
  const jpeg = await raw(pixels).removeAlpha().jpeg().toBuffer();
  assert.equal(await nameOf(jpeg), await nameOf(Uint8Array.from(jpeg)));
  assert.notEqual(await nameOf(jpeg), await nameOf(await sharp(jpeg).png().toBuffer()));
});
