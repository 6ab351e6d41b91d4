import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listUsedFaces, readFontUses } from '../../../lib/site/graph/fonts.js';
import { readFaces } from '../../../lib/site/style/font-faces.js';
import { parseSheet } from '../../../lib/site/style/parse-sheet.js';

/** @param {string} family as written in a sheet */
const familyOf = (family) => readFaces(`@font-face{font-family:${family};src:url(a.woff2)}`)[0].family;

test('a family has one name, however it is quoted or escaped', () => {
  assert.equal(familyOf('"Font Icons 6 Free"'), 'font icons 6 free');
  assert.equal(familyOf('Font Icons\\ 6 Free'), 'font icons 6 free');
  assert.equal(familyOf('Font  Icons\\ \\36  Free'), 'font icons 6 free');
  assert.equal(familyOf("'It\\'s mine'"), "it's mine");
});

test('a face with an escaped name is used by rules that name it in either form', () => {
  for (const written of ['"Font Icons 6 Free"', 'Font Icons\\ 6 Free']) {
    const css = `@font-face{font-family:Font Icons\\ 6 Free;src:url(a.woff2)}.icon{font-family:${written}}`;
    const uses = readFontUses(parseSheet('site.css', css, { name: 'utf-8', bom: false }));
    const used = listUsedFaces(readFaces(css), uses, { tags: ['p'], letters: () => new Set() });
    assert.equal(used.length, 1, written);
  }
});
