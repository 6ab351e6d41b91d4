import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalsOf } from '../../../lib/plan/price/weights.js';
import { makeFile } from '../../../lib/site/read-site.js';

test('fonts, drawings and films are kinds of their own, and all kinds together are what travels', () => {
  const files = ['index.html', 'a.css', 'a.js', 'a.svg', 'a.woff2', 'a.mp4', 'a.pdf'].map((path) =>
    makeFile(path, Buffer.from(path)),
  );
  const site = { root: '', name: 'site', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
  const weights = new Map(files.map(({ path, size }) => [path, { identity: size, gzip: size, br: size, zstd: size }]));
  const totals = totalsOf(site, weights.keys(), weights, ({ br }) => br, 'markup');
  const { bytes, html, css, script, image, svg, font, media, other } = totals;
  assert.equal(font, 'a.woff2'.length);
  assert.deepEqual(
    [svg, media, other],
    ['a.svg', 'a.mp4', 'a.pdf'].map(({ length }) => length),
  );
  assert.equal(html + css + script + image + svg + font + media + other, bytes);
});
