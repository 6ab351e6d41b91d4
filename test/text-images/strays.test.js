import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitAtAreas } from '../../lib/text-images/areas.js';
import { findTrackingDoubt } from '../../lib/text-images/spacing.js';
import { measureStray, measureStroke } from '../../lib/text-images/stray.js';

/** A coverage map from rows of text. @param {readonly string[]} rows */
function map(rows) {
  return Float32Array.from(rows.join(''), (sign) => (sign === '#' ? 1 : 0));
}

describe('ink that letters do not explain', () => {
  const box = { x: 0, y: 0, width: 8, height: 7 };
  const bare = ['........', '........', '........', '..####..', '..#..#..', '..####..', '........'];
  const marked = ['...#.#..', '...###..', '........', ...bare.slice(3)];

  test('a mark over a letter stands free', () => {
    assert.equal(measureStray(map(marked), map(bare), 8, box), 5);
    assert.equal(measureStray(map(bare), map(marked), 8, box), 0);
  });

  test('a letter a pixel off does not', () => {
    const lower = [bare[6], ...bare.slice(0, 6)];
    assert.equal(measureStray(map(bare), map(lower), 8, box), 0);
    assert.equal(measureStray(map(lower), map(bare), 8, box), 0);
  });

  test('a stroke that reaches out of its letter counts little', () => {
    const crossed = ['........', '...#....', '...#....', ...bare.slice(3)];
    assert.ok(measureStray(map(crossed), map(bare), 8, box) < 0.5);
  });

  test('a point beside the last letter does', () => {
    const pointed = bare.map((row, y) => (y === 5 ? `${row.slice(0, 7)}#` : row));
    assert.equal(measureStray(map(pointed), map(bare), 8, box), 1);
  });
});

test('what crosses words out runs through their gaps', () => {
  const box = { x: 0, y: 0, width: 10, height: 3 };
  const words = ['.#..##..#.', '.#####..#.', '.#..##..#.'];
  const crossed = [words[0], '##########', words[2]];
  assert.equal(measureStroke(map(crossed), map(words), 10, box), 0.5);
  assert.equal(measureStroke(map(words), map(words), 10, box), 0);
});

describe('areas', () => {
  const line = { box: { x: 1, y: 0, width: 8, height: 1 } };
  const coverage = map(['.##...###.']);
  const area = (/** @type {number} */ x, /** @type {number} */ width) => ({ x, y: 0, width, height: 1 });

  test('part a line between its words', () => {
    const parts = splitAtAreas([line], coverage, 10, [area(0, 5), area(5, 5)]);
    assert.deepEqual(
      parts?.map(({ box }) => [box.x, box.width]),
      [
        [1, 2],
        [6, 3],
      ],
    );
  });

  test('hold all ink and each some', () => {
    assert.equal(splitAtAreas([line], coverage, 10, [area(0, 5)]), null, 'ink in no area');
    assert.equal(splitAtAreas([line], coverage, 10, [area(0, 4), area(4, 1), area(5, 5)]), null, 'an area without ink');
  });
});

describe('settings that leave doubts', () => {
  const fit = /** @type {import('../../lib/text-images/types.ts').LineFit} */ (
    /** @type {unknown} */ ({ text: '1+1', letterSpacingPx: 4, sizePx: 20 })
  );

  test('signs set wide may have spaces around them', () => {
    assert.ok(findTrackingDoubt([fit]));
    assert.equal(findTrackingDoubt([{ ...fit, letterSpacingPx: 1 }]), null);
    assert.equal(findTrackingDoubt([{ ...fit, text: 'HOME' }]), null);
    assert.ok(findTrackingDoubt([{ ...fit, text: '2x4', letterSpacingPx: 5 }]), 'and so may numbers');
  });
});
