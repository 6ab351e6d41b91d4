import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGuess } from '../../../lib/visit/verify/guess.js';

/** @import { Rendering } from '../../../lib/visit/browser/render.js' */

describe('the encoding that a browser guesses', () => {
  /** @param {string} encoding */
  const seenIn = (encoding) => [/** @type {Rendering} */ (/** @type {unknown} */ ({ seen: { encoding } }))];
  const open = Buffer.from('<p>d\xe9j\xe0 vu</p>', 'latin1');

  it('is the same for all looks', () => {
    const same = readGuess(open, seenIn('windows-1251'), seenIn('windows-1251'));
    assert.deepEqual(same, { encoding: 'windows-1251', guess: null });
  });

  it('may become what the standard says, and nothing else', () => {
    const mended = readGuess(open, seenIn('GBK'), seenIn('windows-1252'));
    assert.deepEqual(mended, { encoding: 'windows-1252', guess: { before: 'GBK', after: 'windows-1252' } });
    assert.equal(readGuess(open, seenIn('windows-1252'), seenIn('GBK')).encoding, null);
  });

  it('is no mistake of a page that is full of its letters', () => {
    const full = Buffer.from(`<p>${'\x93\xfa\x96\x7b'.repeat(40)}`, 'latin1');
    assert.equal(readGuess(full, seenIn('Shift_JIS'), seenIn('windows-1252')).encoding, null);
  });

  it('is none where a page names it, or holds ASCII alone', () => {
    const named = Buffer.from('<meta charset=koi8-r><p>d\xe9j\xe0', 'latin1');
    for (const bytes of [named, Buffer.from('<p>deja vu')])
      assert.deepEqual(readGuess(bytes, seenIn('KOI8-R'), seenIn('GBK')), { encoding: null, guess: null });
  });
});
