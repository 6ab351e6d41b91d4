import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { encodeLossy } from '../../../lib/images/codecs/lossy.js';
import { makers } from '../../../lib/images/codecs/makers.js';
import { openJudge } from '../../../lib/images/codecs/similarity.js';
import { measureSimilarity } from '../../../lib/images/png/measure-similarity.js';
import { encodePng } from '../../../lib/images/png/png-encode.js';
import { drawDisc, drawWaves } from './draw.js';
import { assertSameLook, bytesOf } from './made.js';

const _palette = Array.from({ length: 16 }, (_, i) => [i * 16, 255 - i * 9, (i * 53) % 256]);
const _none = new Uint8Array(0);

describe('lossy and modern forms', () => {
  test('the similarity that is asked for is measured and reported', async () => {
    const waves = drawWaves(64, 64);
    const png = await sharp(waves.rgba, { raw: { width: 64, height: 64, channels: 4 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    for (const maker of /** @type {const} */ (['webp', 'avif'])) {
      const [low, high] = [
        await makers[maker](png, { target: 50, effort: 'fast' }),
        await makers[maker](png, { target: 65, effort: 'fast' }),
      ];
      assert.ok(low.ok && high.ok && Number(low.data.similarity) >= 50 && Number(high.data.similarity) >= 65);
      assert.ok(bytesOf(low).length <= bytesOf(high).length);
    }
  });

  test('a palette is enough for a ramp, and too few colours are refused', async () => {
    const ramp = drawDisc(
      96,
      96,
      Array.from({ length: 700 }, (_, i) => [i / 3, 60 + i / 5, 255 - i / 3].map(Math.round)),
    );
    const png = encodePng(ramp, { effort: 'fast' });
    const made = await makers['quantized-png'](png, { target: 60, effort: 'fast' });
    assert.ok(made.ok && Number(made.data.similarity) >= 60 && Number(made.data.quality) <= 256);
    const refused = await makers['quantized-png'](png, { target: 100.5, effort: 'fast' });
    assert.ok(!refused.ok && refused.reason === 'not-smaller');
  });

  test('WebP without loss shows the same', async () => {
    const waves = drawWaves(64, 64);
    const png = await sharp(waves.rgba, { raw: { width: 64, height: 64, channels: 4 } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    await assertSameLook(png, bytesOf(await makers['webp-lossless'](png, {})));
  });

  test('dots of two colours are held against what they melt to, where that is asked for', async () => {
    const ramp = { width: 96, height: 96, rgba: new Uint8Array(96 * 96 * 4).fill(255) };
    const [dots, mean] = [ramp.rgba.slice(), ramp.rgba.slice()];
    for (let i = 0; i < dots.length; i += 4) {
      const [x, y] = [(i >> 2) % 96, Math.floor((i >> 2) / 96)];
      const level = 0.5 + 0.45 * Math.sin(x / 15) * Math.cos(y / 19);
      const threshold = [0.2, 0.7, 0.9, 0.45][(x % 2) + 2 * (y % 2)];
      dots.fill(level > threshold ? 220 : 40, i, i + 3);
      mean.fill(40 + 180 * level, i, i + 3);
    }
    const [before, after] = [dots, mean].map((rgba) => ({ ...ramp, rgba }));
    const near = await openJudge(before, { target: 70 })(after);
    const far = await openJudge(before, { target: 70, dots: true })(after);
    assert.ok(near < 40 && far > near + 20, `${near} from near by, ${far} from afar`);
    assert.equal(await openJudge(before, { dots: true })(before), 100);
  });

  test('what is searched for on a sample of a large picture holds for all of it', async () => {
    const waves = drawWaves(560, 480);
    const made = await encodeLossy(waves, ['webp'], { target: 70, effort: 'balanced' });
    const after = made && (await decodeImage(made.bytes));
    assert.ok(after && 'frames' in after && !('broken' in after));
    const similarity = measureSimilarity(waves, { ...waves, rgba: after.frames[0].rgba });
    assert.ok(similarity >= 70 && similarity < 75, `${similarity}`);
  });

  test('a JPEG of coloured edges is coded coarser without its colours running', async () => {
    const size = { width: 96, height: 96 };
    const stripes = Buffer.alloc(size.width * size.height * 3);
    for (let i = 0; i < size.width * size.height; i++) stripes.set(i % 3 === 0 ? [220, 20, 40] : [20, 90, 200], i * 3);
    const image = sharp(stripes, { raw: { ...size, channels: 3 } });
    const fine = await image.jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const made = bytesOf(await makers['coarser-jpeg'](fine, { target: 70 }));
    assert.ok(made.length < fine.length * 0.7, `${fine.length} became ${made.length}`);
    assert.equal((await sharp(made).metadata()).chromaSubsampling, '4:4:4');
  });

  test('a JPEG is coded coarser once, and what is coarse already is left alone', async () => {
    const waves = drawWaves(160, 120);
    const image = sharp(waves.rgba, { raw: { width: 160, height: 120, channels: 4 } }).removeAlpha();
    const fine = await image.clone().jpeg({ quality: 97 }).toBuffer();
    const made = await makers['coarser-jpeg'](fine, { target: 60 });
    assert.ok(made.ok && Number(made.data.similarity) >= 60 && bytesOf(made).length < fine.length);
    const usual = await image.clone().jpeg({ quality: 75 }).toBuffer();
    assert.ok(bytesOf(await makers['coarser-jpeg'](usual, { target: 60 })).length < usual.length, 'an export of today');
    for (const bytes of [bytesOf(made), await image.clone().jpeg({ quality: 60 }).toBuffer()]) {
      const again = await makers['coarser-jpeg'](bytes, { target: 60 });
      assert.ok(!again.ok && again.reason === 'not-smaller', JSON.stringify(again));
    }
    const png = await makers['coarser-jpeg'](await image.clone().png().toBuffer(), {});
    assert.ok(!png.ok);
  });
});
