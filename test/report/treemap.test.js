import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { layoutTreemap } from '../../lib/report/html/client/treemap.js';

test('tiles have the areas of their sizes and lie inside', () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5_000_000 })), {
    minLength: 1,
    maxLength: 300,
  });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 200, max: 1400 }),
      fc.integer({ min: 200, max: 500 }),
      (some, width, height) => {
        const inOrder = some.toSorted((a, b) => b - a);
        const total = inOrder.reduce((sum, size) => sum + size, 0);
        const places = layoutTreemap(inOrder, width, height);
        assert.equal(places.length, inOrder.length);
        for (const [index, { x, y, w, h }] of places.entries()) {
          assert.ok(
            [x, y, w, h].every((value) => value >= 0),
            `${x} ${y} ${w} ${h}`,
          );
          assert.ok(x + w <= width + 0.01 && y + h <= height + 0.01);
          assert.ok(Math.abs(w * h - (inOrder[index] / total) * width * height) < 0.5);
        }
      },
    ),
  );
});
