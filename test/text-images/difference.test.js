import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differ, differByColumn } from '../../lib/text-images/difference.js';

test('colour differences are those that the formula’s authors published', () => {
  /** @type {[number[], number[], number][]} */
  const pairs = [
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ];
  for (const [one, other, expected] of pairs) assert.equal(differ(one, other).toFixed(4), expected.toFixed(4));
});

test('at a glance, a stroke that is missing counts for more than two that moved', () => {
  const [width, height] = [40, 20];
  const draw = (/** @type {number[]} */ columns) =>
    Uint8ClampedArray.from({ length: width * height * 3 }, (_, at) =>
      columns.includes(Math.floor(at / 3) % width) ? 0 : 255,
    );
  const box = { x: 4, y: 2, width: 32, height: 16 };
  const seen = draw([10, 11, 20, 21, 30, 31]);
  const differences = (/** @type {number[]} */ columns) => differByColumn(seen, draw(columns), { width, height }, box);
  const sum = (/** @type {number[]} */ values) => values.reduce((all, value) => all + value, 0);
  assert.deepEqual(new Set(differences([10, 11, 20, 21, 30, 31])), new Set([0]));
  const [moved, missing] = [differences([11, 12, 20, 21, 29, 30]), differences([10, 11, 30, 31])];
  assert.ok(sum(moved) < sum(missing), `${sum(moved)} and ${sum(missing)}`);
  assert.equal(box.x + missing.indexOf(Math.max(...missing)), 20, 'where the stroke was');
});
