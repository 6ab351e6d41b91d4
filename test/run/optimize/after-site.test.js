import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildAfterSite } from '../../../lib/run/optimize/after-site.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { makeChange } from '../../harness/make-change.js';

/** A page with an image. */
const SHOWS = '<img src=x.gif>';
const fileOf = (/** @type {string} */ path, /** @type {string} */ text) => makeFile(path, Buffer.from(text));

/**
 * @param {Record<string, string>} texts
 * @param {readonly { path: string, by: string }[]} fetched files fetched by b.html
 */
function after(texts, fetched) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, fileOf(path, text)]));
  const site = { root: '', name: 'test', files, warnings: [] };
  const outline = { document: 'b.html', links: [], content: '', isBlank: false, images: [], behaviour: [] };
  const record = {
    ...outline,
    followsLinks: false,
    missing: [],
    external: [],
    foreignCode: [],
    letters: [],
    names: { classes: [], ids: [], tags: [] },
    swaps: [],
    backdrops: [],
    backgrounds: [],
    idle: [],
    lateFrames: [],
    pictures: null,
    layout: null,
    processorMs: 0,
  };
  const seen = { records: new Map([['b.html', { ...record, fetched }]]), files, scripted: null };
  return buildAfterSite(site, linkSite(site, { seen }), new Map([['a.html', fileOf('a.html', '<p>words')]]));
}

const SITE = { 'a.html': SHOWS, 'b.html': '<script src=m.js></script>', 'm.js': 'go()', 'x.gif': 'GIF89a' };

test('an image that no page shows any more is not shipped', () => {
  assert.deepEqual(after(SITE, []).removed, ['x.gif']);
});

test('an image that a script of another page was seen to fetch stays, though nothing names it', () => {
  const { site, linked, removed } = after(SITE, [{ path: 'x.gif', by: 'm.js' }]);
  assert.deepEqual(removed, []);
  for (const path of [...linked.graph.fetches.values()].flat()) assert.ok(site.files.has(path), path);
});

test('an image that others ask for stays, though no page shows it any more', () => {
  const icon = { ...SITE, 'a.html': '<link rel=icon href=favicon.ico>', 'favicon.ico': 'GIF89a' };
  assert.deepEqual(after(icon, []).removed, [], 'browsers ask for it by name');
  const feed = { ...SITE, 'feed.xml': '<img src="https://example.org/blog/x.gif"/>' };
  assert.deepEqual(after(feed, []).removed, [], 'readers of the feed ask for it');
  const other = { ...SITE, 'feed.xml': '<img src="https://example.org/blog/fox.gif"/>' };
  assert.deepEqual(after(other, []).removed, ['x.gif']);
});

test('a page that shows text in place of a background no longer requests it, and other pages do', () => {
  const texts = {
    'a.html': '<link rel=stylesheet href=s.css><h1>A',
    'b.html': '<link rel=stylesheet href=s.css><h1>B',
  };
  const files = [
    ...Object.entries(texts).map(([path, text]) => fileOf(path, text)),
    fileOf('s.css', 'h1{background:url(x.gif)}'),
    fileOf('x.gif', 'GIF89a'),
  ];
  const site = { root: '', name: 'test', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
  const changed = new Map([['a.html', fileOf('a.html', `${texts['a.html']} as text`)]]);
  const changes = [makeChange({ proposal: { page: 'a.html' }, unloads: ['x.gif'] })];
  const { linked, removed } = buildAfterSite(site, linkSite(site), changed, { changes });
  assert.deepEqual(linked.graph.fetches.get('a.html'), ['a.html', 's.css']);
  assert.deepEqual(linked.graph.fetches.get('b.html'), ['b.html', 's.css', 'x.gif']);
  assert.deepEqual(removed, []);
});

test('an image that the page also shows as an element stays requested', () => {
  const page = '<link rel=stylesheet href=s.css><h1>A</h1><img src=x.gif>';
  const files = [fileOf('a.html', page), fileOf('s.css', 'h1{background:url(x.gif)}'), fileOf('x.gif', 'GIF89a')];
  const site = { root: '', name: 'test', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
  const changes = [makeChange({ proposal: { page: 'a.html' }, unloads: ['x.gif'] })];
  const changed = new Map([['a.html', fileOf('a.html', `${page} as text`)]]);
  const { linked } = buildAfterSite(site, linkSite(site), changed, { changes });
  assert.deepEqual(linked.graph.fetches.get('a.html'), ['a.html', 's.css', 'x.gif']);
});
