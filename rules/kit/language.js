/** @import { Page } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';

/** Non-Latin scripts, by a language that uses them. */
const SCRIPTS = {
  ru: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  th: /\p{Script=Thai}/u,
};

/** Accented characters, which English uses in few words, in the forms found in pages. */
const ACCENTED = /[\u00c0-\u024f]|&[a-z](?:acute|grave|circ|tilde|uml|cedil|caron|ring|slash|lig);/i;
/** Min number of distinct words with accented characters that rules out English. */
const MIN_WORDS = 4;
/** Min share of accented words among all words that rules out English. */
const MIN_SHARE = 0.01;

/**
 * Returns a page's language: the declared one, or one derived from its characters. Returns `und` for Latin text that is
 * not English, and null if there is no evidence.
 * @param {Page} page
 */
export function languageOf(page) {
  return page.language ?? guess(page).language;
}

const guess = readOnce((/** @type {Page} */ { source }) => ({
  language:
    Object.entries(SCRIPTS).find(([, letters]) => letters.test(source))?.[0] ?? (isForeign(source) ? 'und' : null),
}));

/** @param {string} source */
function isForeign(source) {
  if (!ACCENTED.test(source)) return false;
  const words =
    source.replace(/<(?:script|style)(?:[^<]|<(?!\/))*(?:<\/)?|<[^>]*>?/gi, ' ').match(/[\p{L}&;]{2,}/gu) ?? [];
  const accented = words.filter((word) => ACCENTED.test(word));
  return new Set(accented).size >= MIN_WORDS && accented.length >= words.length * MIN_SHARE;
}
