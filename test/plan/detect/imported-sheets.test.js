import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPageFacts } from '../../../lib/plan/detect/page-facts.js';
import { findConventions } from '../../../lib/site/addresses.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { readPage } from '../../../lib/site/page/read-page.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** Number of sheets that import each other. The number of paths among them grows exponentially. */
const SHEETS = 60;

/** Returns the paths of the sheets of a page, in order. @param {Readonly<Record<string, string>>} texts */
function sheetsOf(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const place = { origin: null, folder: '', ...findConventions(files, '') };
  const site = { root: '', name: 'test', files, place, warnings: [] };
  const index = files.get('index.html');
  assert.ok(index);
  const { page } = readPage(index);
  assert.ok(page);
  const sheets = openPageFacts(site, linkSite(site)).sheetsOf(page);
  return sheets.map(({ path }) => path);
}

test('sheets that import each other are listed once each', () => {
  const names = Array.from({ length: SHEETS }, (_, at) => `s${at}.css`);
  const imports = names.map((name) => `@import "${name}";`).join('');
  const texts = Object.fromEntries(names.map((name) => [name, imports]));
  const listed = sheetsOf({ 'index.html': '<link rel=stylesheet href=s0.css>', ...texts });
  assert.deepEqual(listed.toSorted(), names.toSorted());
});

test('a sheet that is imported twice has the last place', () => {
  const texts = { 'a.css': '@import "b.css";@import "c.css";@import "b.css";', 'b.css': 'b{}', 'c.css': 'c{}' };
  assert.deepEqual(sheetsOf({ 'index.html': '<link rel=stylesheet href=a.css>', ...texts }), [
    'c.css',
    'b.css',
    'a.css',
  ]);
});
