import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @import { PageRecord } from '../../../lib/visit/types.ts' */

/** @param {Record<string, string>} texts */
const siteOf = (texts) => ({
  root: '',
  name: 'test',
  files: new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))])),
  warnings: [],
});

const NO_NAMES = { classes: [], ids: [], tags: [] };

/** @param {Partial<PageRecord>} record @returns {PageRecord} */
const recordOf = (record) => ({
  document: 'a.html',
  links: [],
  content: '',
  isBlank: false,
  images: [],
  behaviour: [],
  followsLinks: false,
  fetched: [],
  missing: [],
  external: [],
  foreignCode: [],
  letters: [],
  names: NO_NAMES,
  swaps: [],
  backdrops: [],
  backgrounds: [],
  idle: [],
  lateFrames: [],
  pictures: null,
  layout: null,
  processorMs: 0,
  ...record,
});

/** @param {ReturnType<typeof siteOf>} site @param {Partial<PageRecord>} record */
const linkSeen = (site, record) =>
  linkSite(site, { seen: { records: new Map([['a.html', recordOf(record)]]), files: site.files, scripted: null } });

test('what only a script asks for is a request of the page, found in the script', () => {
  const site = siteOf({ 'a.html': '<script src=m.js></script>', 'm.js': 'go()', 'lazy.js': '', 'other.js': '' });
  const { graph } = linkSeen(site, {
    fetched: [
      { path: 'lazy.js', by: 'm.js' },
      { path: 'm.js', by: 'a.html' },
    ],
  });
  assert.deepEqual(graph.fetches.get('a.html'), ['a.html', 'm.js', 'lazy.js']);
  assert.deepEqual(graph.usedBy.get('lazy.js'), ['a.html']);
  const found = graph.follows.get('a.html')?.find(({ url }) => url === 'lazy.js');
  assert.equal(found?.from, 'm.js', 'a browser knows of it once it has the script');
});

test('what was asked for stays so when the site is linked again after a change, and goes with its file', () => {
  const site = siteOf({ 'a.html': '<script src=m.js></script>', 'm.js': 'go()', 'lazy.js': '' });
  const before = linkSeen(site, { fetched: [{ path: 'lazy.js', by: 'm.js' }] });
  const changed = siteOf({ 'a.html': '<script>go()</script>', 'lazy.js': '' });
  assert.deepEqual(linkSite(changed, { before }).graph.fetches.get('a.html'), ['a.html', 'lazy.js']);
  const without = siteOf({ 'a.html': '<script>go()</script>' });
  assert.deepEqual(linkSite(without, { before }).graph.fetches.get('a.html'), ['a.html']);
});

test('a rule for a class that only scripts give is followed where it names a file', () => {
  const sheet = '.late{background:url(x.gif)} .never{background:url(y.gif)}';
  const site = siteOf({ 'a.html': '<link rel=stylesheet href=a.css>', 'a.css': sheet, 'x.gif': '', 'y.gif': '' });
  const { graph } = linkSeen(site, {
    names: { ...NO_NAMES, classes: ['late'] },
    fetched: [{ path: 'x.gif', by: 'a.css' }],
  });
  assert.deepEqual(graph.fetches.get('a.html'), ['a.html', 'a.css', 'x.gif']);
  const found = graph.follows.get('a.html')?.find(({ url }) => url === 'x.gif');
  assert.equal(sheet.slice(found?.range.start, found?.range.end), 'x.gif', 'where the sheet says so');
});

test('what asked for a file by a reference asks for it no more once that names another', () => {
  const page = (/** @type {string} */ name) => `<link rel=stylesheet href=a.css><p>${name}`;
  const sheet = (/** @type {string} */ name) => `.gone{background:url(${name})}`;
  const fetched = [{ path: 'x.gif', by: 'a.css' }];
  const before = linkSeen(siteOf({ 'a.html': page('x'), 'a.css': sheet('x.gif'), 'x.gif': '' }), { fetched });
  assert.deepEqual(before.graph.fetches.get('a.html'), ['a.html', 'a.css', 'x.gif']);
  const after = siteOf({ 'a.html': page('y'), 'a.css': sheet('x.png'), 'x.gif': '', 'x.png': '' });
  assert.deepEqual(linkSite(after, { before }).graph.fetches.get('a.html'), ['a.html', 'a.css']);
});

test('a font counts where the page draws with it, and its letters are known', () => {
  const css =
    `@font-face{font-family:X;src:url(x.woff2)}@font-face{font-family:Y;src:url(y.woff2)} p{font-family:X} ` +
    `.never{font-family:Y}`;
  const site = siteOf({ 'a.html': `<style>${css}</style><p>ab`, 'x.woff2': '', 'y.woff2': '' });
  const letters = [{ family: 'X, serif', weight: 400, isItalic: false, letters: ' ab' }];
  const { graph, drawn } = linkSeen(site, { fetched: [{ path: 'x.woff2', by: 'a.html' }], letters });
  assert.deepEqual(graph.fetches.get('a.html'), ['a.html', 'x.woff2']);
  assert.deepEqual([...(drawn.get('x.woff2') ?? [])], [32, 97, 98]);
  assert.equal(drawn.has('y.woff2'), false);
  const unused = linkSeen(site, { letters: [{ family: 'system-ui, X', weight: 400, isItalic: false, letters: 'ab' }] });
  assert.deepEqual(unused.graph.fetches.get('a.html'), ['a.html'], 'a font of the system that stands before it draws');
});

test('of two faces that hold a letter the later one draws it; the other is fetched for what is left', () => {
  const page = (/** @type {string} */ range) =>
    `<style>@font-face{font-family:X;src:url(all.woff2)}@font-face{font-family:X;src:url(few.woff2);` +
    `unicode-range:${range}} p{font-family:X}</style><p>ab`;
  const letters = [{ family: 'X', weight: 400, isItalic: false, letters: 'ab' }];
  const before = linkSeen(siteOf({ 'a.html': '' }), { letters });
  const linked = (/** @type {string} */ range) =>
    linkSite(siteOf({ 'a.html': page(range), 'all.woff2': '', 'few.woff2': '' }), { before }).graph.fetches.get(
      'a.html',
    );
  assert.deepEqual(linked('U+61-62'), ['a.html', 'few.woff2']);
  assert.deepEqual(linked('U+61'), ['a.html', 'few.woff2', 'all.woff2']);
});

test('a font that a change adds counts where its family is declared, and not only for other displays', () => {
  const before = linkSeen(siteOf({ 'a.html': '<p>ab' }), {});
  const style =
    '<style>@font-face{font-family:n;src:url(n.woff2)}@font-face{font-family:nd;src:url(nd.woff2)}' +
    '@font-face{font-family:o;src:url(o.woff2)}' +
    '.box{font:9px n}.gone{font:9px o}@media (min-resolution:1.5dppx){.box{font-family:nd}}</style>';
  const page = `${style}<p class=box>ab`;
  const changed = siteOf({ 'a.html': page, 'n.woff2': '', 'nd.woff2': '', 'o.woff2': '' });
  assert.deepEqual(linkSite(changed, { before }).graph.fetches.get('a.html'), ['a.html', 'n.woff2']);
});
