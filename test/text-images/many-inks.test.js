import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { listOtherInks, takeInks } from '../../lib/text-images/decompose/many-inks.js';
import { drawLetters } from './pictures.js';

/** @import { Picture, Rgb } from '../../lib/text-images/types.ts' */

/** @type {Rgb} */
const RED = [200, 0, 0];
/** @type {Rgb} */
const BLUE = [0, 0, 160];

/**
 * Draws letters on white, of which the first is red and the others are blue.
 * @param {string} text @param {number} left @returns {Picture}
 */
function drawInTwo(text, left) {
  const { width, height, grey } = drawLetters(text, () => 0, left);
  const rgb = new Uint8ClampedArray(width * height * 3).fill(255);
  for (const [at, value] of grey.entries()) if (value > 0) rgb.set(at % width < left + 5 ? RED : BLUE, at * 3);
  return { key: `${text}.gif`, width, height, rgb, clear: null, tolerance: 6 };
}

test('a menu whose texts have two colours is taken apart, and each letter knows its own', () => {
  const menu = ['HELTHE', 'LITHEL', 'TELHIT', 'EHTLIE'].map((text, at) => drawInTwo(text, 4 + at * 3));
  for (const [at, one] of decompose(menu).entries()) {
    assert.ok('lines' in one, `${menu[at].key}: ${'failed' in one && one.failed}`);
    assert.deepEqual(one.ink, BLUE);
    assert.deepEqual(listOtherInks(one), [RED]);
    assert.equal(one.lines[0].pieces.length, 6);
    assert.deepEqual(
      one.lines[0].pieces.map(({ ink }) => ink),
      [RED, ...Array(5).fill(undefined)],
    );
  }
});

test('a sign in another colour next to a text is no letter of it', () => {
  const take = (/** @type {string} */ text) => {
    const picture = drawInTwo(text, 4);
    const rgb = new Uint8ClampedArray(picture.rgb.length).fill(255);
    return takeInks(picture, { kind: 'plain', rgb, clear: null });
  };
  assert.equal(take('H HEL'), null);
  assert.equal(take('HHEL')?.lines[0].pieces.length, 4);
});

test('a single text of two colours may be a mark, and stays', () => {
  const [one] = decompose([drawInTwo('HELTHE', 4)]);
  assert.ok('failed' in one);
});
