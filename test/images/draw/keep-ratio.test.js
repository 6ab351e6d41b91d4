import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../../lib/site/page/parse-page.js';
import { parseSheet } from '../../../lib/site/style/parse-sheet.js';
import { keepRatio } from '../../../rules/kit/keep-ratio.js';

const UTF8 = { name: 'utf-8', bom: false };
const image = { width: 1920, height: 1281 };
const sizes = [{ width: 655, height: 437 }, image];

test('an image whose height follows from its width keeps its proportions in every offered size', () => {
  assert.equal(edited('<img src="a.jpg" alt="">'), '<img style="aspect-ratio:1920/1281" src="a.jpg" alt="">');
  assert.equal(
    edited('<img src="a.jpg" style="width: 100%">'),
    '<img src="a.jpg" style="aspect-ratio:1920/1281;width: 100%">',
  );
  assert.equal(
    edited('<img src="a.jpg" width="50%" height="200">'),
    '<img style="aspect-ratio:1920/1281" src="a.jpg" width="50%" height="200">',
  );
});

test('an image is left unchanged if its proportions are set or do not matter', () => {
  const unchanged = [
    '<img src="a.jpg" width="300" height="200">',
    '<img src="a.jpg" style="width: 100%; height: 20em">',
    '<img src="a.jpg" style="width: 100%; aspect-ratio: 3/2">',
    '<img src="a.jpg" style=width:100%>',
  ];
  for (const html of unchanged) assert.equal(edited(html), html);
  assert.equal(edited('<img src="a.jpg">', [{ width: 640, height: 427 }, image]), '<img src="a.jpg">');
});

test('an image is left unchanged only if a selector would match it by its style', () => {
  const html = '<img src="a.jpg" alt="">';
  const others = [".line :where(span[style^='--']:not([class]))", 'img[style*="width"]', 'i[title="[style"]'];
  for (const selector of others) assert.notEqual(edited(html, sizes, [selector]), html, selector);
  const own = ['[style] + p', 'p:has(> img[STYLE])', ':not(img[style*="ratio"])', 'p img[ style ]:hover'];
  for (const selector of own) assert.equal(edited(html, sizes, [selector]), html, selector);
});

test('no ratio can be stated for a box that contains a border or padding', () => {
  const framed = ['border: 1px solid', 'padding: 0 2px', 'border-top: thin solid', 'border-left-width: 1px'];
  const plain = ['border: 0 solid', 'padding: 0 0', 'border: none', 'border-radius: 3px', 'border-width: 0'];
  for (const css of [...framed, ...plain]) {
    const [inside, outside] = ['border-box', 'content-box'].map((box) =>
      offer(`<img src=a.jpg>`, [`img { box-sizing: ${box}; ${css} }`]),
    );
    assert.equal(inside === null, framed.includes(css), css);
    assert.equal(outside?.length, 1, css);
  }
});

/** @param {string} html @param {typeof sizes} [offered] @param {string[]} [selectors] of the page's sheet */
function edited(html, offered = sizes, selectors = []) {
  const rules = selectors.map((selector) => `${selector} { color: red }`);
  const [edit] = offer(html, rules, offered) ?? [];
  return edit ? html.slice(0, edit.range.start) + edit.text + html.slice(edit.range.end) : html;
}

/** @param {string} html @param {string[]} rules @param {typeof sizes} [offered] */
function offer(html, rules, offered = sizes) {
  const page = parsePage('index.html', html, UTF8);
  const element = page.elements.find(({ tag }) => tag === 'img');
  assert.ok(element);
  const sheets = [parseSheet('a.css', rules.join('\n'), UTF8)];
  return keepRatio(element, { image, sizes: offered, sheets }, { start: 0, end: 0 });
}
