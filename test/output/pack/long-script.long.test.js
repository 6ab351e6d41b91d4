import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '../../../lib/base/present.js';
import { packScript } from '../../../lib/output/pack/script.js';

/** Statements in the style of current minifiers, enough for a long script. @param {(i: number) => string} write */
const longOf = (write) => Array.from({ length: 1200 }, (_, i) => write(i)).join('');

test('a long script that a minifier of today made stays as it is', async () => {
  assert.equal(await packScript(longOf((i) => `self.a${i}=e=>e+${i}*self.b${i};`)), null);
});

test('a long script that an old minifier made is made smaller once, and stays then', async () => {
  const old = longOf((i) => {
    const [thing, words, third] = [(i * 7919) % 9973, (i * 104_729) % 99_991, (i * 31) % 1777];
    const [first, second] = [`self.another${i}("some words ${words}")`, `self.third${third}("other words",${i})`];
    return `if(self.nameOfAThing${thing}){${first}}else{${second}}`;
  });
  const made = await packScript(old);
  assert.ok(made && made.length < old.length && made.length > old.length * 0.9, 'by less than a tenth');
  assert.equal(await packScript(made), null);
});

test('a long script that a minifier left is only tried again with the highest effort', async () => {
  const minified = longOf((i) => `!function(){var zz=e.a${i};f(zz,zz,zz)}();`);
  assert.equal(await packScript(minified), null);
  assert.ok(present(await packScript(minified, { effort: 'max' })).length < minified.length);
});

test('a long script with names of its authors is shortened', async () => {
  const written = longOf((i) => `!function(){var result=e.a${i};f(result,result)}();`);
  assert.ok(present(await packScript(written)).length < written.length);
});
