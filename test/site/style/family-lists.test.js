import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFamilyLists } from '../../../lib/site/style/family-lists.js';

/** @param {string} css */
const read = (css) =>
  readFamilyLists(css, 10).map((families) => families.map(({ name, end }) => [name, css.slice(0, end - 10)]));

test('families are read with where they end', () => {
  assert.deepEqual(read('a{font-family:"Open Sans" , serif}'), [
    [
      ['open sans', 'a{font-family:"Open Sans"'],
      ['serif', 'a{font-family:"Open Sans" , serif'],
    ],
  ]);
  const names = (/** @type {string} */ css) => read(css).map((families) => families.map(([name]) => name));
  assert.deepEqual(names('a{font:italic 700 1rem/1.5 Open Sans,serif}'), [['open sans', 'serif']]);
  assert.deepEqual(names("a{--text:Inter,'A B',sans-serif}b{font-family:Inter}"), [['inter', 'a b', 'sans-serif']]);
  assert.deepEqual(names('a{font-family:var(--x,Inter,serif),serif}'), [['var(--x,inter,serif)', 'serif']]);
  assert.deepEqual(names('a{font-family:Inter,serif !important}'), [['inter', 'serif !important']]);
});
