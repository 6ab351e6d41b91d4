import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPlanner, settlePlan } from '../../lib/plan/plan-site.js';
import { makeChange } from '../harness/make-change.js';

/** @import { PageInput } from '../../lib/plan/price/types.ts' */

/** @param {string} page @param {string} resource */
const smaller = (page, resource) =>
  makeChange({
    proposal: { rule: 'heavy-png', page, resource },
    files: [{ path: resource, bytes: new Uint8Array(500) }],
  });

test('a page whose changes are as they were is not planned anew', () => {
  const pages = ['one.html', 'two.html'];
  const files = new Map([...pages, 'a.png', 'b.png'].map((path) => [path, { path, size: 2000 }]));
  /** @type {string[]} */
  const priced = [];
  const fileAt = (/** @type {string} */ path) => ({ url: path, type: 'image', bytes: 2000 });
  const priceView = (/** @type {PageInput} */ page) => {
    priced.push(page.url);
    const bytes = page.files.reduce((sum, file) => sum + file.bytes, 0);
    return { requests: page.files.length, bytes, packets: Math.ceil(bytes / 1460), ms: bytes / 10 };
  };
  const inputOf = (/** @type {string} */ url) => ({
    input: {
      url,
      files: [url, 'a.png', 'b.png'].map(fileAt),
      references: ['a.png', 'b.png'].map((to) => ({ from: url, to, atByte: 100 })),
    },
    references: [],
  });
  const fetches = new Map(pages.map((page) => [page, [page]]));
  const plan = openPlanner(
    /** @type {any} */ ({
      site: { files },
      linked: { graph: { fetches, follows: new Map(), usedBy: new Map() } },
      levelOf: () => 'on',
      safety: 'visual',
      most: { identity: Infinity, sent: Infinity },
      inputOf: Object.assign(inputOf, { fileAt }),
      pricer: { isCached: () => false, priceView, glanceView: priceView, countView: priceView },
      others: [],
    }),
  );
  const changes = pages.flatMap((page) => [smaller(page, 'a.png'), smaller(page, 'b.png')]);
  const first = plan({ changes, refused: [] }, () => {});
  assert.deepEqual(first.accepted, changes);
  assert.deepEqual([...new Set(priced)], pages);
  priced.length = 0;
  assert.deepEqual(
    plan({ changes, refused: [] }, () => {}),
    first,
  );
  assert.deepEqual(priced, []);
  const left = plan({ changes: changes.slice(1), refused: [] }, () => {});
  assert.deepEqual(left.accepted, changes.slice(1));
  assert.deepEqual([...new Set(priced)], ['one.html']);
});

test('what makes a file smaller that nothing asks for any more is refused, and what took it away is not', () => {
  const file = smaller('one.html', 'a.png');
  const sent = makeChange({
    proposal: { rule: 'small-image', page: 'one.html', resource: 'a.png' },
    edits: [{ range: { start: 0, end: 1 }, text: 'x' }],
  });
  const { accepted, refused } = settlePlan(
    { accepted: [file, sent], advised: [], refused: [] },
    { overridden: new Set() },
    ['a.png'],
  );
  assert.deepEqual(accepted, [sent]);
  assert.deepEqual(
    refused.map(({ proposal, reason, message }) => [proposal, reason, message]),
    [[file.proposal, 'overlaps', 'nothing requests the file after the other changes']],
  );
});
