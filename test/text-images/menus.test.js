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
 */
function menusOf(html, heights) {
  const texts = Object.entries({ 'a.html': html, ...heights });
  const files = new Map(texts.map(([path, text]) => [path, makeFile(path, Buffer.from(String(text)))]));
  const { graph } = linkSite({ root: '', name: 'test', files, warnings: [] });
  const images = Object.entries(heights).map(([path, height]) => [
    path,
    { width: 90, height, frames: 1, kind: 'text' },
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
