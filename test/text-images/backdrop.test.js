import assert from 'node:assert/strict';
import { test } from 'node:test';
import { averageColour } from '../../lib/text-images/decompose/backdrop.js';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { layFlat } from '../../lib/text-images/decompose/picture.js';

/** @import { DecodedImage } from '../../lib/images/types.ts' */
/** @import { Rgb } from '../../lib/text-images/types.ts' */

const [WIDTH, HEIGHT] = [40, 16];
/** Grey values of a stroke's pixels: smoothed for a grey matte, solid, and smoothed again. */
const STROKE = [148, 20, 20, 148];
/** @type {Rgb} */
const WHITE = [255, 255, 255];

/**
 * @param {number} width @param {number} height @param {(x: number, y: number) => readonly number[]} pixel
 * @returns {DecodedImage}
 */
function draw(width, height, pixel) {
  const rgba = Uint8Array.from({ length: width * height * 4 }, (_, at) => {
    const place = Math.floor(at / 4);
    return pixel(place % width, Math.floor(place / width))[at % 4];
  });
  const still = { plays: 1, bitsPerChannel: /** @type {const} */ (8), colourSpace: /** @type {const} */ ('srgb') };
  return { format: 'gif', width, height, frames: [{ rgba, delayMs: 0 }], ...still, orientation: 1 };
}

/** Draws three strokes of a transparent image, smoothed for a grey matte. */
function drawStrokes() {
  return draw(WIDTH, HEIGHT, (x, y) => {
    const grey = y < 3 || y > 12 || x < 6 ? undefined : STROKE[(x - 6) % 10];
    return grey === undefined || x > 30 ? [197, 197, 197, 0] : [grey, grey, grey, 255];
  });
}

test('a transparent image is decomposed above the background that pages have', () => {
  const picture = layFlat(drawStrokes(), 'strokes.gif', [WHITE]);
  assert.ok(picture);
  const [one] = decompose([picture]);
  assert.ok('coverage' in one, 'failed' in one ? one.failed : '');
  assert.deepEqual([...one.background.rgb.subarray(0, 3)], [...WHITE]);
  const smoothed = one.coverage[5 * WIDTH + 6];
  const seen = (255 - STROKE[0]) / (255 - STROKE[1]);
  assert.ok(Math.abs(smoothed - seen) < 0.02, `covers ${smoothed}, and visitors see ${seen}`);
});

test('an image above several backgrounds is composed above each', () => {
  const picture = layFlat(drawStrokes(), 'strokes.gif', [WHITE, [197, 197, 197]]);
  assert.deepEqual(
    [picture, ...(picture?.elsewhere ?? [])].map((one) => one?.rgb[0]),
    [255, 197],
  );
});

test('an even texture counts as its average colour, an uneven one does not', () => {
  const paper = draw(8, 8, (x, y) => [240 + ((x + y) % 2) * 10, 230, 220, 255]);
  const stripes = draw(8, 8, (x) => (x % 2 ? [255, 255, 255, 255] : [120, 120, 160, 255]));
  const dots = draw(8, 8, () => [0, 0, 0, 0]);
  assert.deepEqual(averageColour(paper, WHITE), [245, 230, 220]);
  assert.equal(averageColour(stripes, WHITE), null);
  assert.deepEqual(averageColour(dots, [10, 20, 30]), [10, 20, 30]);
});
