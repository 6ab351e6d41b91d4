import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeImage } from '../../../lib/images/codecs/decode.js';
import { quantizePng } from '../../../lib/images/codecs/palettes.js';
import { measureSimilarity } from '../../../lib/images/png/measure-similarity.js';

/** Draws plain areas with a gradient in one corner, which few parts of the image contain. @param {number} side */
function draw(side) {
  const rgba = new Uint8Array(side * side * 4);
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      const isCorner = x < side / 6 && y < side / 6;
      const colour = isCorner ? [(x * 6) % 256, (y * 6) % 256, 128] : x > y ? [240, 240, 235] : [30, 60, 120];
      rgba.set([...colour, 255], (y * side + x) * 4);
    }
  }
  return { width: side, height: side, rgba };
}

test('a large image gets a palette with which all of it is as similar as wanted', async () => {
  const picture = draw(900);
  for (const target of [75, 90]) {
    const made = await quantizePng(picture, { target, effort: 'balanced' });
    assert.ok(made, `a palette for ${target}`);
    const decoded = await decodeImage(made.bytes);
    assert.ok(!('broken' in decoded));
    assert.ok(measureSimilarity(picture, { ...picture, rgba: decoded.frames[0].rgba }) >= target);
  }
});
