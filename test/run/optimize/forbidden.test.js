import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbidMore, MAX_ROUNDS, mayPack, NOTHING, withoutForbidden } from '../../../lib/run/optimize/forbidden.js';
import { makeChange } from '../../harness/make-change.js';

/** @param {Partial<import('../../../lib/visit/verify/types.js').Verdict>} [more] */
const failing = (more) =>
  /** @type {any} */ ({ path: 'a.html', status: 'different', original: false, rejected: [], ...more });
const change = (/** @type {string} */ page, resource = 'x.gif') =>
  makeChange({ proposal: { rule: 'spacer-image', page, resource } });

/** @param {import('../../../lib/plan/types.ts').Change} one @param {typeof NOTHING} forbidden */
function isForbidden(one, forbidden) {
  const left = withoutForbidden(/** @type {any} */ ({ changes: [one], refused: [] }), forbidden);
  return left.changes.length === 0;
}

test('nothing is forbidden where nothing differs', () => {
  assert.equal(forbidMore(NOTHING, [failing({ status: 'same' })]), null);
});

test('a change that shows is forbidden wherever its cause reaches, or on its page alone', () => {
  const rejected = (/** @type {boolean} */ onlyHere) => [{ cause: 'spacer-image x.gif', onlyHere }];
  const everywhere = forbidMore(NOTHING, [failing({ rejected: /** @type {any} */ (rejected(false)) })]) ?? NOTHING;
  assert.deepEqual(
    [change('a.html'), change('b.html'), change('b.html', 'y.gif')].map((one) => isForbidden(one, everywhere)),
    [true, true, false],
  );
  const here = forbidMore(NOTHING, [failing({ rejected: /** @type {any} */ (rejected(true)) })]) ?? NOTHING;
  assert.deepEqual(
    [change('a.html'), change('b.html')].map((one) => isForbidden(one, here)),
    [true, false],
  );
  assert.equal(mayPack('a.html', here), true);
});

test('a forbidden change says what was seen', () => {
  const [moved, gone] = [
    { depth: 'geometry', view: '800', kind: 'resized', message: '<p> is 4 × 4 instead of 8 × 8' },
    { depth: 'meaning', view: '360', kind: 'reading', message: 'read aloud, it says “a” instead of “b”', change: 'y' },
  ];
  const rejected = ['x', 'y'].map((id) => ({ id, cause: `spacer-image ${id}.gif`, onlyHere: false }));
  const verdict = failing({ rejected: /** @type {any} */ (rejected), differences: /** @type {any} */ ([moved, gone]) });
  const forbidden = forbidMore(NOTHING, [verdict]) ?? NOTHING;
  const drafted = /** @type {any} */ ({ changes: [change('b.html', 'x.gif'), change('b.html', 'y.gif')], refused: [] });
  assert.deepEqual(
    withoutForbidden(drafted, forbidden).refused.map(({ message }) => message),
    [
      'the first difference on a.html in view 800 is: <p> is 4 × 4 instead of 8 × 8',
      'the first difference on a.html in view 360 is: read aloud, it says “a” instead of “b”',
    ],
  );
});

test('a change that writes into several documents is forbidden with any of them', () => {
  const wide = makeChange({
    proposal: { rule: 'one-sheet', page: 'b.html', resource: 'x.css' },
    edits: [{ range: { start: 0, end: 1 }, text: '', document: 'a.html' }],
  });
  const forbidden = forbidMore(NOTHING, [failing({ original: true })]) ?? NOTHING;
  assert.equal(isForbidden(wide, forbidden), true);
  assert.equal(mayPack('a.html', forbidden), false);
});

test('in the last round a page that still differs ships as it was', () => {
  let forbidden = NOTHING;
  const again = [failing({ rejected: /** @type {any} */ ([{ cause: 'spacer-image x.gif', onlyHere: true }]) })];
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    assert.equal(forbidden.originals.has('a.html'), false, `round ${round} still tries`);
    forbidden = forbidMore(forbidden, again) ?? NOTHING;
  }
  assert.equal(forbidden.originals.has('a.html'), true);
});
