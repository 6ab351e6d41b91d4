import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeGroups, leaveOut } from '../../lib/plan/constraints.js';
import rule from '../../rules/text-image.js';
import { makeChange } from '../harness/make-change.js';

/** @import { Refused } from '../../lib/plan/types.ts' */

/**
 * The group of words in a row of buttons.
 * @param {{ isHard?: boolean, page?: string, ok?: boolean, text?: string, row?: string | null }} about
 */
function groupOf({ isHard = true, page = 'a.html', ok = true, text = 'Home', row = '20 img/' }) {
  const proposal = { rule: 'text-image', page, range: null, resource: 'home.gif', messageId: 'words', data: { row } };
  const failed = {
    ok: /** @type {const} */ (false),
    reason: /** @type {const} */ ('uncertain-text'),
    message: '',
    text,
  };
  const made = ok ? { ok: /** @type {const} */ (true), data: { isHard, text } } : failed;
  return rule.group?.(proposal, [made]) ?? null;
}

/** @param {string} resource @param {Parameters<typeof groupOf>[0]} [about] */
const words = (resource, about = {}) =>
  makeChange({ proposal: { rule: 'text-image', page: about.page ?? 'a.html', resource }, group: groupOf(about) });

/** An image that stays. @param {string} resource @param {Parameters<typeof groupOf>[0]} [about] @returns {Refused} */
function image(resource, about = {}) {
  const { rule: meta, proposal } = makeChange({ proposal: { rule: 'text-image', page: 'a.html', resource } });
  return { rule: meta, proposal, reason: 'uncertain-text', message: '', group: groupOf({ ...about, ok: false }) };
}

/** @param {ReturnType<typeof words>[]} changes @param {Refused[]} refused */
const left = (changes, refused) =>
  completeGroups({ changes, refused }).changes.map(({ proposal }) => proposal.resource);

test('words with hard edges stay images where one of their row does', () => {
  const two = [words('home.gif'), words('join.gif')];
  assert.deepEqual(left(two, [image('mail.gif')]), []);
  const [, first] = completeGroups({ changes: two, refused: [image('mail.gif')] }).refused;
  assert.equal(first.reason, 'looks-different');
  assert.match(first.message ?? '', /stays as it is/);
});

test('they are set where the others are too, or are no words, or stand elsewhere, and where edges are smooth', () => {
  const two = [words('home.gif'), words('join.gif')];
  const both = ['home.gif', 'join.gif'];
  assert.deepEqual(left(two, []), both);
  assert.deepEqual(left(two, [image('line.gif', { text: '' })]), both, 'no words were seen in it');
  assert.deepEqual(left(two, [image('other.gif', { row: '30 img/' })]), both, 'another row');
  assert.deepEqual(left(two, [image('other.gif', { row: null })]), both, 'no row');
  assert.deepEqual(left([words('home.gif', { page: 'b.html' })], [image('mail.gif')]), ['home.gif'], 'another page');
  assert.deepEqual(left([words('home.gif', { isHard: false })], [image('mail.gif')]), ['home.gif'], 'smooth edges');
});

test('a row that verification took one button out of stays as it was', () => {
  const changes = [words('home.gif'), words('join.gif')];
  const taken = leaveOut({ changes, refused: [] }, ({ proposal }) => proposal.resource === 'join.gif', {
    reason: 'looks-different',
  });
  assert.deepEqual(left(taken.changes, taken.refused), []);
});
