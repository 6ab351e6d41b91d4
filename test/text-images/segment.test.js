import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { modelGround } from '../../lib/text-images/ground.js';
import { findInk } from '../../lib/text-images/ink.js';
import { layFlat } from '../../lib/text-images/raster.js';
import { segment } from '../../lib/text-images/segment.js';
import { processorMs } from '../harness/processor-time.js';
import { inHi, paint } from './pictures.js';

const letters = (/** @type {number} */ x, /** @type {number} */ y) => inHi(x - 8, y - 6, 3);

test('a button with a transparent part stays: painted, it would be a patch on the page', () => {
  /** @param {number} rows that are painted */
  const button = (rows) =>
    paint(40, 40, (x, y) => (y >= rows ? [0, 0, 0, 0] : letters(x, y) ? [255, 255, 255] : [255, 102, 51]));
  const seen = segment(button(24));
  assert.ok('rejected' in seen && /transparent/.test(seen.detail));
  assert.ok(!('rejected' in segment(button(40))));
});

test('a faint initial in another ink is not lost: it has an ink of its own', () => {
  /** @param {readonly number[]} initial its colour */
  const word = (initial) =>
    segment(
      paint(120, 30, (x, y) => {
        if (inHi(x - 4, y - 6, 3)) return initial;
        return [30, 54, 78].some((from) => inHi(x - from, y - 6, 3)) ? [90, 90, 90] : [224, 224, 255];
      }),
    );
  const seen = word([255, 255, 255]);
  assert.ok(!('rejected' in seen));
  assert.deepEqual(seen.lines[0].inks?.first, [255, 255, 255], 'white beside grey');
  assert.ok(!('rejected' in word([90, 90, 90])));
});

test('an initial is not lost that is paler than the ground or hardly darker, on a ground without noise', () => {
  /** @param {readonly number[]} initial its colour */
  const word = (initial) =>
    segment(
      paint(120, 30, (x, y) => {
        if (inHi(x - 4, y - 6, 3)) return initial;
        return [34, 58, 82].some((from) => inHi(x - from, y - 6, 3)) ? [0, 0, 87] : [238, 238, 255];
      }),
    );
  for (const initial of [
    [255, 255, 255],
    [228, 228, 245],
  ]) {
    const seen = word(initial);
    assert.ok('rejected' in seen || seen.lines[0].inks, String(initial));
  }
  assert.ok(!('rejected' in word([238, 238, 255])), 'where there is none');
});

test('letters in a glow are no ground because they have the colour behind a transparent image', () => {
  const glow = (/** @type {readonly number[]} */ letter) =>
    segment(
      paint(60, 30, (x, y) => {
        if (inHi(x - 8, y - 6, 4)) return letter;
        return x > 4 && x < 42 && y > 2 && y < 28 ? [90, 132, 189] : [0, 0, 0, 0];
      }),
    );
  const seen = glow([255, 255, 255]);
  assert.ok('rejected' in seen || seen.ink.colour[0] > 200, 'the letters are the ink, or nothing is');
});

describe('ground', () => {
  test('one colour', () => {
    const ground = modelGround(layFlat(paint(40, 30, (x, y) => (letters(x, y) ? [255, 255, 255] : [0, 51, 102]))));
    assert.equal(ground.kind, 'plain');
    assert.deepEqual(ground.colour, [0, 51, 102]);
    assert.equal(ground.frame, null);
  });

  test('a gradient from top to bottom', () => {
    const image = paint(40, 30, (x, y) => (letters(x, y) ? [0, 0, 0] : [255 - y * 4, 255 - y * 4, 255]));
    assert.equal(modelGround(layFlat(image)).kind, 'rows');
  });

  test('a bevel is a frame, not the ground', () => {
    const image = paint(40, 30, (x, y) => {
      if (letters(x, y)) return [0, 0, 0];
      if (x > 37 || y > 27) return [100, 100, 100];
      return x < 2 || y < 2 ? [255, 255, 255] : [204, 204, 204];
    });
    const { area, frame } = modelGround(layFlat(image));
    assert.deepEqual(area, { x: 2, y: 2, width: 36, height: 26 });
    assert.deepEqual(frame?.top, [
      [255, 255, 255],
      [255, 255, 255],
    ]);
    assert.deepEqual(frame?.right[0], [100, 100, 100]);
  });

  test('nothing, where the page shows through', () => {
    const ground = modelGround(layFlat(paint(40, 30, (x, y) => (letters(x, y) ? [200, 0, 0] : [0, 0, 0, 0]))));
    assert.equal(ground.kind, 'transparent');
  });

  test('a stem at the edge is not a frame', () => {
    const image = paint(30, 24, (x, y) => (inHi(x, y - 4, 3) ? [0, 0, 0] : [255, 255, 255]));
    assert.equal(modelGround(layFlat(image)).area.x, 0);
  });
});

describe('ink', () => {
  test('has the colour and the coverage of the letters', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 165, max: 255 }), (dark, light) => {
        const image = layFlat(paint(40, 30, (x, y) => (letters(x, y) ? [dark, dark, dark] : [light, light, light])));
        const ink = findInk(image, modelGround(image));
        assert.deepEqual(ink?.colour, [dark, dark, dark]);
        ink?.coverage.forEach((value, pixel) => {
          assert.equal(value, letters(pixel % 40, Math.floor(pixel / 40)) ? 1 : 0);
        });
      }),
      { numRuns: 30 },
    );
  });

  test('of thin strokes is as deep as where they are deepest, and faint where they are faint', () => {
    // Most pixels are covered by half, some whole, some hardly at all.
    const share = (/** @type {number} */ x, /** @type {number} */ y) =>
      letters(x, y) ? [0.5, 0.5, 0.55, 0.6, 0.9, 0.06][(x * 7 + y * 3) % 6] : 0;
    const image = layFlat(
      paint(40, 30, (x, y) =>
        [200, 180, 160].map((ground, c) => Math.round(ground - ground * share(x, y) * (1 - c / 9))),
      ),
    );
    const ink = findInk(image, modelGround(image));
    assert.ok(ink?.isFaintInk);
    const scale = 0.9 / Math.max(...ink.coverage);
    ink.coverage.forEach((value, pixel) => {
      const wanted = share(pixel % 40, Math.floor(pixel / 40));
      assert.ok(Math.abs(value * scale - wanted) < 0.03, `${value * scale} instead of ${wanted}`);
    });
  });

  test('is none on a plain sheet', () => {
    const image = layFlat(paint(20, 20, () => [9, 9, 9]));
    assert.equal(findInk(image, modelGround(image)), null);
  });
});

describe('hostile images are left alone at once, with a reason', () => {
  const black = () => [0, 0, 0];
  for (const [name, image] of /** @type {const} */ ([
    ['a banner of 20,000 pixels', paint(20_000, 30, (x, y) => (letters(x % 60, y) ? [0, 0, 0] : [255, 255, 255]))],
    ['one pixel high', paint(300, 1, (x) => (x % 3 ? [0, 0, 0] : [255, 255, 255]))],
    ['one pixel', paint(1, 1, black)],
    [
      'noise',
      paint(120, 40, (x, y) => [
        Math.imul(x + y * 120 + 1, 2654435761) >>> 24,
        (x * 71 + y * 13) % 256,
        (y * 97) % 256,
      ]),
    ],
    ['clear', paint(60, 20, () => [0, 0, 0, 0])],
  ])) {
    test(name, () => {
      /** @type {ReturnType<typeof segment>[]} */
      const results = [];
      assert.ok(processorMs(() => results.push(segment(image))) < 1000, 'within a second');
      assert.ok('rejected' in results[0] && results[0].detail, 'it must be rejected');
    });
  }
});

test('a shape of more pixels than a call takes arguments is told apart like any other', () => {
  const large = paint(580, 400, (x, y) =>
    x > 20 && x < 570 && y > 20 && y < 380 ? [(x * 7) % 120, (y * 5) % 120, (x + y) % 120] : [255, 255, 255],
  );
  assert.ok('rejected' in segment(large));
});
