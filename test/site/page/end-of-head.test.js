import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endOfHead } from '../../../lib/site/page/end-of-head.js';
import { parsePage } from '../../../lib/site/page/parse-page.js';

/** @param {string} source */
const splitAtEnd = (source) => {
  const at = endOfHead(parsePage('index.html', source, { name: 'utf-8', bom: false }));
  return [source.slice(0, at), source.slice(at)];
};

test('styles are written before the end of the head', () => {
  assert.deepEqual(splitAtEnd('<head><title>Boats</title></head><p>Boats'), [
    '<head><title>Boats</title>',
    '</head><p>Boats',
  ]);
});

test('styles are not written into a noscript of the head, which browsers with scripts do not parse', () => {
  const [before, after] = splitAtEnd(
    '<head><title>Boats</title><noscript><a href="/">Menu</a></noscript></head><p>Boats',
  );
  assert.equal(before, '<head><title>Boats</title>');
  assert.match(after, /^<noscript>/);
});
