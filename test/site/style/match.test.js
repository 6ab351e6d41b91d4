import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../../lib/site/page/parse-page.js';
import { declarationsFor, mayMatch } from '../../../lib/site/style/match.js';
import { parseSheet } from '../../../lib/site/style/parse-sheet.js';

const UTF8 = { name: 'utf-8', bom: false };
const page = parsePage('index.html', '<div><a href="#"><b><img class="boat" src="a.gif"></b></a></div>', UTF8);
const image = page.elements[page.elements.length - 1];

const MATCHING = ['IMG', 'b>*', 'a img', 'td, .boat', ':root img, img', 'a :not(i) img', ':is(a, td) img'];
const MATCHING_AT_TIMES = [
  'img:hover',
  'a :hover',
  ':hover > img',
  ':is(a:hover) img',
  ':not(:hover) > img',
  '::before',
];
const UNREADABLE = ['svg|img', 'img:', 'a >> img'];
const OTHER = ['td', 'i img', 'i :hover', 'td:hover img', '.ship', 'b + :hover', 'a > img', ':is(td:hover)'];

test('selectors match what they may match at some moment', () => {
  for (const selector of [...MATCHING, ...MATCHING_AT_TIMES, ...UNREADABLE])
    assert.ok(mayMatch(image, selector), selector);
  for (const selector of OTHER) assert.ok(!mayMatch(image, selector), selector);
});

test('a rule after a tag that was pasted into a sheet applies to nothing', () => {
  const css = '<style type="text/css">\nbody, img { margin: 1px }\nimg { margin: 2px }\n</style>\nb { margin: 3px }';
  const sheets = [parseSheet('a.css', css, UTF8)];
  const [box] = page.elements.filter(({ tag }) => tag === 'div');
  assert.deepEqual(declarationsFor(box, sheets), []);
  assert.ok(mayMatch(image, 'img:not([alt="<"])'));
});

test('a block without a selector applies to nothing', () => {
  const sheets = [parseSheet('a.css', 'a { { margin: 1px }\n img:hover { color: red } }\nimg { top: 0 }', UTF8)];
  const found = declarationsFor(image, sheets).map(({ property }) => property);
  assert.deepEqual(found, ['color', 'top']);
});

test('an element has the declarations of all rules that may match it, whether they name its tag or not', () => {
  const rules = [...MATCHING, ...MATCHING_AT_TIMES, ...OTHER].map((selector, i) => `${selector}{z-index:${i}}`);
  const sheets = [parseSheet('a.css', rules.join('\n'), UTF8)];
  const own = [...MATCHING, ...MATCHING_AT_TIMES].flatMap((selector, i) => (selector === '::before' ? [] : [`${i}`]));
  assert.deepEqual(
    declarationsFor(image, sheets).map(({ value }) => value),
    own,
  );
});
