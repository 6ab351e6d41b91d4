import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { measureUse } from '../../../lib/visit/browser/watch-scripts.js';

/** @param {number} startOffset @param {number} endOffset @param {number} count */
const run = (startOffset, endOffset, count) => ({
  functionName: '',
  isBlockCoverage: false,
  ranges: [{ startOffset, endOffset, count }],
});

test('a character belongs to the innermost function around it', () => {
  const functions = [run(0, 100, 1), run(10, 60, 0), run(20, 30, 1), run(70, 90, 1), run(75, 80, 0)];
  assert.deepEqual(measureUse(functions), { all: 100, ran: 50 + 10 - 5 });
});

test('a script without functions that ran counts as unused', () => {
  assert.deepEqual(measureUse([run(0, 40, 0)]), { all: 40, ran: 0 });
  assert.deepEqual(measureUse([]), { all: 0, ran: 0 });
});

test('counts every character once, in any order of functions', () => {
  const LENGTH = 60;
  const nested = fc.array(fc.tuple(fc.nat(LENGTH), fc.nat(LENGTH), fc.boolean()), { maxLength: 12 }).map((list) => {
    /** @type {{ start: number, end: number, count: number }[]} */
    const kept = [];
    for (const [a, b, isRun] of list) {
      const [start, end] = [Math.min(a, b), Math.max(a, b)];
      const crosses = kept.some(
        (one) =>
          (start < one.start && end > one.start && end < one.end) ||
          (start > one.start && start < one.end && end > one.end),
      );
      const isSame = kept.some((one) => one.start === start && one.end === end);
      if (start < end && !crosses && !isSame) kept.push({ start, end, count: isRun ? 1 : 0 });
    }
    return kept;
  });
  fc.assert(
    fc.property(nested, fc.nat(), (spans, turn) => {
      const all = [{ start: 0, end: LENGTH + 1, count: 1 }, ...spans];
      const byCharacter = Array.from({ length: LENGTH + 1 }, (_, at) =>
        all
          .filter(({ start, end }) => start <= at && at < end)
          .reduce((inner, one) => (one.end - one.start <= inner.end - inner.start ? one : inner)),
      ).filter(({ count }) => count > 0).length;
      const order = all.map(({ start, end, count }) => run(start, end, count));
      const turned = [...order.slice(turn % order.length), ...order.slice(0, turn % order.length)];
      assert.equal(measureUse(turned).ran, byCharacter);
    }),
  );
});
