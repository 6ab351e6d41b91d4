import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shareStyles } from '../../../lib/plan/apply/share-styles.js';

const SIZE = 2000;
const pagesOf = (/** @type {Record<string, string>} */ pages) =>
  new Map(Object.entries(pages).map(([path, keys]) => [path, new Set(keys)]));
const share = (/** @type {Record<string, string>} */ pages) => shareStyles(pagesOf(pages), () => SIZE);

test('pages with the same styles share a sheet', () => {
  assert.deepEqual(share({ a: 'x', b: 'x', c: 'x' }), [{ classes: new Set('x'), pages: ['a', 'b', 'c'] }]);
});

test('a page does not load the styles of a banner that only other pages show', () => {
  assert.deepEqual(share({ a: 'x', b: 'y', c: 'z', d: 'v', e: 'w' }), []);
});

test('what a page shows alone stays in the page, beside the sheet of its menu', () => {
  const [{ classes, pages }] = share({ a: 'mnop1', b: 'mnop2', c: 'mnop3' });
  assert.deepEqual([[...classes].sort().join(''), pages], ['mnop', ['a', 'b', 'c']]);
});

test('a menu whose current item looks different on each page is shared', () => {
  const menu = [...'abcdefgh'];
  const pages = Object.fromEntries(menu.map((one) => [one, menu.join('').replace(one, one.toUpperCase())]));
  const [{ classes, pages: loading }] = share(pages);
  assert.deepEqual([classes, loading.toSorted()], [new Set(menu), menu]);
});

test('two parts of a site have a sheet each', () => {
  const sheets = share({ a: 'xy', b: 'xy', c: 'xy', d: 'vw', e: 'vw', f: 'vw' });
  assert.deepEqual(
    sheets.map(({ pages }) => pages),
    [
      ['a', 'b', 'c'],
      ['d', 'e', 'f'],
    ],
  );
});

test('two pages share no sheet, and small styles none', () => {
  assert.deepEqual(share({ a: 'x', b: 'x' }), []);
  assert.deepEqual(
    shareStyles(pagesOf({ a: 'x', b: 'x', c: 'x' }), () => 1000),
    [],
  );
});

test('no page loads more than a quarter of a sheet in vain, and no page two sheets', () => {
  const keys = fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(keys, { maxLength: 20 }), (lists) => {
      const pages = new Map(lists.map((list, at) => [`${at}.html`, new Set(list)]));
      const sizeOf = (/** @type {string} */ key) => 500 * (key.charCodeAt(0) - 96);
      const size = (/** @type {Iterable<string>} */ some) => [...some].reduce((sum, key) => sum + sizeOf(key), 0);
      const sheets = shareStyles(pages, sizeOf);
      const loading = sheets.flatMap((sheet) => sheet.pages);
      assert.equal(new Set(loading).size, loading.length);
      for (const { classes, pages: paths } of sheets) {
        assert.ok(paths.length >= 3);
        for (const path of paths) {
          const vain = [...classes].filter((key) => !pages.get(path)?.has(key));
          assert.ok(size(vain) <= size(classes) / 4);
        }
      }
    }),
  );
});
