import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { resizePicture } from '../../../lib/images/codecs/lossy.js';
import { encodersBy } from '../../../lib/images/codecs/lossy-encoders.js';
import { measureSimilarity } from '../../../lib/images/png/measure-similarity.js';
import { openScore } from '../../../lib/images/png/ssimulacra.js';

/** Max difference between sizes, one or two steps of quality: sizes of the same quality differ by as much. */
const MAX_APART = 12;

test('a photograph scores about the same in few pixels as in many', async () => {
  const file = new URL('../../../fixtures/rules/responsive-image/card/shore.jpg', import.meta.url);
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
  assert.ok(Math.max(...scores) - Math.min(...scores) < MAX_APART, scores.join(' '));
});

/**
 * Returns waves of colours with dots over them.
 * @param {number} width
 * @param {number} height
 * @param {number} strength strength of the dots
 */
function drawDotted(width, height, strength) {
  const rgb = Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const [x, y, c] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3];
    const value = 128 + 60 * Math.sin((x + c * 9) / 7) + 50 * Math.cos((y - c * 5) / 11);
    return Math.max(0, Math.min(255, Math.round(value + strength * (((x * 31 + y * 17 + c * 7) % 13) / 6 - 1))));
  });
  return { width, height, rgb };
}

test('scores are those of another implementation', () => {
  // Scores of the crate ssimulacra2 0.5.1, which reproduces those of JPEG XL exactly.
  const published = [
    { width: 320, height: 200, scores: [96.425, 91.77, 83.338, 62.207] },
    { width: 131, height: 259, scores: [95.848, 90.826, 82.236, 60.959] },
  ];
  for (const { width, height, scores } of published) {
    const score = openScore(drawDotted(width, height, 0));
    for (const [index, strength] of [2, 6, 12, 30].entries()) {
      const own = score(drawDotted(width, height, strength));
      assert.ok(Math.abs(own - scores[index]) < 0.1, `${own} instead of ${scores[index]}`);
    }
    assert.equal(score(drawDotted(width, height, 0)), 100);
  }
});

test('of a large picture some rows tell nearly what all do, and never more', () => {
  // Measured in all rows by the code that is compared with another implementation above.
  const scores = [96.476, 91.977, 83.637, 62.615];
  const score = openScore(drawDotted(1200, 900, 0));
  for (const [index, strength] of [2, 6, 12, 30].entries()) {
    const own = score(drawDotted(1200, 900, strength));
    assert.ok(own <= scores[index] && own > scores[index] - 0.2, `${own} instead of ${scores[index]}`);
  }
});
