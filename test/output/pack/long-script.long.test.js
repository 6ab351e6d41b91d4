import assert from 'node:assert/strict';
import { test } from 'node:test';
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
