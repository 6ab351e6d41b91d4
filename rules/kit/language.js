/** @import { Page } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';

/** Letters of scripts other than the Latin one, by a language that has them. */
const SCRIPTS = {
  ru: /\p{Script=Cyrillic}/u,
  el: /\p{Script=Greek}/u,
  ja: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ko: /\p{Script=Hangul}/u,
  ar: /\p{Script=Arabic}/u,
  he: /\p{Script=Hebrew}/u,
  th: /\p{Script=Thai}/u,
};

/** Letters that English has in few words, as they stand in pages. */
const ACCENTED = /[\u00c0-\u024f]|&[a-z](?:acute|grave|circ|tilde|uml|cedil|caron|ring|slash|lig);/i;
/** No page in English has so many different words with such letters. */
const LEAST_WORDS = 4;
/** Nor such a share of all its words. */
const LEAST_SHARE = 0.01;

/**
 * What a page is in: what it declares, or what its letters tell: `und` where they are Latin but not English; null where
 * nothing tells.
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
  return new Set(accented).size >= LEAST_WORDS && accented.length >= words.length * LEAST_SHARE;
}
