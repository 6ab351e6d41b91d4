import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { decodeImage } from '../../lib/images/codecs/decode.js';
import { areaOf } from '../../lib/text-images/font/outline-area.js';
import { shareOutlines } from '../../lib/text-images/font/share-outlines.js';
import { traceOutline, UNITS_PER_PIXEL } from '../../lib/text-images/font/trace-outline.js';
import { writeFont } from '../../lib/text-images/font/write-font.js';
import { openBrowser } from '../../lib/visit/browser/open.js';

/** @type {ReturnType<typeof openBrowser> | null} */
let opening = null;
after(async () => (await opening)?.close());

/** @param {import('../../lib/text-images/types.ts').Outline} outline */
const inPixels = (outline) =>
  outline.map((points) => points.map(([x, y]) => /** @type {const} */ ([x / UNITS_PER_PIXEL, -y / UNITS_PER_PIXEL])));

describe('outlines', () => {
  test('along the edges of hard pixels cover exactly those', () => {
    const size = fc.integer({ min: 1, max: 9 });
    fc.assert(
      fc.property(size, size, fc.infiniteStream(fc.boolean()), (width, height, bits) => {
        const coverage = Float32Array.from({ length: width * height }, () => Number(bits.next().value));
        const glyph = { width, height, coverage };
        const { letters, parts } = shareOutlines([traceOutline(glyph, 'pixels')]);
        const placed = parts[0].flatMap(({ letter, x, y }) =>
          inPixels(letters[letter]).map((points) => points.map(([u, v]) => /** @type {const} */ ([u + x, v + y]))),
        );
        assert.deepEqual([...areaOf(placed, { width, height })], [...coverage]);
      }),
      { numRuns: 200 },
    );
  });

  test('of soft edges cover each pixel nearly as measured', () => {
    const [width, height] = [9, 9];
    const coverage = Float32Array.from({ length: 81 }, (_, at) => {
      const [x, y] = [(at % 9) - 4, Math.floor(at / 9) - 4];
      return Math.min(1, Math.max(0, 3.2 - Math.hypot(x, y) + 0.5));
    });
    const { letters } = shareOutlines([traceOutline({ width, height, coverage }, 'pixels')]);
    const area = areaOf(inPixels(letters[0]), { width, height });
    for (const [at, value] of coverage.entries())
      assert.ok(Math.abs(area[at] - value) < 0.12, `${at}: ${area[at]} ${value}`);
  });

  test('of soft edges have no more points than are seen', () => {
    const coverage = Float32Array.from({ length: 12 * 7 }, (_, at) => (at % 12 > 0 && at % 12 < 11 ? 1 : 0.5));
    const { letters } = shareOutlines([traceOutline({ width: 12, height: 7, coverage }, 'pixels')]);
    const points = letters.flat(2);
    assert.ok(points.length <= 8, `${points.length} points`);
  });

  test('are one for letters at different fractions of a pixel, though they touch others', () => {
    const ring = (/** @type {number} */ left) =>
      Float32Array.from({ length: 24 * 9 }, (_, at) => {
        const off = Math.abs(Math.hypot((at % 24) - left, Math.floor(at / 24) - 4) - 3);
        return Math.min(1, Math.max(0, 1.2 - off));
      });
    const [one, other] = [ring(4), ring(12.4)];
    const both = one.map((value, at) => Math.min(1, value + other[at]));
    const glyphs = [one, both].map((coverage) => ({ width: 24, height: 9, coverage }));
    const { letters, parts } = shareOutlines(glyphs.map((glyph) => traceOutline(glyph, 'pixels')));
    assert.equal(letters.length, 1);
    assert.deepEqual(
      parts.map((own) => own.map(({ x }) => Math.abs(x))),
      [[0], [0, 8.375]],
    );
  });
});

/**
 * Renders markup in a font, 10 pixels high.
 * @param {Uint8Array} font @param {{ width: number, height: number, html: string }} page
 * @returns {Promise<Uint8Array | Uint8ClampedArray>} the pixels
 */
async function render(font, { width, height, html }) {
  opening ??= openBrowser({ browser: 'auto' });
  const browser = await opening;
  assert.ok(browser);
  const url = `data:font/woff2;base64,${Buffer.from(font).toString('base64')}`;
  const shot = await browser.withPage(async (page) => {
    await page.setViewport({ width, height });
    await page.setContent(
      `<style>@font-face{font-family:g;src:url(${url})}body{margin:0;font:10px/10px g}</style>${html}`,
    );
    await page.evaluate(() => document.fonts.ready.then(() => {}));
    return page.screenshot();
  });
  const image = await decodeImage(shot);
  assert.ok(!('broken' in image));
  return image.frames[0].rgba;
}

describe('fonts', () => {
  test('show a line as one ligature, pixel for pixel, and another drawing of it if a style asks for it', async () => {
    const full = (/** @type {number} */ width, /** @type {number} */ height) => ({
      ...{ width, height },
      coverage: new Float32Array(width * height).fill(1),
    });
    const piece = (/** @type {string} */ character, /** @type {number} */ width) => ({
      ...{ character, advancePx: 9 },
      outline: shareOutlines([traceOutline(full(width, 4), 'pixels')]).letters[0],
    });
    const parts = [
      { piece: 0, x: 3, y: 6 },
      { piece: 1, x: 11, y: 5 },
    ];
    const font = await writeFont({
      ...{ family: 'g', emPx: 10, ascentPx: 8, spacePx: 3 },
      pieces: [piece('a', 2), piece('b', 5)],
      lines: [
        { text: 'a b', variant: 0, parts, advancePx: 30 },
        { text: 'a b', variant: 2, parts: parts.slice(1), advancePx: 30 },
      ],
    });
    const rgba = await render(font, {
      ...{ width: 40, height: 20 },
      html: `<p style="margin:0">a b<br><span style='font-feature-settings:"ccmp" 0,"ss02"'>a b</span>`,
    });
    const dark = [];
    for (let at = 0; at < 800; at++) if (rgba[at * 4] < 128) dark.push([at % 40, Math.floor(at / 40)]);
    const box = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ width) =>
      Array.from({ length: 4 * width }, (_, at) => [x + (at % width), y + Math.floor(at / width)]);
    const inOrder = (/** @type {number[][]} */ list) => list.map(String).sort();
    assert.deepEqual(inOrder(dark), inOrder([...box(3, 2, 2), ...box(11, 3, 5), ...box(11, 13, 5)]));
  });

  test('show the letters of a line in several colours, one of them that of the text', async () => {
    const bar = { width: 4, height: 4, coverage: new Float32Array(16).fill(1) };
    const font = await writeFont({
      ...{ family: 'g', emPx: 10, ascentPx: 8, spacePx: 3 },
      pieces: [{ character: 'a', advancePx: 9, outline: shareOutlines([traceOutline(bar, 'pixels')]).letters[0] }],
      lines: [
        {
          ...{ text: 'aa', variant: 0, advancePx: 20 },
          parts: [
            { piece: 0, x: 2, y: 6, ink: [255, 0, 0] },
            { piece: 0, x: 10, y: 6 },
          ],
        },
      ],
    });
    const rgba = await render(font, { width: 20, height: 10, html: '<span style="color:#00f">aa</span>' });
    const at = (/** @type {number} */ x) => [...rgba.subarray((4 * 20 + x) * 4, (4 * 20 + x) * 4 + 3)];
    assert.deepEqual(
      [at(0), at(4), at(12)],
      [
        [255, 255, 255],
        [255, 0, 0],
        [0, 0, 255],
      ],
    );
  });
});
