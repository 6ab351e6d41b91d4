import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf } from '../../../lib/site/page/code.js';
import { parsePage } from '../../../lib/site/page/parse-page.js';

test('the code of a page is what its scripts and attributes run, in the order in which it stands there', () => {
  const source =
    '<body onload="a()"><script src="x.js"></script><script>b()</script><a title="on" href=" JavaScript:c()">d';
  const page = parsePage('index.html', source, { name: 'utf-8', bom: false });
  assert.deepEqual(
    codeOf(page).map(({ element, attribute, text }) => [page.elements[element].tag, attribute?.name ?? null, text]),
    [
      ['body', 'onload', 'a()'],
      ['script', null, 'b()'],
      ['a', 'href', ' JavaScript:c()'],
    ],
  );
});
