import assert from 'node:assert/strict';
import { test } from 'node:test';
import { repair } from '../../lib/text-images/decompose/repair-background.js';
import { drawLetters, toPicture } from './pictures.js';

test('the rest of a character that other images of a set have is no background', () => {
  const picture = toPicture(
    drawLetters('HE', () => 20),
    'one',
  );
  const rows = {
    kind: /** @type {const} */ ('plain'),
    rgb: new Uint8ClampedArray(picture.rgb.length).fill(20),
    clear: null,
  };
  const shared = { ...rows, kind: /** @type {const} */ ('image'), rgb: Uint8ClampedArray.from(rows.rgb) };
  const letter = picture.rgb.indexOf(250);
  shared.rgb.fill(120, 0, 6);
  shared.rgb.fill(120, letter, letter + 3);
  const repaired = repair(picture, shared, [rows]);
  assert.deepEqual([...(repaired?.rgb.subarray(0, 6) ?? [])], [20, 20, 20, 20, 20, 20]);
  assert.equal(repaired?.rgb[letter], 120, 'behind a character, nothing is known');
  assert.equal(repair(picture, rows, [rows]), null);
  assert.equal(repair(picture, shared, []), null);
});
