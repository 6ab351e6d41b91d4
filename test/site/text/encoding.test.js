import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeHtml, leavesMuchToGuess } from '../../../lib/site/text/encoding.js';

/** @param {string} html */
const encodingOf = (html) => decodeHtml(Buffer.from(html, 'latin1'))?.encoding.name;

test('a value that ends with the word “charset” names no encoding, and the next one does', () => {
  for (const content of ['"class: CharSet"', "'a charset='", '"charset \n"', 'charset']) {
    assert.equal(encodingOf(`<meta name=description content=${content}><meta charset=koi8-r>`), 'koi8-r', content);
    assert.equal(encodingOf(`<meta content=${content} name=description><p>\xe9`), 'windows-1252', content);
  }
});

test('a few letters of a page that names no encoding leave much to guess', () => {
  const page = (/** @type {string} */ html) => leavesMuchToGuess(Buffer.from(html, 'latin1'));
  assert.equal(page('<p>caf\xe9'), true);
  for (const html of ['<p>cafe', '<meta charset=koi8-r><p>caf\xe9', `<p>${'caf\xe9 '.repeat(80)}`])
    assert.equal(page(html), false, html);
});

test('no beginning of a page is too odd to be read', () => {
  const piece = fc.constantFrom(
    'charset',
    '=',
    '"',
    "'",
    ' ',
    '\n',
    ';',
    'utf-8',
    '<meta',
    ' content=',
    '>',
    '/',
    '<!--',
    'x',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      assert.ok(decodeHtml(Buffer.from(`<meta content=${pieces.join('')}`)));
    }),
    { numRuns: 2000 },
  );
});
