import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setAside } from '../../lib/text-images/aside.js';
import { modelGround } from '../../lib/text-images/ground.js';
import { findInk } from '../../lib/text-images/ink.js';
import { layFlat } from '../../lib/text-images/raster.js';
import { inHi, paint } from './pictures.js';

const [GREY, WHITE, GREEN] = [
  [110, 110, 110],
  [255, 255, 255],
  [0, 120, 0],
];

/**
 * White words on grey, and what else is beside them.
 * @param {(x: number, y: number) => readonly number[] | null} beside
 */
function seen(beside) {
  const image = layFlat(
    paint(140, 30, (x, y) => beside(x, y) ?? ([40, 64, 88].some((from) => inHi(x - from, y - 6, 3)) ? WHITE : GREY)),
  );
  const ground = modelGround(image);
  const ink = findInk(image, ground);
  assert.ok(ink);
  return setAside(image, ground, ink);
}

describe('beside words stays a picture', () => {
  test('a bullet in another colour', () => {
    const ground = seen((x, y) => (x >= 6 && x < 14 && y >= 10 && y < 18 ? GREEN : null));
    assert.deepEqual(ground?.strips, [{ x: 0, y: 0, width: 14, height: 30 }]);
    assert.deepEqual(ground?.area, { x: 14, y: 0, width: 126, height: 30 });
  });

  test('a square in the colour of the words', () => {
    assert.equal(seen((x, y) => (x >= 120 && x < 128 && y >= 10 && y < 18 ? WHITE : null))?.strips[0].x, 120);
  });

  test('a cut corner, however near', () => {
    assert.equal(seen((x, y) => (x + y < 12 ? WHITE : null))?.area.x, 12);
  });

  test('a diamond after the words, amid their height', () => {
    assert.equal(seen((x, y) => (Math.abs(x - 124) + Math.abs(y - 12) < 3 ? WHITE : null))?.strips[0].x, 122);
  });

  test('a slash from edge to edge', () => {
    assert.equal(seen((x, y) => (Math.abs(x - 20 + y / 3) < 1 ? WHITE : null))?.area.x, 21);
  });

  test('an ornament that the edge cuts off', () => {
    assert.equal(seen((x, y) => (x >= 136 && y > 12 && y < 14 + (140 - x) ? WHITE : null))?.strips[0].x, 136);
  });
});

describe('nothing is set aside', () => {
  test('where there are words alone', () => {
    assert.equal(
      seen(() => null),
      null,
    );
  });

  test('of an initial in another colour: it is a letter', () => {
    assert.equal(
      seen((x, y) => (inHi(x - 22, y - 6, 3) ? GREEN : null)),
      null,
    );
  });

  test('of a letter that reaches below the line where words are cut close', () => {
    const image = layFlat(
      paint(46, 20, (x, y) => {
        const isTail = x >= 42 && y >= 3;
        return isTail || [0, 22].some((from) => inHi(x - from, y, 3)) ? WHITE : GREY;
      }),
    );
    const ground = modelGround(image);
    assert.equal(setAside(image, ground, /** @type {any} */ (findInk(image, ground))), null);
  });

  test('between words', () => {
    const image = (/** @type {number} */ x, /** @type {number} */ y) => {
      if (inHi(x - 4, y - 6, 3)) return WHITE;
      return x >= 26 && x < 32 && y >= 10 && y < 16 ? GREEN : null;
    };
    assert.equal(seen(image), null);
  });
});
