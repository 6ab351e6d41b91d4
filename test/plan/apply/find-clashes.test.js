import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { applyEdits } from '../../../lib/plan/apply/apply-edits.js';
import { findClashes } from '../../../lib/plan/apply/find-clashes.js';

/** @import { Change } from '../../../lib/plan/types.ts' */

const SOURCE = 'abcdefghijklmnopqrstuvwxyz';

/** @param {readonly [number, number, string][]} edits @param {string} [claimed] */
const change = (edits, claimed = 'index.html') =>
  /** @type {Change} */ (
    /** @type {unknown} */ ({
      proposal: { page: 'index.html' },
      claims: [{ document: claimed, range: { start: 0, end: 1 } }],
      edits: edits.map(([start, end, text]) => ({ range: { start, end }, text })),
    })
  );

test('without the changes that clash, all others can be made', () => {
  const at = fc.nat(SOURCE.length);
  const edit = fc
    .tuple(at, at, fc.constantFrom('', '#'))
    .map(
      ([one, other, text]) =>
        /** @type {[number, number, string]} */ ([Math.min(one, other), Math.max(one, other), text]),
    );
  fc.assert(
    fc.property(fc.array(fc.array(edit, { maxLength: 3 }), { maxLength: 6 }), (all) => {
      const changes = all.map((edits) => change(edits));
      const clashing = findClashes(changes);
      const left = changes.filter((one) => !clashing.has(one));
      applyEdits(
        SOURCE,
        left.flatMap(({ edits }) => edits),
      );
      if (changes.length === 1 && changes[0].edits.length < 2) assert.equal(clashing.size, 0);
    }),
  );
});

test('two changes that write the same, or next to each other, do not clash', () => {
  const changes = [
    change([[2, 5, '#']]),
    change([
      [2, 5, '#'],
      [5, 6, ''],
    ]),
    change([[6, 6, 'x']]),
  ];
  assert.deepEqual(findClashes(changes), new Set());
  const other = change([[2, 5, '']]);
  assert.deepEqual(findClashes([...changes, other]), new Set([other]));
  const weak = change([[2, 5, '']], 'other.html');
  assert.deepEqual(findClashes([...changes, weak]), new Set(), 'it gives way to those that claim the place');
});
