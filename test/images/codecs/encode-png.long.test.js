import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { toWords } from '../../../lib/images/png/colours.js';
import { encodePng } from '../../../lib/images/png/png-encode.js';
import { drawDisc, drawWaves } from './draw.js';

/**
 * @param {{ width: number, height: number, rgba: Uint8Array }} image
 * @param {Uint8Array} png
 */
async function assertSame(image, png) {
  const decoded = await decodeImage(png);
  assert.ok('frames' in decoded && !('broken' in decoded));
  assert.deepEqual([decoded.width, decoded.height], [image.width, image.height]);
  assert.deepEqual(toWords(decoded.frames[0].rgba), toWords(image.rgba));
  const { data } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  assert.deepEqual(toWords(data), toWords(image.rgba));
}

/** @param {Uint8Array} png */
function colourTypeOf(png) {
  return { colourType: png[25], bitDepth: png[24] };
}

test('any pixels come back, for our reader and for another', async () => {
  const colour = fc.oneof(
    fc.constantFrom([0, 0, 0, 0], [255, 255, 255, 255], [0, 0, 0, 255], [85, 85, 85, 255], [17, 17, 17, 255]),
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.constant(255)),
    fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255)),
  );
  const image = fc
    .tuple(
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 24 }),
      fc.array(colour, { minLength: 1, maxLength: 40 }),
      fc.infiniteStream(fc.nat()),
    )
    .map(([width, height, colours, stream]) => {
      const rgba = new Uint8Array(width * height * 4);
      for (let i = 0; i < width * height; i++)
        rgba.set(colours[/** @type {number} */ (stream.next().value) % colours.length], i * 4);
      return { width, height, rgba };
    });
  await fc.assert(
    fc.asyncProperty(
      image,
      fc.constantFrom(/** @type {const} */ ('fast'), /** @type {const} */ ('balanced')),
      async (picture, effort) => {
        await assertSame(picture, encodePng(picture, { effort }));
      },
    ),
    { numRuns: 60 },
  );
});

test('more than 256 colours, with and without transparency', async () => {
  const waves = drawWaves(60, 40);
  await assertSame(waves, encodePng(waves));
  const holes = { ...waves, rgba: waves.rgba.map((value, i) => (i % 4 === 3 && (i >> 2) % 7 === 0 ? 0 : value)) };
  const keyed = encodePng(holes, { effort: 'fast' });
  await assertSame(holes, keyed);
  assert.equal(colourTypeOf(keyed).colourType, 2);
  const veil = { ...waves, rgba: waves.rgba.map((value, i) => (i % 4 === 3 ? (i >> 2) % 256 : value)) };
  await assertSame(veil, encodePng(veil, { effort: 'fast' }));
});

test('grey, few colours and black and white take few bits', async () => {
  const black = drawDisc(40, 40, [
    [255, 255, 255],
    [0, 0, 0],
  ]);
  assert.deepEqual(colourTypeOf(encodePng(black)), { colourType: 0, bitDepth: 1 });
  await assertSame(black, encodePng(black));
  const solid = drawDisc(200, 100, [
    [12, 34, 56],
    [12, 34, 56],
  ]);
  assert.ok(encodePng(solid).length < 100);
  await assertSame(solid, encodePng(solid));
});

test('it is smaller than what sharp and its palette make', async () => {
  const rings = drawDisc(
    90,
    90,
    Array.from({ length: 30 }, (_, i) => [i * 8, 255 - i * 5, 40 + i * 3]),
  );
  const png = await sharp(rings.rgba, { raw: { width: 90, height: 90, channels: 4 } })
    .png({ palette: true, effort: 10, compressionLevel: 9 })
    .toBuffer();
  assert.ok(encodePng(rings).length < png.length);
});

test('the same pixels give the same bytes', () => {
  const waves = drawWaves(30, 30);
  assert.deepEqual(encodePng(waves), encodePng(waves));
});
