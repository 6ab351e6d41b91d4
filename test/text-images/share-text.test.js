import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decompose } from '../../lib/text-images/decompose/decompose.js';
import { drawLetters, toPicture } from './pictures.js';

const RED = [255, 40, 40];

/**
 * Draws a text with marks of several colours next to it.
 * @param {string} text @param {readonly number[]} marks their x coordinates
 */
function drawMarked(text, marks) {
  const picture = toPicture(
    drawLetters(text, () => 30),
    `${text} ${marks.join()}`,
  );
  for (const mark of marks)
    for (let at = 0; at < 6 * 7; at++)
      picture.rgb.set(
        at === 0 ? RED : [255, at * 6, 0],
        ((5 + Math.floor(at / 6)) * picture.width + mark + (at % 6)) * 3,
      );
  return picture;
}

const others = ['TLEH', 'LETH', 'EHLT'].map((text) => drawMarked(text, []));

test('a drawing next to a text that another image has alone stays in the background', () => {
  const [plain, marked] = decompose([drawMarked('HELT', []), drawMarked('HELT', [3]), ...others]);
  assert.ok('lines' in plain && 'lines' in marked);
  assert.deepEqual(marked.lines, plain.lines);
  assert.deepEqual([...marked.background.rgb.subarray((5 * 60 + 3) * 3, (5 * 60 + 3) * 3 + 3)], RED);
  assert.deepEqual([...marked.background.rgb.subarray((8 * 60 + 12) * 3, (8 * 60 + 12) * 3 + 3)], [30, 30, 30]);
});

test('a drawing stays part of the image if no other one has the text, or if it may be characters', () => {
  assert.ok('failed' in decompose([drawMarked('HELT', [3]), ...others])[0], 'another text');
  assert.ok('failed' in decompose([drawMarked('HELT', [3, 37]), drawMarked('HELT', []), ...others])[0], 'two marks');
  const noisy = [drawMarked('HELT', [3]), drawMarked('HELT', []), ...others].map((one) => ({ ...one, tolerance: 28 }));
  assert.ok('failed' in decompose(noisy)[0], 'lossy');
});
