import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { decodeImage } from '../../lib/images/codecs/decode.js';
import { setInSystemFont } from '../../lib/text-images/accept/set-in-system-font.js';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { layFlat } from '../../lib/text-images/decompose/picture.js';
import { openBrowser } from '../../lib/visit/browser/open.js';

const browser = await openBrowser();
after(() => browser?.close());

/** @param {Uint8Array} png */
const decodePng = async (png) => {
  const decoded = await decodeImage(png);
  assert.ok(!('broken' in decoded));
  return { width: decoded.width, rgba: decoded.frames[0].rgba, decoded };
};

/**
 * Draws one image per style in a system face, and sets all of them as text.
 * @param {string} text @param {readonly string[]} styles
 */
function setAll(text, styles) {
  assert.ok(browser, 'this test needs a browser');
  return browser.withPage(async (page) => {
    const boxes = styles.map(
      (style) =>
        `<p style="margin:0;padding:10px 12px;width:180px;font:${style} 17px/19px Arial,sans-serif">${text}</p>`,
    );
    await page.setContent(`<!doctype html><body style="margin:0;background:#c00;color:#fff">${boxes.join('')}`);
    const pictures = [];
    for (const at of styles.keys()) {
      const png = await page.screenshot({ clip: { x: 0, y: 39 * at, width: 204, height: 39 } });
      pictures.push(...[layFlat((await decodePng(png)).decoded, `${at}`)].flatMap((one) => one ?? []));
    }
    const members = decompose(pictures).map((image) => {
      assert.ok(!('failed' in image));
      return { image, text: [text], background: '#c00' };
    });
    assert.equal(members.length, styles.length);
    return setInSystemFont(page, /** @type {any} */ (members), decodePng);
  });
}

test('images of one style are set in it', async () => {
  const settings = await setAll('Speaking', ['bold', 'bold']);
  assert.deepEqual(
    settings?.map(({ face }) => face.style),
    ['bold ', 'bold '],
  );
});

test('an upright and a slanted image are not set in one style', async () => {
  const settings = await setAll('Speaking', ['bold', 'italic bold']);
  assert.equal(settings, null);
});
