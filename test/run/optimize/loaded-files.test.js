import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listFormers, listLoaded, listUnloaded, withUnreached } from '../../../lib/run/optimize/loaded-files.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { makeChange } from '../../harness/make-change.js';

/**
 * Returns the files of a page whose visit loaded some of them.
 * @param {Record<string, string>} texts @param {readonly string[]} visited
 */
function filesOf(texts, visited) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const { graph } = linkSite({ root: '', name: 'test', files, warnings: [] });
  const record = { document: 'a.html', fetched: visited.map((path) => ({ path, by: 'a.html' })) };
  return listLoaded(record, graph.follows.get('a.html'));
}

const FRAME = '<link rel=stylesheet href=menu.css><link rel=icon href=own.png><img src=logo.gif><iframe src=deep.html>';
const SITE = {
  'a.html': '<iframe src=menu.html></iframe><img src=photo.jpg><img src=late.jpg loading=lazy>',
  'menu.html': FRAME,
  'menu.css': 'body{background:url(back.gif)}',
  'deep.html': '<img src=deep.gif>',
  ...{ 'logo.gif': '1', 'back.gif': '2', 'deep.gif': '3', 'photo.jpg': '4', 'late.jpg': '5', 'own.png': '6' },
};

test('documents in frames load their files, although visits leave these documents empty', () => {
  const loaded = filesOf(SITE, ['photo.jpg', 'menu.html']);
  const framed = ['menu.css', 'logo.gif', 'deep.html', 'back.gif', 'deep.gif'];
  assert.deepEqual(loaded.toSorted(), ['a.html', 'photo.jpg', 'menu.html', ...framed].sort());
});

test('a frame that a visit did not load loads nothing', () => {
  assert.deepEqual(filesOf(SITE, ['photo.jpg']), ['a.html', 'photo.jpg']);
});

const asks = (/** @type {string} */ from, /** @type {string} */ path) => ({
  from,
  target: /** @type {const} */ ({ kind: 'file', path }),
});

test('what only an unloaded document requests is not loaded either, whatever its new name is', () => {
  const followed = [
    asks('about.html', 'own.png'),
    asks('about.html', 'frame.html'),
    asks('frame.html', 'large.avif'),
    asks('frame.html', 'own.png'),
    asks('frame.html', 'frame.css'),
    asks('frame.css', 'ground.png'),
    asks('ground.png', 'ground.png'),
  ];
  const paths = ['about.html', 'own.png', 'frame.html', 'large.avif', 'frame.css', 'ground.png', 'by-script.json'];
  assert.deepEqual([...withUnreached(['frame.html', 'gone.gif'], paths, followed)].sort(), [
    'frame.css',
    'frame.html',
    'gone.gif',
    'ground.png',
    'large.avif',
  ]);
  assert.deepEqual([...withUnreached([], paths, followed)], []);
});

test('the new form of an image that a page does not load is not loaded either', () => {
  const change = (/** @type {string | null} */ resource, /** @type {string} */ path) =>
    makeChange({ proposal: { resource }, files: [{ path, bytes: new Uint8Array(1) }] });
  const plan = {
    expected: ['site.css', 'a.gif', 'b.gif', 'c.gif'],
    promised: ['site.css', 'a.png', 'b.png', 'shared.png', 'new.woff2'],
    idle: new Set(['idle.png']),
    formers: listFormers([
      change('a.gif', 'a.png'),
      change('b.gif', 'b.png'),
      change('a.gif', 'shared.png'),
      change('c.gif', 'shared.png'),
      change(null, 'new.woff2'),
    ]),
    followed: ['a.png', 'b.png', 'shared.png', 'new.woff2'].map((path) => asks('site.css', path)),
  };
  const unloaded = listUnloaded(new Set(['site.css', 'a.gif']), plan);
  assert.deepEqual([...unloaded].sort(), ['b.gif', 'b.png', 'c.gif', 'idle.png']);
});
