import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addressOfPage,
  describeConventions,
  findConventions,
  pathOfUrl,
  resolvePath,
  urlOfPage,
} from '../../lib/site/addresses.js';
import { makeFile } from '../../lib/site/read-site.js';

/** @param {Record<string, string>} texts */
const filesOf = (texts) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
const PAGE = '<!doctype html><title>a</title><p>text';
const SHELL = '<!doctype html><title>a</title><div id=app></div><script src=/a.js></script>';

/** @param {Record<string, string>} texts @param {string} [folder] */
const placeOf = (texts, folder = '') => ({ origin: null, folder, ...findConventions(filesOf(texts), folder) });

test('a page is visited at the address that visitors see', () => {
  const place = placeOf({ 'index.html': `${PAGE}<a href=/about>a</a>`, 'about.html': PAGE });
  assert.equal(addressOfPage('index.html', place), '/');
  assert.equal(addressOfPage('guide/index.html', place), '/guide/');
  assert.equal(addressOfPage('about.html', place), '/about');
  assert.equal(addressOfPage('/app/settings', place), '/app/settings');
  assert.equal(addressOfPage('@me/a b?.html', { origin: null, folder: 'docs/' }), '/docs/@me/a%20b%3F.html');
});

test('endings are left out only where links leave them out', () => {
  const named = placeOf({ 'index.html': `${PAGE}<a href=about.html>a</a>`, 'about.html': PAGE });
  assert.equal(addressOfPage('about.html', named), '/about.html');
  const based = placeOf({ 'index.html': `${PAGE}<a href="/docs/about#x">a</a>`, 'about.html': PAGE }, 'docs/');
  assert.equal(addressOfPage('about.html', based), '/docs/about');
});

test('a path is answered as hosts of static sites answer it', () => {
  const files = new Set(['index.html', 'guide/index.html', 'about.html', 'a.png', '404.html']);
  const has = (/** @type {string} */ path) => files.has(path);
  const place = { origin: null, folder: '', fallback: { path: '404.html', status: /** @type {const} */ (404) } };
  const resolve = (/** @type {string} */ path, isDocument = true) => resolvePath(path, has, place, isDocument);
  assert.deepEqual(resolve(''), { path: 'index.html', status: 200 });
  assert.deepEqual(resolve('about'), { path: 'about.html', status: 200 });
  assert.deepEqual(resolve('guide'), { redirect: 'guide/' });
  assert.deepEqual(resolve('guide/'), { path: 'guide/index.html', status: 200 });
  assert.deepEqual(resolve('nothing/here'), { path: '404.html', status: 404 });
  assert.equal(resolve('gone.png', false), null);
});

test('unknown addresses are answered by what the host would take', () => {
  const fallbackOf = (/** @type {Record<string, string>} */ texts) => placeOf(texts).fallback ?? null;
  assert.deepEqual(fallbackOf({ 'index.html': PAGE, '404.html': PAGE }), { path: '404.html', status: 404 });
  assert.deepEqual(fallbackOf({ '200.html': SHELL, '404.html': PAGE }), { path: '200.html', status: 200 });
  const rules = { 'index.html': SHELL, '404.html': PAGE, _redirects: '# all\n/* /index.html 200\n' };
  assert.deepEqual(fallbackOf(rules), { path: 'index.html', status: 200 });
  assert.deepEqual(fallbackOf({ 'index.html': SHELL, 'a.js': '' }), { path: 'index.html', status: 200 });
  assert.equal(fallbackOf({ 'index.html': PAGE }), null);
  assert.deepEqual(describeConventions(placeOf({ '404.html': PAGE }, 'docs/')), [
    'dir/index.html → /dir/',
    'unknown address → 404.html (404)',
    'base path /docs/',
  ]);
});

test('the address of every file leads back to that file', () => {
  const name = fc
    .string({ minLength: 1, maxLength: 6, unit: 'binary' })
    .filter((text) => !/[/\\]|^\.{1,2}$/.test(text));
  const path = fc
    .array(name, { minLength: 1, maxLength: 3 })
    .map((names) => `${names.join('/')}.html`)
    .filter((text) => text.isWellFormed());
  fc.assert(
    fc.property(path, fc.constantFrom('', 'docs/', 'a b/'), fc.boolean(), (page, folder, isClean) => {
      const place = { origin: null, folder, ...(isClean ? { cleanUrls: /** @type {const} */ (true) } : {}) };
      const asked = pathOfUrl(urlOfPage(page, place), place);
      const found = asked === null ? null : resolvePath(asked, (other) => other === page, place);
      assert.deepEqual(found, { path: page, status: 200 });
    }),
  );
});
