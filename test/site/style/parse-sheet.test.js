import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseDeclarations, parseSheet } from '../../../lib/site/style/parse-sheet.js';

/** Returns the rules of a sheet in short form. @param {string} css */
const rulesOf = (css) =>
  parseSheet('a.css', css, { name: 'utf-8', bom: false }).rules.map(
    ({ selectors, declarations, range }) =>
      `${selectors} ${declarations.map(({ property, value }) => `${property}:${value}`).join(';')} ` +
      `${css.slice(range.start, range.end)}`,
  );

test('a sheet with a mistake keeps its other rules, where they stand', () => {
  assert.deepEqual(rulesOf('a{color:red;1}b{top:0}'), ['a color:red a{color:red;1}', 'b top:0 b{top:0}']);
  assert.deepEqual(rulesOf('a{color:red}}b{top:0}i{top:0}'), ['a color:red a{color:red}', 'i top:0 i{top:0}']);
  assert.deepEqual(rulesOf('a{color:red'), ['a color:red a{color:red']);
  assert.deepEqual(
    parseDeclarations('color:red;oops').map(({ property }) => property),
    ['color'],
  );
});

test('a rule after a closing brace too many is ignored, as browsers do', () => {
  const selectorsIn = (/** @type {string} */ css) =>
    parseSheet('a.css', css, { name: 'utf-8', bom: false }).rules.flatMap(({ selectors }) => selectors);
  assert.deepEqual(selectorsIn('p{color:red}} } b{color:red} i{color:red}'), ['p', 'i']);
  assert.deepEqual(selectorsIn('p{color:red}} @media print{b{color:red} u{color:red}} i{color:red}'), ['p', 'i']);
  assert.deepEqual(selectorsIn('p{color:red}} @import "b.css"; b{color:red} i{color:red}'), ['p', 'i']);
  assert.deepEqual(selectorsIn('@media print{p{color:red}} i{color:red}'), ['p', 'i']);
});

test('any text is a sheet, whose rules lie within it', () => {
  const piece = fc.constantFrom(
    'a',
    '{',
    '}',
    ':',
    ';',
    '"',
    "'",
    '(',
    ')',
    '/*',
    '*/',
    '@media x',
    'b:c',
    '<!--',
    '\\',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const css = pieces.join('');
      for (const { range } of parseSheet('a.css', css, { name: 'utf-8', bom: false }).rules) {
        assert.ok(range.start >= 0 && range.start <= range.end && range.end <= css.length, css);
      }
    }),
    { numRuns: 2000 },
  );
});
