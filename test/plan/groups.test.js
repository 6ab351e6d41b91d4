import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeGroups, leaveOut } from '../../lib/plan/constraints.js';
import rule from '../../rules/text-image.js';
import { makeChange } from '../harness/make-change.js';

/** @import { Refused } from '../../lib/plan/types.ts' */

/**
 * Returns the group of text images that share a font.
 * @param {{ users?: number, page?: string, ok?: boolean, family?: string }} about
 */
function groupOf({ users = 2, page = 'a.html', ok = true, family = 'g1' }) {
  const proposal = { rule: 'text-image', page, range: null, resource: 'home.gif', messageId: 'words', data: {} };
  const failed = { ok: /** @type {const} */ (false), reason: /** @type {const} */ ('uncertain-text'), message: '' };
  const made = ok ? { ok: /** @type {const} */ (true), data: { font: { family, users } } } : failed;
  return rule.group?.(proposal, [made]) ?? null;
}

/** @param {string} resource @param {Parameters<typeof groupOf>[0]} [about] */
const words = (resource, about = {}) =>
  makeChange({ proposal: { rule: 'text-image', page: about.page ?? 'a.html', resource }, group: groupOf(about) });

/**
 * Returns an image that is kept.
 * @param {string} resource @param {Parameters<typeof groupOf>[0]} [about] @returns {Refused}
 */
function image(resource, about = {}) {
  const { rule: meta, proposal } = makeChange({ proposal: { rule: 'text-image', page: 'a.html', resource } });
  return { rule: meta, proposal, reason: 'uncertain-text', message: '', group: groupOf({ ...about, ok: false }) };
}

/** @param {ReturnType<typeof words>[]} changes @param {Refused[]} refused */
const left = (changes, refused) =>
  completeGroups({ changes, refused }).changes.map(({ proposal }) => proposal.resource);

test('text images that share a font are set without one that does not read', () => {
  const two = [words('home.gif'), words('join.gif')];
  const both = ['home.gif', 'join.gif'];
  assert.deepEqual(left(two, []), both);
  assert.deepEqual(left(two, [image('mail.gif')]), both);
  assert.deepEqual(left([words('home.gif', { users: 1 })], []), ['home.gif'], 'a font of its own');
});

test('a row that verification took one button out of stays as it was', () => {
  const changes = [words('home.gif'), words('join.gif')];
  const taken = leaveOut({ changes, refused: [] }, ({ proposal }) => proposal.resource === 'join.gif', {
    reason: 'looks-different',
  });
  assert.deepEqual(left(taken.changes, taken.refused), []);
  const { refused } = completeGroups(taken);
  assert.deepEqual(
    refused.map(({ message }) => message),
    [null, '“join.gif”, which it depends on, is not changed: looks-different'],
  );
});

/** @param {{ text?: string, ok?: boolean }} about */
function groupInMenu({ text, ok = true }) {
  const proposal = { rule: 'text-image', page: 'a.html', range: null, resource: 'a.gif', messageId: 'words', data: {} };
  const font = { family: 'g1', set: 'g1', users: 1, bytes: new Uint8Array(1) };
  const failed = {
    ok: /** @type {const} */ (false),
    reason: /** @type {const} */ ('uncertain-text'),
    message: '',
    text,
  };
  const made = ok ? { ok: /** @type {const} */ (true), data: { font, difference: { visiblePixels: 0 } } } : failed;
  return rule.group?.({ ...proposal, whole: WHOLE }, [made])?.id ?? null;
}

const WHOLE = 'menu a.html 4';

test('a menu with an image that may be text and stays is left as it was', () => {
  assert.equal(groupInMenu({}), WHOLE, 'even if the text looks like its image');
  assert.equal(groupInMenu({ ok: false, text: 'Hom' }), WHOLE, 'breaks it');
  assert.equal(groupInMenu({ ok: false }), null, 'a picture beside text breaks nothing');
});
