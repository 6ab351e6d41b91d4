import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeImage } from '../../lib/codecs/decode.js';
import { resizePicture } from '../../lib/codecs/lossy.js';
import { encodersBy } from '../../lib/codecs/lossy-encoders.js';
import { measureSimilarity } from '../../lib/codecs/similarity.js';

/** A step of quality or two: pictures of one quality differ by as much between sizes. */
const MOST_APART = 12;

test('a photograph scores about the same in few pixels as in many', async () => {
  const file = new URL('../../fixtures/rules/responsive-image/card/shore.jpg', import.meta.url);
  const decoded = await decodeImage(readFileSync(file));
  assert.ok(!('broken' in decoded));
  const { width, height, frames } = decoded;
  const whole = { width, height, rgba: frames[0].rgba };
  const scores = [];
  for (const share of [1, 0.5, 0.3]) {
    const picture = await resizePicture(whole, Math.round(width * share), Math.round(height * share));
    const coded = await decodeImage(new Uint8Array(await encodersBy.balanced.avif[0].encode(picture, 50)));
    assert.ok(!('broken' in coded));
    scores.push(await measureSimilarity(picture, { ...picture, rgba: coded.frames[0].rgba }));
  }
  assert.ok(Math.max(...scores) - Math.min(...scores) < MOST_APART, scores.join(' '));
});
