import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { liftWords } from '../../lib/text-images/lifted-words.js';
import { segmentInFamily } from '../../lib/text-images/segment.js';
import { inHi, paint } from './pictures.js';

const INK = [255, 255, 204];
const speckle = (/** @type {number} */ x, /** @type {number} */ y) => {
  const grain = Math.imul(x * 7 + y * 131 + 1, 2654435761) >>> 27;
  return [100 + grain, 80 + grain, 50 + grain];
};
/** @param {number} at @param {number} x @param {number} y */
const inWords = (at, x, y) => [0, 14, 28].some((from) => inHi(x - at - from, y - 10, 2));
/** @param {number} at @param {(x: number, y: number) => readonly number[]} [behind] */
const words = (at, behind = speckle) => paint(160, 30, (x, y) => (inWords(at, x, y) ? INK : behind(x, y)));

/** @param {ReturnType<typeof liftWords>} lifted @param {(x: number, y: number) => readonly number[]} behind */
function assertShows(lifted, behind) {
  assert.ok(lifted);
  const { rgb } = lifted;
  for (let pixel = 0; pixel < 160 * 30; pixel++) {
    const shown = [...rgb.subarray(pixel * 3, pixel * 3 + 3)];
    assert.deepEqual(shown, [...behind(pixel % 160, Math.floor(pixel / 160))]);
  }
}

describe('what words stand on', () => {
  test('comes back pixel by pixel from images that have other words there', () => {
    const family = [10, 60, 108].map((at) => words(at));
    const lifted = liftWords(family[0], family.slice(1));
    assertShows(lifted, speckle);
    assert.ok(lifted?.isShared);
  });

  test('comes back from beside them where it is the same on both sides', () => {
    const bands = (/** @type {number} */ _, /** @type {number} */ y) => [20 + y * 5, 40, 150 - y * 5];
    const lifted = liftWords(words(40, bands), []);
    assertShows(lifted, bands);
    assert.ok(!lifted?.isShared);
  });

  test('is not sought where no shapes stand in a row, or one that is joined to something does', () => {
    assert.equal(liftWords(paint(160, 30, speckle), []), null);
    const bar = (/** @type {number} */ x, /** @type {number} */ y) =>
      x < 38 && y >= 14 && y < 18 ? INK : speckle(x, y);
    assert.equal(liftWords(words(40, bar), []), null);
  });

  test('is not sought where a letter in a paler colour stands before them on their line', () => {
    const pale = (/** @type {number} */ x, /** @type {number} */ y) =>
      (x >= 34 && x < 37 && y >= 5 && y < 20) || (x >= 34 && x < 39 && y >= 17 && y < 20) ? [40, 80, 90] : [0, 40, 90];
    assert.equal(liftWords(words(40, pale), []), null);
    const hung = (/** @type {number} */ x, /** @type {number} */ y) => pale(x, y - 6);
    assert.equal(liftWords(words(40, hung), []), null);
    const inTwo = (/** @type {number} */ x, /** @type {number} */ y) => (y >= 9 && y < 12 ? [0, 40, 90] : pale(x, y));
    assert.equal(liftWords(words(40, inTwo), []), null);
    const higher = (/** @type {number} */ x, /** @type {number} */ y) => pale(x, y + 9);
    assert.ok(liftWords(words(40, higher), []));
  });
});

test('words are taken apart by their ground where it is known, else lifted off it, and in both ways if both go', () => {
  const sheet = words(40, () => [0, 40, 90]);
  assert.equal(segmentInFamily(sheet, [], [])?.sharedBackground, null);
  assert.equal(segmentInFamily(sheet, [], [], true), null);
  const family = [10, 60, 108].map((at) => words(at));
  const onPicture = segmentInFamily(family[0], family.slice(1), []);
  assert.ok(onPicture?.sharedBackground && !('rejected' in onPicture.seen));
  assert.equal(onPicture.seen.lines.length, 1);
  assert.equal(segmentInFamily(family[0], family.slice(1), [], true), null);
});
