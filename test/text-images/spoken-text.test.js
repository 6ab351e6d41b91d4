import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftWords } from '../../rules/kit/draft-words.js';

test('an alternative of other words, signs or spaces than the text stays as its label', () => {
  const font = { family: 'g1', set: 'g1', bytes: null, dense: null, users: 2, folder: '', pages: 1 };
  const css = 'width:9px';
  const words = { text: 'Writing/Editing', html: 'Writing/Editing', css, base: '', font, background: null };
  const write = (/** @type {string | null} */ alt) => {
    const data = { alt, base: null, placement: '', kept: '', resets: [], classes: '' };
    const proposal = /** @type {any} */ ({ page: 'a.html', resource: 'a.gif', range: { start: 0, end: 5 }, data });
    const made = /** @type {any} */ ({ ok: true, data: { ...words, difference: { similarity: 1 } } });
    return /aria-label="([^"]*)"/.exec(draftWords(proposal, [made]).edits[0].text)?.[1] ?? null;
  };
  assert.equal(write('Writing/ Editing'), 'Writing/ Editing');
  assert.equal(write('writing editing'), 'writing editing');
  assert.equal(write(' WRITING/EDITING '), null);
  assert.equal(write(null), null);
});
