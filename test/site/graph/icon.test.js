import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

/**
 * Returns the files that the page `a.html` fetches besides itself, and true if it asks for an icon in vain.
 * @param {Record<string, string>} texts
 * @param {import('../../../lib/site/types.ts').SiteAddress} [place]
 */
function iconOf(texts, place) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const { graph } = linkSite({ root: '', name: 'test', files, warnings: [], ...(place ? { place } : {}) });
  return [(graph.fetches.get('a.html') ?? []).slice(1), graph.iconless.has('a.html')];
}

test('a browser requests the icon that a page names, or else the favicon.ico of the host', () => {
  const icons = { 'favicon.ico': 'i', 'mine.png': 'm' };
  assert.deepEqual(iconOf({ ...icons, 'a.html': '<link rel=icon href=mine.png>a' }), [['mine.png'], false]);
  assert.deepEqual(iconOf({ ...icons, 'a.html': 'a' }), [['favicon.ico'], false]);
  assert.deepEqual(iconOf({ 'mine.png': 'm', 'a.html': 'a' }), [[], true]);
});

test('an icon that the page contains needs no request, and one that is missing is requested in vain', () => {
  const ico = { 'favicon.ico': 'i' };
  assert.deepEqual(iconOf({ ...ico, 'a.html': '<link rel="shortcut icon" href="data:,">a' }), [[], false]);
  assert.deepEqual(iconOf({ ...ico, 'a.html': '<link rel=icon href=https://cdn.example/i.png>a' }), [[], false]);
  assert.deepEqual(iconOf({ ...ico, 'a.html': '<link rel=icon href=gone.png>a' }), [[], true]);
});

test('a site in a folder of its host does not contain the favicon.ico of the host', () => {
  const texts = { 'favicon.ico': 'i', 'a.html': 'a' };
  assert.deepEqual(iconOf(texts, { origin: null, folder: 'shop/' }), [[], true]);
  assert.deepEqual(iconOf(texts, { origin: 'https://a.example', folder: '' }), [['favicon.ico'], false]);
});

test('the icon of a frame is not requested', () => {
  const texts = { 'a.html': '<iframe src=b.html></iframe>', 'b.html': '<link rel=icon href=b.png>b', 'b.png': 'b' };
  assert.deepEqual(iconOf(texts), [['b.html'], true]);
});
