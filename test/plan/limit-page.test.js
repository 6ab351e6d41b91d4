import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitPage } from '../../lib/plan/plan-page.js';

const choiceOf = (/** @type {number} */ effect) => ({ ...CHOICE, effect });
const CHOICE = Object.freeze({
  claims: [],
  writes: [],
  copies: [],
  thing: null,
  safety: /** @type {const} */ ('safe'),
  sure: false,
  beyondCost: false,
  showsEarlier: false,
  everywhere: false,
});
/** A page of 1,000 bytes, whose changes add or remove the given bytes. */
const weigh = (/** @type {readonly { effect: number }[]} */ chosen) =>
  chosen.reduce((sum, { effect }) => sum + effect, 1000);
const limit = (/** @type {number[]} */ growths) => {
  const { accepted, rejected } = limitPage({ accepted: growths.map(choiceOf), rejected: [] }, weigh, 1000);
  return [accepted.map(({ effect }) => effect), rejected.map(({ choice, reason }) => [choice.effect, reason])];
};

test('a page that becomes smaller keeps all of its changes', () => {
  assert.deepEqual(limit([300, -400, 100]), [[300, -400, 100], []]);
});

test('a page that would become larger loses the change that takes most bytes, and no other', () => {
  assert.deepEqual(limit([300, 5000, -400]), [[300, -400], [[5000, 'costs-more']]]);
});

test('changes are rejected until the page is as small as before', () => {
  assert.deepEqual(limit([300, 200, -150]), [
    [-150],
    [
      [300, 'costs-more'],
      [200, 'costs-more'],
    ],
  ]);
});
