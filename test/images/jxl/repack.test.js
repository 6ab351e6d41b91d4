import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import sharp from 'sharp';
import { makers } from '../../../lib/images/codecs/makers.js';
import { repackJpeg } from '../../../lib/images/jxl/repack.js';

const PEBBLES = readFileSync(new URL('../../../fixtures/rules/modern-image/repacked/pebbles.jpg', import.meta.url));

/** Bytes at the start of a JPEG XL codestream. */
const START = [0xff, 0x0a];

test('a JPEG is repacked in fewer bytes, the same ones each time', () => {
  const [first, second] = [repackJpeg(PEBBLES), repackJpeg(PEBBLES)];
  assert.ok(first && second);
  assert.deepEqual([...first.subarray(0, 2)], START);
  assert.ok(first.length < PEBBLES.length * 0.9, `${first.length} of ${PEBBLES.length}`);
  assert.ok(Buffer.from(first).equals(second));
});

test('grey, progressive, and rotated JPEGs and those with a profile are repacked', async () => {
  const raw = sharp(PEBBLES);
  const forms = await Promise.all([
    raw.clone().greyscale().jpeg().toBuffer(),
    raw.clone().jpeg({ progressive: true, quality: 60 }).toBuffer(),
    raw.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    raw.clone().withIccProfile('p3').jpeg({ chromaSubsampling: '4:4:4' }).toBuffer(),
  ]);
  for (const [index, jpeg] of forms.entries()) {
    const made = repackJpeg(jpeg);
    assert.ok(made && made.length < jpeg.length, `form ${index}`);
  }
});

test('what cannot be repacked is refused with a reason', async () => {
  const inks = await sharp(PEBBLES).toColourspace('cmyk').jpeg().toBuffer();
  const png = await sharp(PEBBLES).png().toBuffer();
  for (const bytes of [inks, png, PEBBLES.subarray(0, 3000), new Uint8Array()]) {
    const made = await makers.jxl(new Uint8Array(bytes), {});
    assert.ok(!made.ok && made.reason === 'broken', `${bytes.length} bytes`);
  }
});
