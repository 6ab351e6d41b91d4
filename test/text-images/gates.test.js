import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findFailure, GATES } from '../../lib/text-images/gates.js';
import { rowOfWords } from '../../rules/kit/draft-words.js';
import { languageOf } from '../../rules/kit/language.js';

/** Scores that hold every gate, but for some. @param {Record<string, number>} [others] */
const scored = (others = {}) =>
  /** @type {any} */ ({
    ...GATES.visual,
    ...others,
  });

/** As it is but in a bench: every gate decides. */
const all = () => true;

describe('gates', () => {
  test('hold what is on the line, and name what is beyond it', () => {
    assert.equal(findFailure(scored(), 'visual', all), null);
    for (const name of /** @type {(keyof typeof GATES.visual)[]} */ (Object.keys(GATES.visual))) {
      const beyond = GATES.visual[name] + 0.01;
      assert.match(findFailure(scored({ [name]: beyond }), 'visual', all) ?? '', new RegExp(`^${name} `));
    }
  });

  test('let pass at lossy what they let pass at visual, and another face of the same weight', () => {
    assert.equal(findFailure(scored(), 'lossy', all), null);
    assert.equal(findFailure(scored({ unlikeness: 2.7 }), 'lossy', all), null);
    assert.match(findFailure(scored({ weight: 1.6 }), 'lossy', all) ?? '', /weight/, 'bold for regular');
  });
});

describe('a row of links', () => {
  const proposal = /** @type {any} */ ({ page: 'index.html', data: { row: 'nav' } });
  /** @param {object} data */
  const made = (data) => [/** @type {any} */ ({ ok: true, data })];

  test('is set as a whole or not at all where its face is another', () => {
    assert.equal(rowOfWords(proposal, made({ similarity: 0.88 }))?.take, 'all');
    assert.equal(rowOfWords(proposal, [/** @type {any} */ ({ ok: false, text: 'Home' })])?.take, 'all');
    assert.equal(rowOfWords(proposal, made({ similarity: 0.97 })), null, 'nobody tells these from their pictures');
  });
});

test('a page that names no language is in that of its letters', () => {
  const page = (/** @type {string} */ source, /** @type {string | null} */ language = null) =>
    languageOf(/** @type {any} */ ({ source, language }));
  assert.equal(page('<p>Guest book</p>'), null);
  assert.equal(page('<p>Café, résumé and a naïve guest book'), null);
  assert.equal(page('<p>Her&aacute;ldica de la rep&uacute;blica, informaci&oacute;n, página'), 'und');
  assert.equal(page('<p>Главная</p>'), 'ru');
  assert.equal(page('<p>Главная</p>', 'bg'), 'bg');
});
