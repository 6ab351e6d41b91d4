import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectSheets, keepExpected } from '../../../lib/plan/apply/expect-sheets.js';
import { applyEffects } from '../../../lib/plan/price/apply-effects.js';
import { combineEffects } from '../../../lib/plan/price/combine-effects.js';
import { weighChanges } from '../../../lib/plan/price/weigh-changes.js';
import { makeChange } from '../../harness/make-change.js';

const pages = ['a.html', 'b.html', 'c.html'];
const reads = /** @type {any} */ (new Map(pages.map((page) => [page, { head: { base: page } }])));
const site = /** @type {any} */ ({ files: new Map(pages.map((path) => [path, { path, type: 'html' }])) });
const large = { name: 'box', css: 'color:red;'.repeat(300) };

/** @param {string} page @param {import('../../../lib/plan/types.ts').CssClass[]} classes */
const styled = (page, classes) =>
  makeChange({
    proposal: { rule: 'text-image', page, resource: 'menu.gif', range: { start: 10, end: 20 } },
    edits: [{ range: { start: 10, end: 20 }, text: '<span>' }],
    classes,
  });

test('styles that three pages need are expected in one sheet, and weighed there once for all pages', () => {
  const changes = pages.map((page) => styled(page, [large]));
  const sheets = expectSheets(changes, reads);
  const sheet = sheets.get('a.html');
  assert.deepEqual([sheets.size, sheet?.pages], [3, 3]);
  const html = { url: 'a.html', type: /** @type {const} */ ('html'), bytes: 900, decodedBytes: 900 };
  const input = { url: 'a.html', files: [html], references: [] };
  const weighed = weighChanges([changes[0], changes[0]], { input, references: [], ...(sheet ? { sheet } : {}) }, site);
  const page = applyEffects(input, combineEffects(weighed));
  assert.deepEqual(
    page.files.map(({ url, share }) => [url, share]),
    [
      ['a.html', undefined],
      [sheet?.url, 1],
    ],
  );
  assert.ok(page.files[0].bytes < 1000 && page.files[1].bytes >= large.css.length);
});

test('styles of two pages, and those with relative URLs, stay in the pages', () => {
  assert.equal(expectSheets([styled('a.html', [large]), styled('b.html', [large])], reads).size, 0);
  const local = { ...large, isLocal: /** @type {const} */ (true) };
  assert.equal(
    expectSheets(
      pages.map((page) => styled(page, [local])),
      reads,
    ).size,
    0,
  );
});

test('an expected sheet is dropped where the plan has none, and loses the classes that the plan lacks', () => {
  const other = { name: 'other', css: 'margin:0;'.repeat(300) };
  const expected = expectSheets(
    pages.map((page) => styled(page, [large, other])),
    reads,
  );
  const planned = expectSheets(
    pages.map((page) => styled(page, [large])),
    reads,
  );
  assert.equal(keepExpected(expected, expected), expected);
  assert.deepEqual([...(keepExpected(expected, planned).get('a.html')?.classes ?? [])].length, 1);
  assert.equal(keepExpected(expected, new Map()).size, 0);
});
