import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../lib/page/parse-page.js';
import { oncePerPage } from '../../rules/shared/once-per-page.js';

test('a page is read once, and another page anew', () => {
  let count = 0;
  const tagsOf = oncePerPage(({ elements }) => {
    count += 1;
    return elements.map(({ tag }) => tag);
  });
  const pages = ['<p>One', '<b>Two'].map((source) => parsePage('index.html', source, { name: 'utf-8', bom: false }));
  const found = [pages[0], pages[1], pages[0], pages[1]].map(tagsOf);
  assert.deepEqual(found, [['p'], ['b'], ['p'], ['b']]);
  assert.equal(count, 2);
});
