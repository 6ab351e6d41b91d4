/** @import { Page } from '../../lib/types.ts' */

import { readOnce } from '../../lib/read-once.js';

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

/**
 * What a page is in: what it declares, or what its letters tell; null where they are Latin.
 * @param {Page} page
 */
export function languageOf(page) {
  return page.language ?? guess(page).language;
}

const guess = readOnce((/** @type {Page} */ { source }) => ({
  language: Object.entries(SCRIPTS).find(([, letters]) => letters.test(source))?.[0] ?? null,
}));
