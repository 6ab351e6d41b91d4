import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { sizeOfHalf } from '../../lib/base/half-size.js';
import { resizeToHalf } from '../../lib/images/codecs/halve.js';
import { rawOf } from '../../lib/images/codecs/lossy-encoders.js';
import { measureSimilarity } from '../../lib/images/png/measure-similarity.js';
import { openTestBrowser } from '../harness/browser.js';

/** @import { Picture } from '../../lib/images/codecs/similarity.js' */

const browser = await openTestBrowser();

/** Size of the box in CSS pixels. */
const BOX = { width: 150, height: 100 };

/** Draws waves and grain, which show any other way of resizing. @param {number} width @param {number} height */
function drawScene(width, height) {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const wave = Math.sin(x / 3 + y / 7) * 60 + Math.sin((x * y) / 900) * 40;
      const grain = ((x * 7919 + y * 104729) % 37) - 18;
      const at = (y * width + x) * 4;
      [120, 100, 140].forEach((base, channel) => {
        rgba[at + channel] = Math.min(255, Math.max(0, base + wave * (1 - channel / 4) + grain));
      });
      rgba[at + 3] = 255;
    }
  }
  return { width, height, rgba };
}

/** Renders an image in the box. @param {Picture} picture @param {number} density @returns {Promise<Picture>} */
async function render(picture, density) {
  const url = `data:image/png;base64,${(await rawOf(picture).png().toBuffer()).toString('base64')}`;
  const shot = await browser.withPage(async (page) => {
    await page.setViewport({ ...BOX, deviceScaleFactor: density });
    await page.setContent(
      `<body style=margin:0><img style="display:block;width:${BOX.width}px;height:${BOX.height}px" src="${url}">`,
    );
    await page.evaluate(() => document.images[0].decode());
    return page.screenshot({ clip: { x: 0, y: 0, ...BOX } });
  });
  const { data, info } = await sharp(shot).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgba: new Uint8Array(data) };
}

for (const [width, height] of [
  [1200, 800],
  [1201, 801],
  [1198, 799],
  [999, 666],
]) {
  test(`Chromium renders a half of ${width} x ${height} like the whole at every density`, async () => {
    const whole = drawScene(width, height);
    for (const density of [1, 2, 3]) {
      const times = [4, 3, 2, 1].find((each) => sizeOfHalf(whole, each).width >= BOX.width * density);
      if (times === undefined) continue;
      const half = resizeToHalf(whole, times);
      assert.deepEqual({ width: half.width, height: half.height }, sizeOfHalf(whole, times));
      const similarity = measureSimilarity(await render(whole, density), await render(half, density));
      assert.ok(similarity > 95, `${half.width} at ${density}: ${similarity}`);
    }
  });
}
