import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits, withoutOverlaps } from '../../../lib/plan/apply/apply-edits.js';

/** Disjoint text edits, as a rule would make them. */
const edited = fc.string({ minLength: 1, maxLength: 60 }).chain((source) =>
  fc.record({
    source: fc.constant(source),
    edits: fc.uniqueArray(fc.nat(source.length), { minLength: 2, maxLength: 8 }).chain((cuts) => {
      const sorted = cuts.toSorted((a, b) => a - b);
      const ranges = sorted.slice(0, -1).map((start, index) => ({ start, end: sorted[index + 1] }));
      return fc.tuple(
        ...ranges.map((range) => fc.record({ range: fc.constant(range), text: fc.string({ maxLength: 5 }) })),
      );
    }),
  }),
);

test('no edit, no change', () => {
  fc.assert(fc.property(fc.string(), (source) => assert.equal(applyEdits(source, []), source)));
});

test('disjoint edits commute', () => {
  fc.assert(
    fc.property(edited, fc.infiniteStream(fc.nat()), ({ source, edits }, order) => {
      const shuffled = edits
        .map((edit) => ({ edit, at: order.next().value }))
        .toSorted((a, b) => a.at - b.at)
        .map(({ edit }) => edit);
      assert.equal(applyEdits(source, shuffled), applyEdits(source, edits));
    }),
  );
});

test('overlapping edits are an error, never a torn page', () => {
  const edits = [
    { range: { start: 0, end: 3 }, text: '' },
    { range: { start: 2, end: 4 }, text: '' },
  ];
  assert.throws(() => applyEdits('abcdef', edits), /overlap/);
});

test('elements without a space between them are each wrapped for themselves, whatever the order', () => {
  const source = '<a><b>x</b><b>y</b></a>';
  const wrap = (/** @type {number} */ start, /** @type {number} */ end, /** @type {string} */ tag) => [
    { range: { start, end: start }, place: { start, end }, text: `<${tag}>` },
    { range: { start: end, end }, place: { start, end }, text: `</${tag}>` },
  ];
  const edits = [...wrap(3, 11, 'p'), ...wrap(11, 19, 'q'), ...wrap(3, 19, 'r')];
  const result = '<a><r><p><b>x</b></p><q><b>y</b></q></r></a>';
  fc.assert(
    fc.property(fc.shuffledSubarray(edits, { minLength: edits.length }), (shuffled) =>
      assert.equal(applyEdits(source, shuffled), result),
    ),
  );
});

test('a small edit gives way to a larger one around it, and only to that', () => {
  const replace = { range: { start: 2, end: 8 }, text: '' };
  const at = (/** @type {number} */ start, /** @type {number} */ end) => ({ range: { start, end }, text: 'x' });
  assert.deepEqual(withoutOverlaps([at(0, 2), at(3, 4), at(1, 3), at(8, 9), at(5, 5)], [replace]), [
    at(0, 2),
    at(8, 9),
  ]);
});

test('an edit gives way as a whole to one that is about the same place', () => {
  const place = { start: 5, end: 9 };
  const around = [2, 12].map((at) => ({ range: { start: at, end: at }, text: 'x', place }));
  const [inside, beside] = [
    { range: place, text: '' },
    { range: { start: 9, end: 11 }, text: '' },
  ];
  assert.deepEqual(withoutOverlaps(around, [inside]), []);
  assert.deepEqual(withoutOverlaps(around, [beside]), around);
  assert.deepEqual(withoutOverlaps([inside], around), []);
});

test('an edit that several changes share is made once', () => {
  const shared = { range: { start: 3, end: 3 }, text: ' nowrap', isShared: true };
  assert.equal(applyEdits('<td>a</td>', [shared, { ...shared }]), '<td nowrap>a</td>');
  const same = { range: { start: 4, end: 5 }, text: 'b' };
  assert.equal(applyEdits('<td>a</td>', [same, { ...same }]), '<td>b</td>');
  const added = { range: { start: 4, end: 4 }, text: 'b' };
  assert.equal(applyEdits('<td>a</td>', [added, { ...added }]), '<td>bba</td>', 'two changes add a letter each');
});
