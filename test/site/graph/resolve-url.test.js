import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexPaths, resolveUrl } from '../../../lib/site/graph/resolve-url.js';

const paths = indexPaths([
  'index.html',
  'img/a b.gif',
  'img/Logo.GIF',
  'docs/index.html',
  'docs/x.html',
  'é.png',
  '100%.png',
  'my%20pics/b.gif',
]);

/** @param {string} url @param {string | null} [base] */
const resolve = (url, base = 'docs/x.html') => {
  const { target, suffix, odd } = resolveUrl(url, base, paths);
  return [target.kind, 'path' in target ? target.path : 'url' in target ? target.url : null, suffix, odd];
};

test('addresses of the host and the folder that a site is served in are its own', () => {
  const served = indexPaths(['index.html', 'img/a.gif'], { origin: 'https://example.com', folder: 'docs/' });
  const pathOf = (/** @type {string} */ url) => {
    const { target } = resolveUrl(url, 'index.html', served);
    return 'path' in target ? target.path : target.kind;
  };
  for (const url of [
    'img/a.gif',
    '/docs/img/a.gif',
    'https://example.com/docs/img/a.gif',
    '//Example.com/docs/img/a.gif?v=1',
  ])
    assert.equal(pathOf(url), 'img/a.gif');
  for (const url of ['/docs/', '/docs', 'http://example.com/docs/#top']) assert.equal(pathOf(url), 'index.html');
  for (const url of ['https://example.com/other/a.gif', '/img/a.gif']) assert.equal(pathOf(url), 'external');
  assert.equal(pathOf('https://www.example.com/docs/img/a.gif'), 'external');
});

test('references resolve as a browser and a plain server would', () => {
  assert.deepEqual(resolve('../img/a%20b.gif?v=1#f'), ['file', 'img/a b.gif', '?v=1#f', null]);
  assert.deepEqual(resolve('../img/a b.gif'), ['file', 'img/a b.gif', '', 'space']);
  assert.deepEqual(resolve('..\\img\\a%20b.gif'), ['file', 'img/a b.gif', '', 'backslash']);
  assert.deepEqual(resolve('/img/logo.gif'), ['missing', 'img/logo.gif', '', 'wrong-case']);
  assert.deepEqual(resolve('../../../index.html'), ['file', 'index.html', '', null]);
  assert.deepEqual(resolve('.'), ['file', 'docs/index.html', '', null]);
  assert.deepEqual(resolve('/'), ['file', 'index.html', '', null]);
  assert.deepEqual(resolve('/docs/'), ['file', 'docs/index.html', '', null]);
  assert.deepEqual(resolve('/%C3%A9.png'), ['file', 'é.png', '', null]);
  assert.deepEqual(resolve('/100%.png'), ['file', '100%.png', '', null]);
  assert.deepEqual(resolve('nowhere.gif'), ['missing', 'docs/nowhere.gif', '', null]);
  assert.deepEqual(resolve('/my%20pics/b.gif'), ['missing', 'my pics/b.gif', '', null]);
  assert.deepEqual(resolve('/my%2520pics/b.gif'), ['file', 'my%20pics/b.gif', '', null]);
  assert.deepEqual(resolve('//cdn.example/a.js'), ['external', '//cdn.example/a.js', '', null]);
  assert.deepEqual(resolve('HTTP://a.example/'), ['external', 'HTTP://a.example/', '', null]);
  assert.deepEqual(resolve('#top'), ['inline', null, '#top', null]);
  assert.deepEqual(resolve('data:image/gif;base64,R0'), ['inline', null, '', null]);
  assert.deepEqual(resolve('a.gif', null), ['external', 'a.gif', '', null]);
});
