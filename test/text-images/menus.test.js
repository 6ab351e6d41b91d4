import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readPage } from '../../lib/site/page/read-page.js';
import { makeFile } from '../../lib/site/read-site.js';
import { listMenus } from '../../rules/kit/menus.js';

/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { SiteFile } from '../../lib/site/types.ts' */

/**
 * Returns the numbers of a page's images by the menu that they are in.
 * @param {string} html @param {Readonly<Record<string, number>>} heights of its files
 * @param {Readonly<Record<string, number>>} [widths] of files that are not as wide as most
 */
function menusOf(html, heights, widths = {}) {
  const texts = Object.entries({ 'a.html': html, ...heights });
  const files = new Map(texts.map(([path, text]) => [path, makeFile(path, Buffer.from(String(text)))]));
  const { graph } = linkSite({ root: '', name: 'test', files, warnings: [] });
  const images = Object.entries(heights).map(([path, height]) => [
    path,
    { width: widths[path] ?? 90, height, frames: 1, kind: 'text' },
  ]);
  const facts = { references: graph.references.get('a.html') ?? [], images: new Map(/** @type {any} */ (images)) };
  const { page } = readPage(/** @type {SiteFile} */ (files.get('a.html')));
  assert.ok(page);
  const elements = page.elements.filter(({ tag }) => tag === 'img');
  const menus = listMenus(page, /** @type {Facts} */ (/** @type {unknown} */ (facts)));
  const groups = Map.groupBy(elements.keys(), (at) => menus.get(elements[at]));
  return [...groups].flatMap(([key, numbers]) => (key === undefined ? [] : [numbers]));
}

const HEIGHTS = { 'home.gif': 20, 'news.gif': 20, 'here.gif': 21, 'title.gif': 60, 'other.gif': 20 };

test('the image of the current page, which is in no link, is in the menu of the others', () => {
  const menu =
    '<table><tr><td><a href=/><img src=home.gif></a><img src=here.gif><a href=n><img src=news.gif></a></table>';
  assert.deepEqual(menusOf(`<img src=title.gif>${menu}<table><tr><td><img src=other.gif></table>`, HEIGHTS), [
    [1, 2, 3],
  ]);
});

test('images without any link are no menu', () => {
  assert.deepEqual(menusOf('<table><tr><td><img src=home.gif><td><img src=news.gif></table>', HEIGHTS), []);
});

test('linked images of one width and similar heights are a menu, but not with a logo above them', () => {
  const menu = (/** @type {string[]} */ ...names) =>
    `<table>${names.map((name) => `<tr><td><a href=${name}><img src=${name}.gif></a>`).join('')}</table>`;
  const heights = { 'logo.gif': 60, 'home.gif': 30, 'news.gif': 21, 'mail.gif': 24 };
  assert.deepEqual(menusOf(menu('logo', 'home', 'news', 'mail'), heights), [[1, 2, 3]]);
  const title = '<table><tr><td><img src=title.gif>';
  const below = menu('home', 'news', 'mail').replace('<table>', title);
  assert.deepEqual(menusOf(below, { 'title.gif': 32, ...heights }), [[0, 1, 2, 3]]);
  assert.deepEqual(menusOf(`${menu('home')}${menu('news')}`, heights), []);
});

test('an image without a link that only is as high as a menu is not in it', () => {
  const heights = { 'home.gif': 20, 'news.gif': 20, 'mail.gif': 20, 'title.gif': 20 };
  const title = '<img src=title.gif>';
  const [home, news, mail] = ['home', 'news', 'mail'].map((name) => `<a href=${name}><img src=${name}.gif></a>`);
  const menusWith = (/** @type {string} */ html, width = 300) => menusOf(html, heights, { 'title.gif': width });
  const row = `<tr><td>${home}<td>${news}<td>${mail}`;
  assert.deepEqual(menusWith(`<table><tr><td colspan=3>${title}${row}</table>`), [[1, 2, 3]], 'above a row');
  const column = `<tr><td>${home}<td rowspan=3>${title}<tr><td>${news}<tr><td>${mail}`;
  assert.deepEqual(menusWith(`<table>${column}</table>`), [[0, 2, 3]], 'next to a column');
  const wide = `<tr><td colspan=2>${title}<tr><td>${home}<td>A<tr><td>${news}<td>B`;
  assert.deepEqual(menusWith(`<table>${wide}</table>`), [[1, 2]], 'above a column');
  assert.deepEqual(menusWith(`<p>${home}${news}<p>${title}`), [[0, 1]], 'in another paragraph');
  assert.deepEqual(menusWith(`<p>${home}${news}<p>${title}`, 90), [[0, 1, 2]], 'of the width of an item');
});

test('an item without a link is in the row or column of its menu, whatever its width', () => {
  const heights = { 'home.gif': 20, 'news.gif': 20, 'here.gif': 20 };
  const [home, news] = ['home', 'news'].map((name) => `<a href=${name}><img src=${name}.gif></a>`);
  const here = '<img src=here.gif>';
  for (const html of [
    `<table><tr><td>${home}<td>${news}<td>${here}</table>`,
    `<table><tr><td>${home}<tr><td>${news}<tr><td>${here}</table>`,
    `<table><tr><td>${home}${news}${here}<td>Text</table>`,
    `<ul><li>${home}<li>${news}<li>${here}</ul>`,
  ])
    assert.deepEqual(menusOf(html, heights, { 'here.gif': 70 }), [[0, 1, 2]], html);
  assert.deepEqual(menusOf(`<p>${home}${here}`, heights, { 'here.gif': 70 }), [[0, 1]], 'next to the only link');
});
