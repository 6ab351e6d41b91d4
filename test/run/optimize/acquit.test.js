import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acquit, findRecodings } from '../../../lib/run/optimize/acquit.js';

/** @param {string} rule @param {string} resource @param {object} [more] */
const change = (rule, resource, more = {}) =>
  /** @type {import('../../../lib/plan/types.ts').Change} */ (
    /** @type {unknown} */ ({
      proposal: { rule, resource, page: 'index.html' },
      rule: { id: rule, safety: 'safe' },
      edits: [],
      files: [{ path: resource, bytes: new Uint8Array(1) }],
      proof: 'proven',
      ...more,
    })
  );

/** @param {object} more */
const verdict = (more) =>
  /** @type {import('../../../lib/visit/verify/types.js').Verdict} */ (
    /** @type {unknown} */ ({
      path: 'index.html',
      status: 'different',
      depth: 'full',
      differences: [{ view: '360', box: [1.2, 2, 3, 4], message: 'pixels differ' }],
      accepted: ['1'],
      rejected: [{ id: '0', rule: 'heavy-png', cause: 'heavy-png a.png' }],
      original: false,
      notes: [],
      ...more,
    })
  );

const RECODINGS = findRecodings([
  change('heavy-png', 'a.png'),
  change('modern-image', 'b.png', { proof: 'similar' }),
  change('gif-image', 'c.gif', { files: [{ path: 'c.png', bytes: new Uint8Array(1) }] }),
  change('heavy-jpeg', 'd.jpg', { edits: [{ range: { start: 0, end: 1 }, text: '' }] }),
]);

test('only files recoded in place without loss are equal by proof', () => {
  assert.deepEqual([...RECODINGS], ['heavy-png a.png']);
});

test('a page that differs although only recodings were found at fault passes, and a note says where it changes', () => {
  const judged = acquit(verdict({}), RECODINGS);
  assert.equal(judged.status, 'same');
  assert.deepEqual(judged.rejected, []);
  assert.deepEqual(judged.accepted, ['1', '0']);
  assert.match(judged.notes[0], /the page changes by itself \(view 360 at 1, 2, 3, 4\)/);
});

test('with other causes the page stays different, and the recodings are kept', () => {
  const other = { id: '2', rule: 'modern-image', cause: 'modern-image b.png' };
  const judged = acquit(verdict({ rejected: [...verdict({}).rejected, other] }), RECODINGS);
  assert.equal(judged.status, 'different');
  assert.deepEqual(judged.rejected, [other]);
});

test('a page that no choice of changes helps ships as it was', () => {
  const judged = acquit(verdict({ original: true }), RECODINGS);
  assert.equal(judged.status, 'different');
  assert.equal(judged.rejected.length, 1);
});
