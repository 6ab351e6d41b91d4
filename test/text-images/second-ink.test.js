import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { writeBox } from '../../lib/text-images/box.js';
import { segment } from '../../lib/text-images/segment.js';
import { inHi, paint } from './pictures.js';

/** @import { LineFit } from '../../lib/text-images/types.ts' */

const PAPER = [255, 255, 204];
const RED = [153, 0, 0];
const BLUE = [0, 0, 153];

/** Words of five parts, each in an ink of its own. @param {readonly (readonly number[])[]} inks */
function draw(inks) {
  return segment(
    paint(140, 30, (x, y) => {
      const part = [4, 28, 52, 76, 100].findIndex((from) => inHi(x - from, y - 6, 3));
      return part < 0 ? PAPER : inks[part];
    }),
  );
}

describe('two inks', () => {
  test('part a line where the first ends', () => {
    const seen = draw([RED, BLUE, BLUE, BLUE, BLUE]);
    assert.ok(!('rejected' in seen));
    const [{ inks }] = seen.lines;
    assert.deepEqual([inks?.first, inks?.rest], [RED, BLUE]);
    assert.ok(inks && inks.end > 20 && inks.end <= 28, `ends at ${inks?.end}`);
    assert.equal(seen.ink.strangePixels, 0);
  });

  test('that take turns are refused, and so are three', () => {
    for (const inks of [
      [RED, BLUE, RED, BLUE, RED],
      [RED, BLUE, BLUE, BLUE, [0, 102, 0]],
    ]) {
      const seen = draw(inks);
      assert.ok('rejected' in seen);
      assert.match(seen.detail, /more than one ink/);
    }
  });

  test('are written as they are, the box in one of them', () => {
    const seen = draw([RED, BLUE, BLUE, BLUE, BLUE]);
    assert.ok(!('rejected' in seen));
    /** @type {LineFit} */
    const fit = {
      ...{ text: 'R&D news', sizePx: 12, letterSpacingPx: 0, wordSpacingPx: 0, scaleX: 1, x: 4, baseline: 20 },
      ...{ top: 10, bottom: 23, ascent: 10, descent: 3, advance: 60, strength: 1, similarity: 1, worstCharacter: 1 },
      face: { family: 'Arial', stack: 'Arial,sans-serif', isPlain: true, file: '', weight: 400, slant: 'normal' },
      inks: { letters: 3, first: [153, 0, 0], rest: [0, 0, 153] },
    };
    const { html, css } = writeBox({
      ...{ width: 140, height: 30, lines: [fit], colour: [0, 0, 153], ground: seen.ground, bars: [] },
      ...{ shadow: null, graphic: null, areas: [] },
    });
    assert.equal(html, '<i style="font-style:inherit;color:#900">R&amp;D</i> news');
    assert.match(css, /color:#009;/);
  });
});
