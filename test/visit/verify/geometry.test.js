import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareGeometry } from '../../../lib/visit/verify/geometry.js';

/** @param {readonly (readonly [tag: string, ...box: number[]])[]} boxes */
function render(boxes) {
  const elements = boxes.map(([tag, ...box]) => ({ tag, mark: tag, box, shows: [], text: '' }));
  return /** @type {any} */ ({ view: { name: '800' }, seen: { elements } });
}

test('an element that moves is a difference', () => {
  const found = compareGeometry(render([['p', 0, 20, 90, 18]]), render([['p', 0, 21, 90, 18]]));
  assert.deepEqual(
    found.map(({ kind, message }) => [kind, message]),
    [['moved', '<p>  is 90 × 18 at 0, 21 instead of 90 × 18 at 0, 20']],
  );
});

test('a line break is none, because it draws nothing, but what it moves is', () => {
  const before = render([
    ['br', 90, 20, 0, 0],
    ['p', 0, 20, 90, 18],
  ]);
  const [same, moved] = [20, 38].map((y) =>
    render([
      ['br', 90, 2, 0, 18],
      ['p', 0, y, 90, 18],
    ]),
  );
  assert.deepEqual(compareGeometry(before, same), []);
  assert.equal(compareGeometry(before, moved).length, 1);
});
