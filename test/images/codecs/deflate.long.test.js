import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { deflateSmallest } from '../../../lib/images/png/deflate/deflate.js';
import { canonicalCodes, codeLengths } from '../../../lib/images/png/deflate/huffman.js';

const effort = { iterations: 3, maxBlocks: 8, cuts: 3, matchDepth: 50 };

test('what it writes inflates to what it was given', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 600 }),
    fc.array(fc.constantFrom(0, 1, 2, 255), { maxLength: 3000 }).map((values) => Uint8Array.from(values)),
    fc
      .tuple(fc.uint8Array({ minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 3000 }))
      .map(([part, times]) => Buffer.concat(Array(times).fill(part))),
  );
  fc.assert(
    fc.property(bytes, (data) => {
      assert.deepEqual(new Uint8Array(inflateSync(deflateSmallest(data, effort))), new Uint8Array(data));
    }),
    { numRuns: 60 },
  );
});

test('matches reach across the window and stop at its edge', () => {
  const noise = Uint8Array.from({ length: 40_000 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
  const data = Buffer.concat([noise.subarray(0, 500), noise, noise.subarray(0, 32_000)]);
  assert.deepEqual(inflateSync(deflateSmallest(data, effort)), data);
});

test('random bytes are stored and parts of different kinds get blocks of their own', () => {
  const noise = Uint8Array.from({ length: 70_000 }, (_, i) => Math.imul(i ^ (i << 7), 0x85ebca6b) >>> 23);
  const stored = deflateSmallest(noise, effort);
  assert.ok(stored.length <= noise.length + 16);
  assert.deepEqual(new Uint8Array(inflateSync(stored)), noise);
  const text = Buffer.concat([
    Buffer.from('abcdefghijklmnop'.repeat(50)),
    Uint8Array.from({ length: 4000 }, (_, i) => (i * i * 31) % 251),
  ]);
  assert.ok(deflateSmallest(text, effort).length < deflateSync(text, { level: 9 }).length);
});

test('the same bytes give the same stream', () => {
  const data = Uint8Array.from({ length: 5000 }, (_, i) => (i * i) % 17);
  assert.deepEqual(deflateSmallest(data, effort), deflateSmallest(data, effort));
});

test('codes are complete and no longer than the limit', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 2, maxLength: 286 }), (counts) => {
      const lengths = codeLengths(counts, 15);
      const used = counts.filter((count) => count > 0).length;
      assert.ok(lengths.every((length) => length <= 15));
      const room = lengths.reduce((sum, length) => sum + (length > 0 ? 2 ** -length : 0), 0);
      if (used > 1) assert.equal(room, 1);
    }),
  );
  const fibonacci = Array.from({ length: 30 }, (_, i) => Math.round(1.618 ** i));
  assert.equal(Math.max(...codeLengths(fibonacci, 7)), 7);
  assert.equal(new Set(canonicalCodes(Uint8Array.of(2, 2, 2, 2))).size, 4);
});

test('long data is compressed part by part, with matches across the parts', () => {
  const row = Uint8Array.from({ length: 20_000 }, (_, i) => Math.imul(i + 1, 2654435761) >>> 24);
  const data = Buffer.concat(Array(56).fill(row));
  const made = deflateSmallest(data, { iterations: 1, maxBlocks: 1, cuts: 1, matchDepth: 8 });
  assert.deepEqual(inflateSync(made), data);
  assert.ok(made.length < row.length * 1.5);
});
