import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { decodeImage, sniffImage } from '../../../lib/images/codecs/decode.js';
import { defaultLimits } from '../../../lib/images/png/limits.js';
import { decodePng } from '../../../lib/images/png/png-decode.js';
import { makeChunk, writePng } from '../../../lib/images/png/png-write.js';
import { drawDisc, drawWaves, makeGif } from './draw.js';

const palette = [
  [255, 255, 255],
  [200, 0, 0],
  [0, 0, 200],
  [0, 0, 0],
];
const none = new Uint8Array(0);
const square = { width: 2, height: 2, pixels: [1, 1, 1, 1] };

/** @param {Uint8Array} bytes */
async function decode(bytes, limits = {}) {
  const decoded = await decodeImage(bytes, limits);
  assert.ok('frames' in decoded && !('broken' in decoded), JSON.stringify(decoded).slice(0, 200));
  return decoded;
}

/**
 * @param {Uint8Array} bytes
 * @param {RegExp} reason
 */
async function assertBroken(bytes, reason, limits = {}) {
  const decoded = await decodeImage(bytes, limits);
  assert.ok('broken' in decoded);
  assert.match(decoded.broken, reason);
}

/** @param {Uint8Array} rgba */
function reds(rgba) {
  return Array.from({ length: rgba.length / 4 }, (_, i) => (rgba[i * 4 + 3] === 0 ? '.' : `${rgba[i * 4]}`)).join(' ');
}

describe('GIF', () => {
  test('is decoded as another decoder does, plain and interlaced', async () => {
    const pixels = Array.from({ length: 37 * 23 }, (_, i) => (i * i) % 4);
    for (const interlaced of [false, true]) {
      const gif = makeGif({
        width: 37,
        height: 23,
        palette,
        frames: [{ width: 37, height: 23, pixels, interlaced, transparent: 3 }],
      });
      const { data } = await sharp(gif).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      assert.equal(reds((await decode(gif)).frames[0].rgba), reds(data));
    }
  });

  test('disposal: none and odd values keep, 2 clears, 3 and 4 restore', async () => {
    for (const [disposal, corner] of [
      [0, '200'],
      [1, '200'],
      [2, '.'],
      [3, '255'],
      [4, '255'],
      [5, '200'],
      [7, '200'],
    ]) {
      const gif = makeGif({
        width: 3,
        height: 1,
        palette,
        frames: [
          { width: 3, height: 1, pixels: [0, 0, 0], disposal: 1 },
          { width: 1, height: 1, pixels: [1], disposal: Number(disposal) },
          { x: 2, width: 1, height: 1, pixels: [3] },
        ],
      });
      const { frames } = await decode(gif);
      assert.deepEqual(
        frames.map(({ rgba }) => reds(rgba)),
        ['255 255 255', '200 255 255', `${corner} 255 0`],
        `disposal ${disposal}`,
      );
    }
  });

  test('delays are exact and the loop count says how often it repeats', async () => {
    const frames = [
      { ...square, delayMs: 0 },
      { ...square, delayMs: 70 },
    ];
    for (const plays of [0, 1, 2, 6]) {
      const decoded = await decode(makeGif({ width: 2, height: 2, palette, frames, plays }));
      assert.equal(decoded.plays, plays);
      assert.deepEqual(
        decoded.frames.map(({ delayMs }) => delayMs),
        [0, 70],
      );
    }
  });

  test('the first frame may widen the canvas, later ones are cut', async () => {
    const wide = makeGif({
      width: 1,
      height: 1,
      palette,
      frames: [square, { x: 1, width: 3, height: 1, pixels: [2, 2, 2] }],
    });
    const { width, height, frames } = await decode(wide);
    assert.deepEqual([width, height, reds(frames[1].rgba)], [2, 2, '200 0 200 200']);
  });

  test('a palette of its own wins, and indexes past it are black', async () => {
    const frame = { width: 2, height: 1, pixels: [0, 9], palette: [[7, 8, 9]] };
    assert.deepEqual(
      [...(await decode(makeGif({ width: 2, height: 1, palette, frames: [frame] }))).frames[0].rgba],
      [7, 8, 9, 255, 0, 0, 0, 255],
    );
  });

  test('bad ones say why', async () => {
    const gif = makeGif({
      width: 20,
      height: 20,
      palette,
      frames: [{ width: 20, height: 20, pixels: Array.from({ length: 400 }, (_, i) => (i * 7) % 4) }],
    });
    await assertBroken(gif.subarray(0, gif.length - 20), /truncated: frame 1 ends after \d+ of 400 pixels/);
    await assertBroken(gif.subarray(0, 13), /without an image/);
    await assertBroken(gif.subarray(0, 10), /without an image/);
    await assertBroken(
      makeGif({ width: 0, height: 0, palette, frames: [{ width: 0, height: 0, pixels: [] }] }),
      /no pixels/,
    );
    await assertBroken(makeGif({ width: 50000, height: 50000, palette, frames: [square] }), /50000 × 50000.*limit/);
    await assertBroken(
      makeGif({ width: 2, height: 2, palette, frames: Array(10_000).fill(square) }),
      /more than 2000 frames/,
    );
    await assertBroken(
      makeGif({ width: 6000, height: 6000, palette, frames: Array(3).fill(square) }),
      /3 frames of 6000/,
    );
    await assertBroken(makeGif({ width: 2, height: 2, frames: [square] }), /no colours/);
    await assertBroken(gif, /limit of 100/, { bytes: 100 });
  });
});

describe('PNG', () => {
  test('every colour type and depth, plain and interlaced, is decoded as another decoder does', async () => {
    const { rgba, width, height } = drawWaves(13, 11);
    for (const options of [
      {},
      { palette: true },
      { palette: true, colours: 4 },
      { progressive: true },
      { progressive: true, palette: true, colours: 2 },
    ]) {
      const png = await sharp(rgba, { raw: { width, height, channels: 4 } })
        .png(options)
        .toBuffer();
      assert.deepEqual(
        (await decode(png)).frames[0].rgba,
        new Uint8Array(await sharp(png).ensureAlpha().raw().toBuffer()),
      );
    }
    const grey = await sharp(rgba, { raw: { width, height, channels: 4 } })
      .removeAlpha()
      .toColourspace('b-w')
      .png()
      .toBuffer();
    assert.equal((await decode(grey)).colourSpace, 'grey');
  });

  test('the colours of a PNG with a wide profile are those that browsers show', async () => {
    const shown = [200, 60, 40, 255];
    const plain = sharp({
      create: { width: 8, height: 8, channels: 4, background: { r: 200, g: 60, b: 40, alpha: 1 } },
    });
    const wide = await plain.withIccProfile('p3').png().toBuffer();
    const stored = decodePng(wide, defaultLimits).frames[0].rgba.subarray(0, 3);
    assert.ok(Math.abs(stored[0] - shown[0]) > 5, 'the samples themselves differ');
    const { frames, colourSpace } = await decode(wide);
    assert.equal(colourSpace, 'profile');
    for (const [at, value] of shown.entries()) assert.ok(Math.abs(frames[0].rgba[at] - value) <= 2, `${at}`);
  });

  test('16 bits a channel are told', async () => {
    const layout = { width: 1, height: 1, bitDepth: 16, colourType: 2, palette: none, transparency: none };
    const png = writePng(layout, [makeChunk('IDAT', deflateSync(Uint8Array.of(0, 1, 2, 3, 4, 5, 6)))]);
    const decoded = await decode(png);
    assert.equal(decoded.bitsPerChannel, 16);
    assert.deepEqual([...decoded.frames[0].rgba], [1, 3, 5, 255]);
  });

  test('bad ones say why', async () => {
    const layout = { width: 4, height: 4, bitDepth: 8, colourType: 0, palette: none, transparency: none };
    const data = (/** @type {number} */ size) => makeChunk('IDAT', deflateSync(new Uint8Array(size)));
    const png = writePng(layout, [data(20)]);
    assert.equal((await decode(png)).width, 4);
    await assertBroken(png.subarray(0, 45), /truncated/);
    await assertBroken(writePng(layout, [data(10)]), /truncated: its pixel data ends early/);
    await assertBroken(writePng(layout, [data(80_000_000)]), /more data than its header declares/);
    await assertBroken(writePng({ ...layout, width: 0 }, [data(1)]), /no pixels/);
    await assertBroken(writePng({ ...layout, width: 50_000, height: 50_000 }, [data(1)]), /50000 × 50000/);
    await assertBroken(writePng({ ...layout, bitDepth: 3 }, [data(20)]), /an invalid PNG header/);
    await assertBroken(writePng({ ...layout, colourType: 3 }, [data(20)]), /without its palette/);
    const damaged = png.slice();
    damaged[png.length - 16] ^= 1;
    await assertBroken(damaged, /checksum/);
  });
});

describe('other formats', () => {
  const { rgba, width, height } = drawDisc(24, 16, [
    [255, 255, 255],
    [9, 99, 199],
    [200, 100, 0],
  ]);
  const image = () => sharp(rgba, { raw: { width, height, channels: 4 } });

  test('are known by their bytes and decoded', async () => {
    for (const format of /** @type {const} */ (['jpeg', 'webp', 'avif', 'png', 'gif'])) {
      const bytes = await image().toFormat(format).toBuffer();
      assert.equal(sniffImage(bytes).format, format);
      const decoded = await decode(bytes);
      assert.deepEqual(
        [decoded.format, decoded.width, decoded.height, decoded.frames.length],
        [format, width, height, 1],
      );
    }
    const svg = Buffer.from(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="24" height="16"><path d="M0 0h9v9z"/></svg>',
    );
    assert.deepEqual(sniffImage(svg), { format: 'svg', width: 24, height: 16, frames: 1 });
    assert.equal((await decode(svg)).width, 24);
  });

  test('CMYK and turned JPEGs are shown as browsers do', async () => {
    const cmyk = await image().toColourspace('cmyk').jpeg().toBuffer();
    assert.equal((await decode(cmyk)).colourSpace, 'cmyk');
    const turned = await decode(await image().withMetadata({ orientation: 6 }).jpeg().toBuffer());
    assert.deepEqual([turned.width, turned.height, turned.orientation], [16, 24, 6]);
  });

  test('a truncated JPEG, an empty file and a text say why', async () => {
    const jpeg = await sharp(drawWaves(64, 64).rgba, { raw: { width: 64, height: 64, channels: 4 } })
      .jpeg()
      .toBuffer();
    await assertBroken(jpeg.subarray(0, jpeg.length / 2), /cannot be decoded/);
    await assertBroken(none, /empty/);
    await assertBroken(Buffer.from('<!doctype html><title>404</title>'), /not an image/);
  });

  test('nothing at all makes the readers throw', async () => {
    const starts = [
      'GIF89a',
      '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
      '\xff\xd8\xff\xe0',
      'RIFF\0\0\0\0WEBPVP8X',
      '\0\0\0\x1cftypavif',
      'BM',
      '\0\0\x01\0\x01\0',
      '<svg ',
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }), async (start, rest) => {
        const bytes = Buffer.concat([Buffer.from(start, 'latin1'), rest]);
        assert.ok(sniffImage(bytes).format);
        await decodeImage(bytes, { pixels: 100_000, framePixels: 100_000 });
      }),
      { numRuns: 150 },
    );
  });
});
