import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideShared } from '../../lib/plan/decide-shared.js';
import { makeChange } from '../harness/make-change.js';

/** @import { PageInput } from '../../lib/plan/price/types.ts' */

const WHOLE = 60_000;
const [WIDE, NARROW] = [
  { to: 'a.avif', bytes: 5000 },
  { to: 'a.150w.avif', bytes: 2500 },
];

test('each page keeps its own form of an image if the others have one too', () => {
  const narrow = ['one', 'two', 'three'].map((name) => openPage(name, 'responsive-image', NARROW));
  const wide = ['four', 'five'].map((name) => openPage(name, 'modern-image', WIDE));
  const accepted = [...narrow, ...wide].map(({ changes: [{ change }] }) => change);
  const decided = decide([...narrow, ...wide], accepted);
  assert.deepEqual([...decided.left], []);
});

test('a form that few pages have goes if it makes the others fetch the whole image', () => {
  const narrow = openPage('one', 'responsive-image', { ...NARROW, bytes: 40_000 });
  const others = ['two', 'three', 'four', 'five'].map((name) => ({ ...openPage(name, 'x', WIDE), changes: [] }));
  const [{ change }] = narrow.changes;
  assert.deepEqual([...decide([narrow, ...others], [change]).left], [change]);
});

/**
 * A page whose image can be replaced by another file.
 * @param {string} name @param {string} rule @param {typeof WIDE} form
 */
function openPage(name, rule, { to, bytes }) {
  const path = `${name}.html`;
  const change = makeChange({ proposal: { rule, page: path, resource: 'a.png' }, leadsTo: to });
  const file = { url: to, type: /** @type {const} */ ('image'), bytes, decodedBytes: bytes };
  const addsReferences = [{ from: path, to, atByte: 100 }];
  return {
    path,
    input: inputOf(path),
    changes: [{ change, rank: 0, effect: { drops: [0], addsFiles: [file], addsReferences } }],
  };
}

/** @param {string} path */
function inputOf(path) {
  const files = [path, 'a.png'].map((url) => ({ url, type: 'image', bytes: WHOLE, decodedBytes: WHOLE }));
  return /** @type {any} */ ({ url: path, files, references: [{ from: path, to: 'a.png', atByte: 100 }] });
}

/**
 * @param {ReturnType<typeof openPage>[]} pages
 * @param {readonly import('../../lib/plan/types.ts').Change[]} accepted
 */
function decide(pages, accepted) {
  const paths = pages.map(({ path }) => path);
  const graph = { fetches: new Map(paths.map((path) => [path, [path]])), usedBy: new Map([['a.png', paths]]) };
  // A visitor has a file from the page before in proportion to the pages that request it.
  const glanceView = (/** @type {PageInput} */ { files }) => {
    const bytes = files.reduce((sum, file) => sum + file.bytes * (1 - 0.9 * (file.share ?? 0)), 0);
    return { requests: files.length, bytes, packets: bytes / 1460, ms: bytes / 100 };
  };
  return decideShared(
    pages,
    new Set(accepted),
    /** @type {any} */ ({ graph, inputOf, sizeOf: () => WHOLE, pricer: { glanceView } }),
  );
}
