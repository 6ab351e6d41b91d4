import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openUp, tidy } from '../../lib/text-images/reader.js';
import { inHi } from './pictures.js';

/** Dark letters on white. @param {number} scale */
function draw(scale) {
  const [width, height] = [7 * scale + 20, 5 * scale + 14];
  const values = Uint8Array.from({ length: width * height }, (_, at) =>
    inHi((at % width) - 8, Math.floor(at / width) - 6, scale) ? 0 : 255,
  );
  return { width, height, values };
}

describe('a reader', () => {
  test('leaves out bars at the ends of a line, which buttons have', () => {
    assert.equal(tidy('| Contact Us |\n'), 'Contact Us');
    assert.equal(tidy('News | Events'), 'News | Events');
  });

  test('opens a line up: wider, and its strokes thinner but never gone', () => {
    const line = draw(4);
    const opened = openUp(line);
    assert.equal(opened.height, line.height);
    assert.ok(opened.width > line.width);
    const [dark, was] = [opened, line].map(({ values, width }) => values.reduce((sum, v) => sum + 255 - v, 0) / width);
    assert.ok(dark < was && dark > was / 2, `${dark} of ${was}`);
  });
});
