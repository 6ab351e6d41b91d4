import assert from 'node:assert/strict';
import { test } from 'node:test';
import { combineEffects } from '../../../lib/plan/price/combine-effects.js';
import { findLarger } from '../../../lib/plan/price/find-larger.js';
import { weighChanges } from '../../../lib/plan/price/weigh-changes.js';
import { makeChange } from '../../harness/make-change.js';

/** @import { Effect } from '../../../lib/plan/price/types.ts' */

/**
 * @param {string} rule
 * @param {Effect} effect
 * @param {{ safety?: import('../../../lib/plan/types.ts').Safety, range?: { start: number, end: number }, resource?:
 * string,
 *   page?: string }} [about]
 */
function change(rule, effect, { safety = 'safe', range, resource = 'a.gif', page = 'index.html' } = {}) {
  return { change: makeChange({ proposal: { rule, page, resource, range: range ?? null }, rule: { safety } }), effect };
}

/** @param {string} url @param {number} bytes */
const file = (url, bytes) => ({ url, type: /** @type {const} */ ('image'), bytes });

/** @param {readonly ReturnType<typeof change>[]} changes @param {number} [pages] */
function rulesLeft(changes, pages = 1) {
  const larger = findLarger(changes, { sizeOf: () => 1000, pagesWith: () => pages });
  return changes.filter((one) => !larger.has(one.change)).map((one) => one.change.rule.id);
}

test('of files that could take the place of one image the smallest is left, its markup counted', () => {
  const png = change('gif-image', { addsFiles: [file('a.png', 700)], drops: [0] });
  const webp = change('modern-image', { addsFiles: [file('a.webp', 650)], drops: [0] }, { safety: 'visual' });
  assert.deepEqual(rulesLeft([png, webp]), ['modern-image']);
  const wordy = change(
    'modern-image',
    { addsFiles: [file('a.webp', 650)], drops: [0], grows: [{ url: 'index.html', decodedBytes: 80, bytes: 60 }] },
    { safety: 'visual' },
  );
  assert.deepEqual(rulesLeft([png, wordy]), ['gif-image']);
  const elsewhere = change('modern-image', webp.effect, { page: 'other.html' });
  assert.deepEqual(rulesLeft([png, elsewhere]), ['gif-image', 'modern-image']);
});

test('markup that every page carries outweighs what is fetched once', () => {
  const grows = [{ url: 'index.html', decodedBytes: 90, bytes: 30 }];
  const webp = change('modern-image', { addsFiles: [file('a.webp', 600)], drops: [0], grows }, { safety: 'visual' });
  assert.deepEqual(rulesLeft([webp], 13), ['modern-image']);
  assert.deepEqual(rulesLeft([webp], 14), []);
  const lossless = change('heavy-png', { replaces: [{ url: 'a.gif', bytes: 950 }] });
  assert.deepEqual(rulesLeft([webp, lossless], 14), ['heavy-png']);
});

test('the fallback of a modern form may be made smaller in place, but only without loss', () => {
  const modern = change('modern-image', { addsFiles: [file('a.avif', 300)], drops: [0] }, { safety: 'visual' });
  const lossless = change('heavy-jpeg', { replaces: [{ url: 'a.jpg', bytes: 900 }] });
  const lossy = change('truecolour-png', { replaces: [{ url: 'a.jpg', bytes: 500 }] }, { safety: 'lossy' });
  assert.deepEqual(rulesLeft([modern, lossless, lossy]), ['modern-image', 'heavy-jpeg']);
  assert.deepEqual(rulesLeft([lossless, lossy]), ['truecolour-png']);
});

test('an image written into the page leaves nothing to lead elsewhere', () => {
  const { effect } = change('modern-image', { addsFiles: [file('a.webp', 300)], drops: [2] });
  const inline = { drops: [2], grows: [{ url: 'index.html', decodedBytes: 400 }] };
  const [, left] = combineEffects([
    { effect: inline, rank: 0 },
    { effect, rank: 2 },
  ]);
  assert.deepEqual([left.drops, left.addsFiles], [[], []]);
});

test('an image that other changes replace is written into the page only where it is left', () => {
  const styled = { drops: [1], grows: [{ url: 'index.html', decodedBytes: 20 }] };
  const inline = { drops: [1, 2], grows: [{ url: 'index.html', decodedBytes: 400, bytes: 200 }] };
  const both = [
    { effect: inline, rank: 1 },
    { effect: styled, rank: 0 },
  ];
  const [half, whole] = combineEffects(both);
  assert.deepEqual(half, { drops: [2], grows: [{ url: 'index.html', decodedBytes: 200, bytes: 100 }] });
  assert.equal(whole, styled);
  const [none] = combineEffects([...both, { effect: { drops: [2] }, rank: 0 }]);
  assert.deepEqual([none.drops, none.grows], [[], []]);
});

test('what a page and its sheet make smaller alike is made so once', () => {
  const smaller = { replaces: [{ url: 'a.png', bytes: 700, decodedBytes: 700 }] };
  const [first, second] = combineEffects([
    { effect: smaller, rank: 1 },
    { effect: { ...smaller, grows: [{ url: 's.css', decodedBytes: -3 }] }, rank: 1 },
  ]);
  assert.deepEqual(first, smaller);
  assert.deepEqual(second, { replaces: [], grows: [{ url: 's.css', decodedBytes: -3 }] });
});

test('a page that shares a sheet and draws with no font of it asks for no part of the font', () => {
  const edits = [{ document: 'site.css', range: { start: 90, end: 90 }, place: { start: 20, end: 29 }, text: '…' }];
  const subset = makeChange({
    proposal: { rule: 'web-font', page: 'drawn.html', resource: 'whole.woff2', range: null },
    edits,
    files: [{ path: 'part.woff2', bytes: new Uint8Array(100) }],
  });
  const site = /** @type {import('../../../lib/site/types.ts').Site} */ ({
    root: '',
    name: '',
    files: new Map(),
    warnings: [],
  });
  const addedOn = (/** @type {string} */ url) => {
    const [{ effect }] = weighChanges([subset], { input: { url, files: [], references: [] }, references: [] }, site);
    return effect.addsFiles?.map((added) => added.url);
  };
  assert.deepEqual(addedOn('plain.html'), []);
  assert.deepEqual(addedOn('drawn.html'), ['part.woff2']);
});

test('a new style sheet is sent compressed where the page is', () => {
  const css = '.blue-small { color: #036; font-size: small }\n'.repeat(20);
  const styled = makeChange({
    proposal: { rule: 'presentational-markup', page: 'index.html' },
    files: [{ path: 'styles.css', bytes: new TextEncoder().encode(css) }],
  });
  const site = /** @type {import('../../../lib/site/types.ts').Site} */ ({
    root: '',
    name: '',
    files: new Map(),
    warnings: [],
  });
  const bytesFor = (/** @type {number} */ sent) => {
    const page = { url: 'index.html', type: /** @type {const} */ ('html'), bytes: sent, decodedBytes: 1000 };
    const input = { url: 'index.html', files: [page], references: [] };
    const [{ effect }] = weighChanges([styled], { input, references: [] }, site);
    return effect.addsFiles?.map(({ bytes }) => bytes)[0] ?? 0;
  };
  assert.equal(bytesFor(1000), css.length);
  assert.ok(bytesFor(400) < css.length / 5, `${bytesFor(400)} bytes`);
});

test('an image that is also the icon of its page is requested as before', () => {
  const modern = makeChange({
    proposal: { rule: 'modern-image', page: 'index.html', resource: 'a.png', range: { start: 50, end: 60 } },
    edits: [{ range: { start: 50, end: 60 }, text: '<picture>' }],
    files: [{ path: 'a.avif', insteadOf: 'a.png', bytes: new Uint8Array(100) }],
  });
  const at = (/** @type {'icon' | 'image'} */ role, /** @type {number} */ start) =>
    /** @type {import('../../../lib/site/types.ts').Reference} */ (
      /** @type {unknown} */ ({
        from: 'index.html',
        role,
        range: { start, end: start + 5 },
        target: { kind: 'file', path: 'a.png' },
      })
    );
  const references = [at('icon', 10), at('image', 52)];
  const input = {
    url: 'index.html',
    files: [file('a.png', 1000)],
    references: references.map(({ from, range }) => ({ from, to: 'a.png', atByte: range.start })),
  };
  const site = { root: '', name: '', files: new Map(), warnings: [] };
  const [{ effect }] = weighChanges([modern], { input, references }, site);
  assert.deepEqual(effect.drops, [1]);
});
