import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFile } from '../../../lib/site/read-file.js';
import { measureImageBoxes } from '../../../lib/visit/browser/image-boxes.js';
import { markImages } from '../../../lib/visit/measure/mark-images.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const HELD = '<!doctype html><div id=__nuxt><img src=photo.jpg></div>';

/** @param {Record<string, string>} files */
function siteOf(files) {
  const made = Object.entries(files).map(([path, text]) => makeFile(path, Buffer.from(text)));
  return { root: '', name: 'a site', files: new Map(made.map((file) => [file.path, file])), warnings: [] };
}

/** @param {string} html */
async function measure(html) {
  const marked = markImages(siteOf({ 'index.html': html }), 'index.html');
  const files = (/** @type {string} */ path) => ({
    bytes: path === 'index.html' ? (marked ?? Buffer.from(html)) : Buffer.from('a photograph'),
  });
  const sizeOf = (/** @type {string} */ path) => (path === 'photo.jpg' ? { width: 2000, height: 1000 } : null);
  return (await measureImageBoxes(browser, { path: 'index.html', files, sizeOf })).images.map(({ isKept }) => isKept);
}

test('an image that scripts leave alone keeps its mark', async () => {
  assert.deepEqual(await measure(HELD), [true]);
});

test('an image of a page without a framework is marked, too', async () => {
  assert.deepEqual(await measure('<!doctype html><img src=photo.jpg>'), [true]);
});

test('one that a script draws anew has none', async () => {
  const drawn = `${HELD}<script>document.querySelector('div').innerHTML = '<img src=photo.jpg>'</script>`;
  assert.deepEqual(await measure(drawn), [undefined]);
});

test('one that a link asks for ahead has to keep the link as well, and no other may come', async () => {
  const ahead = HELD.replace('<div', '<link rel=preload as=image href=photo.jpg><div');
  assert.deepEqual(await measure(ahead), [true]);
  const renewed = "document.querySelector('link').outerHTML = '<link rel=preload as=image href=photo.jpg>'";
  assert.deepEqual(await measure(`${ahead}<script>${renewed}</script>`), [undefined]);
  const other = "document.head.append(Object.assign(document.createElement('link'), LINK))";
  const link = (/** @type {string} */ href) => JSON.stringify({ rel: 'preload', as: 'image', href });
  assert.deepEqual(await measure(`${ahead}<script>${other.replace('LINK', link('photo.jpg'))}</script>`), [undefined]);
  assert.deepEqual(await measure(`${ahead}<script>${other.replace('LINK', link('other.jpg'))}</script>`), [true]);
});

test('nothing is marked where a policy may forbid code in attributes', () => {
  const policy = '/*\n  Content-Security-Policy: script-src self';
  assert.equal(markImages(siteOf({ 'index.html': HELD, _headers: policy }), 'index.html'), null);
  assert.ok(markImages(siteOf({ 'index.html': HELD }), 'index.html'));
});
