import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { unpackCode } from '../../../lib/site/text/unpack-code.js';

/** Code in the format of the packer. @param {string} text @param {readonly string[]} words @param {number} base */
const packed = (text, words, base) =>
  `eval(function(p,a,c,k,e,r){e=function(c){` +
  `return(c<a?'':e(parseInt(c/a)))+((c=c%a)>35?String.fromCharCode(c+29):c.toString(36))};` +
  `while(c--)if(k[c])p=p.replace(new RegExp('\\\\b'+e(c)+'\\\\b','g'),k[c]);return p}('` +
  `${text.replace(/[\\']/g, '\\$&')}',${base},${words.length},'${words.join('|')}'.split('|'),0,{}))`;

test('packed code reads as what it was', () => {
  const code = packed(`0.1["2"].3='4/5.6'`, ['document', 'images', 'home', 'src', 'pics', 'on', 'gif'], 62);
  assert.equal(unpackCode(`go();${code};stay()`), `go();document.images["home"].src='pics/on.gif';stay()`);
  assert.equal(unpackCode('eval(text)'), 'eval(text)');
});

test('numbers that no packer writes lead nowhere', () => {
  const code = packed('0 1', ['a', 'b'], 62);
  for (const base of ['0', '1', '63', '999999999999']) {
    const odd = code.replace(",62,2,'", `,${base},2,'`);
    assert.equal(unpackCode(odd), odd);
  }
  assert.equal(unpackCode(code.replace(",62,2,'", ",62,999999999999,'")), 'a b');
});

test('it is what the code would run', () => {
  // A word equal to the number of another would be replaced twice by the packer's own loop.
  const word = fc.constantFrom('', 'swap', 'Image', 'on_off');
  const piece = fc.oneof(fc.nat(150).map(String), fc.constantFrom('a', 'Z', '1c', '.', '("', "'", '\\', ' ', '=', '$'));
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 150 }),
      fc.array(piece, { maxLength: 12 }),
      fc.constantFrom(10, 36, 62),
      (words, pieces, base) => {
        const code = packed(pieces.join(' '), words, base);
        const run = new Function(code.replace('eval(', 'return ('));
        assert.equal(unpackCode(code), run());
      },
    ),
  );
});
