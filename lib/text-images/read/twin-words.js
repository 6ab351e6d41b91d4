import { stripAccents } from './strip-accents.js';
import { isEnglishWord } from './witnesses.js';

/**
 * Letters that look like another one where they touch, in 2 of the 4 wrong texts of 560 drawn images, or without a dot,
 * on 1 of 26 sites.
 */
const TWINS = Object.freeze([
  ['rn', 'm'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['i', 'l'],
]);

/**
 * Returns true if a word of a text is not in the word list, but is with other letters in place of the one that they
 * look like: “baim” is read where an image shows “bairn”.
 * @param {string} text
 */
export function hasTwinWord(text) {
  return (text.match(/\p{L}+/gu) ?? []).map(stripAccents).some((word) => !isEnglishWord(word) && isTwin(word));
}

/** @param {string} word */
function isTwin(word) {
  return TWINS.some(([pair, one]) =>
    [...word.matchAll(new RegExp(one, 'g'))].some(({ index }) =>
      isEnglishWord(`${word.slice(0, index)}${pair}${word.slice(index + one.length)}`),
    ),
  );
}
