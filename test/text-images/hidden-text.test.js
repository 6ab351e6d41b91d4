import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hidesMoreText, hidesOtherText, hidesText } from '../../lib/text-images/decompose/hidden-text.js';

/** @import { Box } from '../../lib/text-images/types.ts' */

const WHITE = 255;

/**
 * Returns true if a background with shapes hides a part of a black text.
 * @param {{ width: number, height: number }} size @param {Box} box of the text
 * @param {readonly (Box & { level?: number })[]} shapes @param {boolean} [areGraphics]
 */
function hides({ width, height }, box, shapes, areGraphics = false) {
  const rgb = new Uint8ClampedArray(width * height * 3).fill(WHITE);
  const graphics = new Uint8Array(width * height);
  for (const { level = 0, ...shape } of shapes)
    for (let y = shape.y; y < shape.y + shape.height; y++) {
      const [from, to] = [y * width + shape.x, y * width + shape.x + shape.width];
      rgb.fill(level, from * 3, to * 3);
      graphics.fill(1, from, to);
    }
  const picture = { key: 'a.gif', width, height, rgb, clear: null, tolerance: 2 };
  const background = { kind: /** @type {const} */ ('image'), rgb, clear: null, ...(areGraphics ? { graphics } : {}) };
  const piece = { ...box, parts: 1, coverage: new Float32Array(box.width * box.height).fill(1) };
  return hidesText(picture, background, [0, 0, 0], [{ box, pieces: [piece] }]);
}

test('a pale shape beside text is not part of it, one as strong as its characters may be', () => {
  const hidesShape = (/** @type {number} */ level) =>
    hides({ width: 40, height: 20 }, { x: 20, y: 6, width: 6, height: 8 }, [
      { x: 4, y: 6, width: 5, height: 8, level },
    ]);
  assert.equal(hidesShape(90), false);
  assert.equal(hidesShape(10), true);
});

test('a large letter that adjoins a text is its first one', () => {
  const hidesLetter = (/** @type {number} */ right) =>
    hides({ width: 80, height: 30 }, { x: 24, y: 18, width: 40, height: 8 }, [
      { x: right - 14, y: 2, width: 14, height: 25 },
    ]);
  assert.equal(hidesLetter(23), true);
  assert.equal(hidesLetter(16), false);
});

test('a row of shapes as tall as its text may be more text, in another colour', () => {
  const [width, height] = [60, 30];
  const line = { box: { x: 4, y: 18, width: 40, height: 8 }, pieces: [] };
  const rgb = new Uint8ClampedArray(width * height * 3).fill(200);
  const picture = { key: 'a.gif', width, height, rgb, clear: null, tolerance: 2 };
  const addShape = (/** @type {number} */ x) => {
    for (let y = 4; y < 12; y++) rgb.fill(60, (y * width + x) * 3, (y * width + x + 5) * 3);
  };
  const image = { picture, background: { kind: /** @type {const} */ ('image'), rgb, clear: null }, lines: [line] };
  for (const x of [4, 12, 20]) addShape(x);
  assert.equal(hidesOtherText(image), false, 'three can be icons');
  addShape(28);
  assert.equal(hidesOtherText(image), true);
  assert.equal(hidesOtherText(image, new Uint8Array(width * height)), false, 'none of it is to be searched');
  assert.equal(hidesMoreText(image), true);
  const over = { ...line, box: { x: 0, y: 4, width, height: 8 } };
  assert.equal(hidesMoreText({ ...image, lines: [over] }), false, 'a shadow or outline is where the text is');
  for (let x = 0; x < width; x += 2)
    for (const y of [4, 6, 8, 10])
      if (rgb[(y * width + x) * 3] !== 60) rgb.fill(100, (y * width + x) * 3, (y * width + x + 1) * 3);
  assert.equal(hidesMoreText(image), false, 'the grains of a texture have all sizes');
});

test('a word in another colour next to the text is more text, also if its characters touch', () => {
  const [width, height] = [80, 12];
  const line = { box: { x: 50, y: 2, width: 28, height: 8 }, pieces: [] };
  const hides = (/** @type {(x: number, y: number) => boolean} */ isInk) => {
    const rgb = new Uint8ClampedArray(width * height * 3).fill(200);
    for (let y = 2; y < 10; y++)
      for (let x = 4; x < 44; x++) if (isInk(x, y)) rgb.fill(60, (y * width + x) * 3, (y * width + x + 1) * 3);
    const picture = { key: 'a.gif', width, height, rgb, clear: null, tolerance: 2 };
    return hidesMoreText({ picture, background: { kind: 'image', rgb, clear: null }, lines: [line] });
  };
  assert.equal(
    hides((x, y) => x % 4 < 2 || y === 9),
    true,
    'stems on one line',
  );
  assert.equal(
    hides(() => true),
    false,
    'a bar',
  );
  assert.equal(
    hides((x, y) => x === 4 || x === 43 || y === 2 || y === 9),
    false,
    'a frame',
  );
  assert.equal(
    hides((x, y) => (x % 4 < 2 || y === 9) && x < 20),
    false,
    'one sign',
  );
});

test('a row of shapes of the foreground colour is more text, even if it was taken for graphics', () => {
  const hidesShapes = (/** @type {number[]} */ places) => {
    const shapes = places.map((x) => ({ x, y: 0, width: 5, height: 8 }));
    return hides({ width: 60, height: 30 }, { x: 4, y: 18, width: 40, height: 8 }, shapes, true);
  };
  assert.equal(hidesShapes([4, 12, 20]), false, 'three can be icons');
  assert.equal(hidesShapes([4, 12, 20, 28]), true);
});

test('a grid of equal dots next to a text is an ornament', () => {
  const gridOf = (/** @type {number} */ count, wide = 6) =>
    Array.from({ length: count }, (_, at) => {
      const width = at % 2 === 0 ? 6 : wide;
      return { x: 60 + (at % 4) * 10, y: 4 + Math.floor(at / 4) * 10, width, height: 6, level: 10 };
    });
  const hidesDots = (/** @type {Parameters<typeof hides>[2]} */ dots) =>
    hides({ width: 110, height: 40 }, { x: 4, y: 12, width: 40, height: 8 }, dots);
  assert.equal(hidesDots(gridOf(12)), false);
  assert.equal(hidesDots(gridOf(4)), true, 'few can be characters');
  assert.equal(hidesDots(gridOf(12, 4)), true, 'parts of several sizes can be characters');
});
