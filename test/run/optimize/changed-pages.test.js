import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describePage } from '../../../lib/run/optimize/changed-pages.js';

/**
 * Describes a page on which a PNG got fewer colours.
 * @param {readonly string[]} roles @param {string[]} [fetched] @param {string} [proof]
 */
function describeChange(roles, fetched, proof = 'similar') {
  const follows = roles.map((role) => ({ role, target: { kind: 'file', path: 'icon.png' } }));
  const records = fetched ? [['index.html', { fetched: fetched.map((path) => ({ path, by: 'index.html' })) }]] : [];
  const linked = {
    graph: { follows: new Map([['index.html', follows]]) },
    seen: { records: new Map(/** @type {any} */ (records)) },
  };
  const change = {
    proposal: { page: 'index.html', resource: 'icon.png', range: null },
    rule: { id: 'truecolour-png' },
    proof,
    edits: [],
    files: [{ path: 'icon.png' }],
    words: null,
  };
  /** @type {string[]} */
  const visible = [];
  const contextsOf = (/** @type {string} */ _, /** @type {readonly { cause: string }[]} */ changes) => {
    visible.push(...changes.map(({ cause }) => cause));
    return null;
  };
  const known = { canPack: false, contextsOf, copies: new Map(), linked };
  const { changes } = describePage('index.html', /** @type {any} */ ([change]), /** @type {any} */ (known));
  assert.equal(visible.length, changes[0].isProven ? 0 : 1);
  return changes[0];
}

/** @param {readonly string[]} roles @param {string[]} [fetched] */
function describeIcon(roles, fetched) {
  return describeChange(roles, fetched).isProven;
}

test('a change of its icon alone does not count as visible on a page', () => {
  assert.ok(describeIcon(['icon']));
  assert.ok(describeIcon(['icon'], []));
});

test('it does if the page draws its icon, by its markup or by a script', () => {
  assert.ok(!describeIcon(['icon', 'image']));
  assert.ok(!describeIcon(['icon'], ['icon.png']));
  assert.ok(!describeIcon([], ['icon.png']));
});

test('a file that was judged by itself is shown with the pixels of the original behind content, and only there', () => {
  const standIns = (/** @type {readonly string[]} */ roles, proof = 'judged') => {
    const { kind, standIns: paths } = describeChange(roles, [], proof);
    return [kind, paths];
  };
  assert.deepEqual(standIns(['background', 'background']), ['same', ['icon.png']]);
  assert.deepEqual(standIns(['background', 'image']), ['replaced', undefined]);
  assert.deepEqual(standIns([]), ['replaced', undefined]);
  assert.deepEqual(standIns(['background'], 'similar'), ['replaced', undefined]);
});
