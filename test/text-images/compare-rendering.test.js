import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compare, compareRenderings, describeExcess } from '../../lib/text-images/accept/compare-rendering.js';

const LIMITS = { visibleShare: 0.04, strayShare: 0.03, awayShare: 0.01, mean: 5, tint: 4 };
const SAME = {
  isIdentical: false,
  strokePixels: 100,
  visiblePixels: 4,
  strayPixels: 3,
  awayPixels: 1,
  strokeDifference: 5,
  tint: 4,
  similarity: 0.9,
};

test('a refusal says which difference is too large', () => {
  const excessOf = (/** @type {Partial<typeof SAME>} */ more) => describeExcess({ ...SAME, ...more }, LIMITS);
  assert.equal(excessOf({}), null);
  assert.equal(excessOf({ visiblePixels: 5 }), 'its rendering differs in 5 pixels');
  assert.equal(excessOf({ strayPixels: 4 }), 'its rendering differs in 4 pixels around its text');
  assert.equal(excessOf({ awayPixels: 2 }), 'its rendering differs in 3 pixels around its text');
  assert.equal(excessOf({ strokeDifference: 5.06 }), 'its text differs by 5.1 levels on average');
  assert.equal(excessOf({ tint: 4.06 }), 'the colour of its text differs by 4.1 levels');
});

test('the room around a text makes no difference', () => {
  const draw = (/** @type {number} */ width) => {
    const rgb = new Uint8ClampedArray(width * 10 * 3).fill(200);
    const coverage = new Float32Array(width * 10);
    for (let y = 2; y < 8; y++) coverage[y * width + 4] = 1;
    const shown = Uint8ClampedArray.from(rgb);
    for (let y = 2; y < 8; y++) shown.fill(190, (y * width + 4) * 3, (y * width + 5) * 3);
    return compare({ key: 'a', width, height: 10, rgb, clear: null, tolerance: 2 }, shown, coverage);
  };
  const [tight, wide] = [draw(8), draw(80)];
  assert.equal(tight.strokeDifference, wide.strokeDifference);
  assert.equal(tight.strokePixels, 3 * 8);
  assert.equal(tight.strokeDifference, (10 * 6) / (3 * 8));
});

test('a fringe of colour next to a stroke is invisible, another colour is not', () => {
  const [width, height] = [12, 6];
  const draw = (/** @type {(x: number) => number[]} */ colourOf) =>
    Uint8ClampedArray.from({ length: width * height * 3 }, (_, at) => colourOf(Math.floor(at / 3) % width)[at % 3]);
  const [white, black] = [Array(3).fill(255), Array(3).fill(0)];
  const countVisible = (/** @type {(x: number) => number[]} */ colourOf) => {
    const picture = { key: 'a', width, height, rgb: draw(colourOf), clear: null, tolerance: 28 };
    const grey = draw((x) => (x === 5 || x === 7 ? Array(3).fill(170) : x === 6 ? black : white));
    return compare(picture, grey).visiblePixels;
  };
  assert.equal(
    countVisible((x) => (x === 5 ? [220, 170, 110] : x === 7 ? [120, 170, 230] : x === 6 ? black : white)),
    0,
  );
  assert.equal(
    countVisible((x) => (x === 5 || x === 7 ? [220, 170, 110] : x === 6 ? [100, 0, 0] : white)),
    height,
  );
});

test('text in grey differs from text in a dark colour, although each pixel differs little', () => {
  const [width, height] = [12, 6];
  const isInk = (/** @type {number} */ at) => Math.floor(at / 3) % 4 === 1;
  const draw = (/** @type {readonly number[]} */ ink, /** @type {readonly number[]} */ ground) =>
    Uint8ClampedArray.from({ length: width * height * 3 }, (_, at) => (isInk(at) ? ink : ground)[at % 3]);
  const coverage = Float32Array.from({ length: width * height }, (_, at) => (isInk(at * 3) ? 1 : 0));
  const white = [255, 255, 255];
  const tintOf = (/** @type {number[][]} */ [ink, shown], ground = white) => {
    const picture = { key: 'a', width, height, rgb: draw(ink, ground), clear: null, tolerance: 6 };
    return compare(picture, draw(shown, ground), coverage).tint;
  };
  const grey = [81, 81, 81];
  assert.ok(tintOf([[51, 102, 51], grey]) > 5);
  assert.ok(tintOf([[101, 101, 101], grey]) < 0.1, 'a lighter grey');
  assert.ok(tintOf([[255, 247, 215], white], [255, 204, 0]) < 0.1, 'finer white text on yellow');
});

test('of an image above several backgrounds, the worst of each measure counts', async () => {
  const [width, height] = [12, 6];
  const draw = (/** @type {number} */ level) => new Uint8ClampedArray(width * height * 3).fill(level);
  const coverage = new Float32Array(width * height).fill(1);
  const picture = { key: 'a', width, height, rgb: draw(200), clear: null, tolerance: 2 };
  const box = { picture: { ...picture, elsewhere: [{ ...picture, rgb: draw(90) }] }, coverage, css: '', html: '' };
  const page = /** @type {any} */ ({
    setViewport: async () => {},
    setContent: async () => {},
    evaluate: async () => {},
    screenshot: async () => new Uint8Array(),
  });
  const rgba = new Uint8Array(1200 * height * 4).fill(200);
  const [worst] = await compareRenderings(page, '', '', [box], async () => ({ width: 1200, rgba }));
  assert.deepEqual([worst.isIdentical, worst.visiblePixels, worst.strokeDifference], [false, width * height, 110]);
});
