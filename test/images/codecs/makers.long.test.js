import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { sniffImage } from '../../../lib/images/codecs/decode.js';
import { makers } from '../../../lib/images/codecs/makers.js';
import { makeChunk, writePng } from '../../../lib/images/png/png-write.js';
import { chunkTypes, drawDisc, drawWaves, makeGif, withChunks } from './draw.js';
import { assertSameLook, bytesOf } from './made.js';

const palette = Array.from({ length: 16 }, (_, i) => [i * 16, 255 - i * 9, (i * 53) % 256]);
const none = new Uint8Array(0);

describe('png-from-gif and apng-from-gif', () => {
  test('a still GIF becomes a smaller PNG of the same pixels; what would grow stays', async () => {
    const pixels = Array.from({ length: 60 * 40 }, (_, i) => Math.floor((i % 60) / 8 + i / 400) % 16);
    const gif = makeGif({
      width: 60,
      height: 40,
      palette,
      frames: [{ width: 60, height: 40, pixels, transparent: 5 }],
    });
    const png = bytesOf(await makers['png-from-gif'](gif, {}));
    assert.ok(png.length < gif.length);
    await assertSameLook(gif, png);
    const dot = makeGif({ width: 1, height: 1, palette: [[0, 0, 0]], frames: [{ width: 1, height: 1, pixels: [0] }] });
    assert.deepEqual(await makers['png-from-gif'](dot, {}), {
      ok: false,
      reason: 'not-smaller',
      message: `67 bytes would replace ${dot.length}`,
    });
  });

  test('any animation keeps its pictures, delays and plays, whatever the disposals', async () => {
    const frame = fc.record({
      x: fc.nat(6),
      y: fc.nat(6),
      width: fc.integer({ min: 1, max: 8 }),
      height: fc.integer({ min: 1, max: 8 }),
      disposal: fc.nat(4),
      delayMs: fc.constantFrom(0, 10, 20, 30, 70, 500),
      transparent: fc.option(fc.nat(3), { nil: undefined }),
      seed: fc.nat(1000),
    });
    const animation = fc.tuple(fc.array(frame, { minLength: 2, maxLength: 6 }), fc.constantFrom(0, 1, 3));
    await fc.assert(
      fc.asyncProperty(animation, async ([frames, plays]) => {
        const drawn = frames.map((one) => ({
          ...one,
          pixels: Array.from({ length: one.width * one.height }, (_, i) => ((i * one.seed) >> 3) % 4),
        }));
        const padding = Array.from({ length: 900 }, (_, i) => (i * 7919) % 251);
        const gif = makeGif({ width: 10, height: 10, palette, frames: drawn, plays });
        // Padding after the end makes any result smaller, so that each one is compared.
        const made = await makers['apng-from-gif'](Uint8Array.from([...gif, ...padding, ...padding]), {
          effort: 'fast',
        });
        await assertSameLook(gif, bytesOf(made));
      }),
      { numRuns: 60 },
    );
  });

  test('repeats of a frame are joined, and an animation is told from a still image', async () => {
    const still = { width: 30, height: 30, pixels: Array.from({ length: 900 }, (_, i) => (i >> 4) % 16), delayMs: 100 };
    const other = { ...still, pixels: still.pixels.map((value) => 15 - value) };
    const gif = makeGif({
      width: 30,
      height: 30,
      palette,
      frames: [still, still, other, still, still, still],
      plays: 0,
    });
    const apng = bytesOf(await makers['apng-from-gif'](gif, {}));
    assert.deepEqual(sniffImage(apng), { format: 'apng', width: 30, height: 30, frames: 3 });
    const decoded = await assertSameLook(gif, apng);
    assert.deepEqual(
      decoded.frames.map(({ delayMs }) => delayMs),
      [200, 100, 300],
    );
    const made = await makers['png-from-gif'](gif, {});
    assert.ok(!made.ok && made.reason === 'broken');
  });
});

describe('png', () => {
  const rings = drawDisc(50, 50, [
    [255, 255, 255],
    [9, 99, 199],
    [200, 100, 0],
    [0, 60, 0],
  ]);
  const loose = (/** @type {object} */ options = {}) =>
    sharp(rings.rgba, { raw: { width: 50, height: 50, channels: 4 } })
      .png(options)
      .toBuffer();

  test('is made smaller, interlaced or not, and chunks that show nothing go', async () => {
    for (const progressive of [false, true]) {
      const png = withChunks(await loose({ progressive }), [
        makeChunk('tEXt', Buffer.from('Comment\0drawn')),
        makeChunk('pHYs', Uint8Array.of(0, 0, 11, 19, 0, 0, 11, 19, 1)),
        makeChunk('sRGB', Uint8Array.of(0)),
        makeChunk('gAMA', Uint8Array.of(0, 0, 0xb1, 0x8f)),
      ]);
      const made = bytesOf(await makers.png(png, {}));
      await assertSameLook(png, made);
      assert.deepEqual(
        chunkTypes(made).filter((type) => !['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'].includes(type)),
        [],
      );
    }
  });

  test('what changes colours or turns the image stays', async () => {
    const gamma = makeChunk('gAMA', Uint8Array.of(0, 1, 0x86, 0xa0));
    assert.ok(chunkTypes(bytesOf(await makers.png(withChunks(await loose(), [gamma]), {}))).includes('gAMA'));
    const p3 = await sharp(rings.rgba, { raw: { width: 50, height: 50, channels: 4 } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const kept = bytesOf(await makers.png(p3, {}));
    assert.ok(chunkTypes(kept).includes('iCCP'));
    const srgb = await sharp(rings.rgba, { raw: { width: 50, height: 50, channels: 4 } })
      .withIccProfile('srgb')
      .png()
      .toBuffer();
    assert.ok(chunkTypes(srgb).includes('iCCP'));
    assert.ok(!chunkTypes(bytesOf(await makers.png(srgb, {}))).includes('iCCP'));
    const turned = await sharp(rings.rgba, { raw: { width: 50, height: 50, channels: 4 } })
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    assert.ok(chunkTypes(bytesOf(await makers.png(turned, {}))).includes('eXIf'));
  });

  test('16 bits stay 16 where they say more than 8, and become 8 where they do not', async () => {
    const layout = { width: 40, height: 40, bitDepth: 16, colourType: 0, palette: none, transparency: none };
    const rows = (/** @type {(i: number) => number[]} */ sample) =>
      Buffer.concat(
        Array.from({ length: 40 }, (_, y) =>
          Uint8Array.from([0, ...Array.from({ length: 40 }, (_, x) => sample(y * 40 + x)).flat()]),
        ),
      );
    const deep = writePng(layout, [
      makeChunk(
        'IDAT',
        deflateSync(
          rows((i) => [i >> 8, i & 255]),
          { level: 1 },
        ),
      ),
    ]);
    assert.equal(bytesOf(await makers.png(deep, {}))[24], 16);
    const shallow = writePng(layout, [
      makeChunk(
        'IDAT',
        deflateSync(
          rows((i) => [i & 255, i & 255]),
          { level: 1 },
        ),
      ),
    ]);
    assert.equal(bytesOf(await makers.png(shallow, {}))[24], 8);
  });

  test('an animation is never flattened', async () => {
    const frames = [0, 1, 2].map((shift) => ({
      width: 40,
      height: 40,
      pixels: Array.from({ length: 1600 }, (_, i) => ((i >> 3) + shift) % 16),
      delayMs: 40,
    }));
    const apng = bytesOf(
      await makers['apng-from-gif'](makeGif({ width: 40, height: 40, palette, frames, plays: 0 }), { effort: 'max' }),
    );
    const again = await makers.png(withChunks(apng, [makeChunk('tEXt', new Uint8Array(500))]), { effort: 'max' });
    assert.equal(sniffImage(bytesOf(again)).frames, 3);
    await assertSameLook(apng, bytesOf(again));
  });

  test('a bomb, a truncated file and a lying header keep the original', async () => {
    const layout = { width: 8, height: 8, bitDepth: 8, colourType: 0, palette: none, transparency: none };
    for (const png of [
      writePng(layout, [makeChunk('IDAT', deflateSync(new Uint8Array(80_000_000)))]),
      writePng({ ...layout, width: 50_000, height: 50_000 }, [makeChunk('IDAT', deflateSync(new Uint8Array(9)))]),
      (await loose()).subarray(0, 120),
    ]) {
      const made = await makers.png(png, {});
      assert.ok(!made.ok && made.reason === 'broken', JSON.stringify(made));
    }
  });
});

describe('jpeg', () => {
  const waves = drawWaves(120, 80);
  const image = () => sharp(waves.rgba, { raw: { width: 120, height: 80, channels: 4 } });

  test('loses bytes, not pixels; orientation and profiles stay, other metadata goes', async () => {
    const plain = await image().jpeg({ optimiseCoding: false }).toBuffer();
    const made = bytesOf(await makers.jpeg(plain, {}));
    await assertSameLook(plain, made);
    const turned = await image()
      .withMetadata({ orientation: 8 })
      .withExifMerge({ IFD0: { Copyright: 'x'.repeat(2000) } })
      .jpeg({ optimiseCoding: false })
      .toBuffer();
    const kept = bytesOf(await makers.jpeg(turned, {}));
    assert.equal((await assertSameLook(turned, kept)).orientation, 8);
    assert.ok(!Buffer.from(kept).includes('xxxx'));
    const p3 = await image().withIccProfile('p3').jpeg({ optimiseCoding: false }).toBuffer();
    assert.ok((await sharp(bytesOf(await makers.jpeg(p3, {}))).metadata()).icc);
    const srgb = await image().withIccProfile('srgb').jpeg({ optimiseCoding: false }).toBuffer();
    assert.ok(!(await sharp(bytesOf(await makers.jpeg(srgb, {}))).metadata()).icc);
  });

  test('CMYK and grey stay what they are, a truncated one stays as it is', async () => {
    for (const bytes of [
      await image().resize(480, 320).toColourspace('cmyk').jpeg({ optimiseCoding: false }).toBuffer(),
      await image().toColourspace('b-w').jpeg({ optimiseCoding: false }).toBuffer(),
    ]) {
      const made = bytesOf(await makers.jpeg(bytes, {}));
      await assertSameLook(bytes, made);
      assert.equal((await sharp(made).metadata()).channels, (await sharp(bytes).metadata()).channels);
    }
    const whole = await image().jpeg().toBuffer();
    const made = await makers.jpeg(whole.subarray(0, whole.length - 900), {});
    assert.ok(!made.ok && made.reason === 'broken');
  });
});
