import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaveMixedRows } from '../../lib/optimize/mixed-rows.js';
import { setAside } from '../../lib/optimize/set-aside.js';

/** @import { Ready } from '../../lib/optimize/apply-plan.js' */
/** @import { Refused } from '../../lib/optimize/gather.js' */

const row = ['home.gif', 'join.gif', 'mail.gif', 'line.gif'];

/** @param {string} resource @param {{ isHard?: boolean, page?: string, siblings?: string[] }} [about] */
function words(resource, { isHard = true, page = 'a.html', siblings = row } = {}) {
  const proposal = { rule: 'text-image', page, resource, data: { siblings } };
  return /** @type {Ready} */ (
    /** @type {unknown} */ ({
      proposal,
      rule: {},
      made: [{ ok: true, data: { isHard, text: resource, similarity: 1 } }],
    })
  );
}

/** @param {string} resource @param {string} [text] what it may say */
function image(resource, text) {
  const proposal = { rule: 'text-image', page: 'a.html', resource, data: { siblings: row } };
  return /** @type {Refused} */ (
    /** @type {unknown} */ ({ proposal, rule: {}, reason: 'uncertain-text', message: '', text })
  );
}

/** @param {Ready[]} ready @param {Refused[]} refused */
const left = (ready, refused) => leaveMixedRows({ ready, refused }).ready.map(({ proposal }) => proposal.resource);

test('words with hard edges stay images where one of their row does', () => {
  const two = [words('home.gif'), words('join.gif')];
  assert.deepEqual(left(two, [image('mail.gif', 'Mail')]), []);
  assert.deepEqual(leaveMixedRows({ ready: two, refused: [] }).refused, []);
  const [, first] = leaveMixedRows({ ready: two, refused: [image('mail.gif', 'Mail')] }).refused;
  assert.equal(first.reason, 'looks-different');
  assert.match(first.message ?? '', /hard edges/);
});

test('they are set where the others are too, or are no words, or stand elsewhere, and where edges are smooth', () => {
  const two = [words('home.gif'), words('join.gif')];
  const both = ['home.gif', 'join.gif'];
  assert.deepEqual(left(two, []), both);
  assert.deepEqual(left(two, [image('line.gif')]), both);
  assert.deepEqual(left(two, [image('other.gif', 'Other')]), both);
  assert.deepEqual(left([words('home.gif', { page: 'b.html' })], [image('mail.gif', 'Mail')]), ['home.gif']);
  assert.deepEqual(left([words('home.gif', { isHard: false })], [image('mail.gif', 'Mail')]), ['home.gif']);
});

test('a row that verification took one button out of stays as it was', () => {
  const ready = [words('home.gif'), words('join.gif')];
  const taken = setAside({ ready, refused: [] }, ({ proposal }) => proposal.resource === 'join.gif', {
    reason: 'looks-different',
  });
  assert.deepEqual(left(taken.ready, taken.refused), []);
});
