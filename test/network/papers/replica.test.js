import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { buildReplica, scatter, spreadSizes } from '../../../lib/network/papers/replica.js';
import { sizes } from '../../../lib/network/papers/sigcomm97.js';

test('sizes are so many, add up, and stay between the smallest and the largest', () => {
  const wanted = fc
    .record({
      count: fc.integer({ min: 12, max: 90 }),
      min: fc.integer({ min: 20, max: 900 }),
      share: fc.double({ min: 0.2, max: 0.7, noNaN: true }),
    })
    .map(({ count, min, share }) => {
      const max = min * 12;
      return { count, min, max, total: Math.round(count * (min + (max - min) * share)) };
    });
  fc.assert(
    fc.property(wanted, (one) => {
      const drawn = spreadSizes(one);
      assert.equal(drawn.length, one.count);
      assert.equal(
        drawn.reduce((left, right) => left + right, 0),
        one.total,
      );
      for (const size of drawn) assert.ok(size >= one.min * 0.5 && size <= one.max * 1.5);
    }),
    { numRuns: 60 },
  );
});

test('scattering keeps every item', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (list) => {
      assert.deepEqual(scatter(list).sort(), [...list].sort());
    }),
  );
});

test('the replica of Microscape has the published sizes', () => {
  assert.equal(sizes.length, 42);
  assert.equal(
    sizes.reduce((left, right) => left + right, 0),
    103_299 + 24_988,
  );
  assert.equal(sizes.filter((size) => size <= 1024).length, 19);
  assert.equal(sizes.filter((size) => size > 1024 && size <= 2048).length, 7);
  assert.equal(sizes.filter((size) => size > 2048 && size <= 3072).length, 6);
  assert.equal(Math.min(...sizes), 70);
  assert.equal(Math.max(...sizes), 40_000);
});

test('references stand in order inside the page', () => {
  const page = buildReplica({
    htmlBytes: 500,
    decodedBytes: 2000,
    images: [1, 2, 3],
    requestBytes: 9,
    responseHeaderBytes: 9,
  });
  const offsets = page.slice(1).map(({ foundAtByte }) => foundAtByte ?? -1);
  assert.deepEqual(
    offsets,
    [...offsets].sort((left, right) => left - right),
  );
  assert.ok(offsets.every((offset) => offset > 0 && offset < 2000));
});
