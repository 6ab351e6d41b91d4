import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanUrls } from '../../../lib/site/style/scan-urls.js';

/** @param {string} css */
const fetched = (css) => scanUrls(css).flatMap(({ url, isPassedOver }) => (isPassedOver ? [] : [url]));

test('of an image set a plain screen fetches the least dense one that is dense enough', () => {
  assert.deepEqual(fetched('a { background: image-set(url(b.png) 2x, url(a.png) 1x) }'), ['a.png']);
  assert.deepEqual(fetched('a { background: image-set(url(a.png) 96dpi, url(b.png) 192dpi) }'), ['a.png']);
  assert.deepEqual(fetched('a { background: -webkit-image-set(url(b.png) 0.5x, url(a.png) 3x) }'), ['a.png']);
});

test('of an image set forms that no browser knows are passed over', () => {
  const css = 'a { background: image-set(url(a.heic) type("image/heic"), url(b.avif) type("image/avif")) }';
  assert.deepEqual(fetched(css), ['b.avif']);
});

test('a declaration before one with an image set is passed over, another of the sheet is not', () => {
  const css =
    'i { background: url(i.png) } a { background: url(a.png); color: red; background-image: image-set(url(b.png)) }';
  assert.deepEqual(fetched(css), ['i.png', 'b.png']);
  assert.deepEqual(fetched('background: url(a.png); background: image-set(url(b.png))'), ['b.png']);
  assert.deepEqual(fetched('a { mask: url(a.png); background: image-set(url(b.png)) }'), ['a.png', 'b.png']);
});

test('sheets of nothing but sets are read in linear time', () => {
  const timeOf = (/** @type {number} */ count) => {
    const css = `a { ${'background: image-set(url(a.png) 1x, '.repeat(count)} }`;
    const start = performance.now();
    scanUrls(css);
    return performance.now() - start;
  };
  timeOf(100);
  assert.ok(timeOf(8000) < 8 * 8 * Math.max(5, timeOf(1000)));
});

test('an escaped quote outside of a string starts no string', () => {
  const variant = String.raw`.\[\&_\[fill\=\'\#ccc\'\]\]\:red [fill="#ccc"]{color:red}.content-\[\"\]{content:"\""}`;
  assert.deepEqual(fetched(`${variant}a{background:url(a.png)}`), ['a.png']);
  assert.deepEqual(fetched(String.raw`a{content:"\\"}b{background:url("b.png")}`), ['b.png']);
});
