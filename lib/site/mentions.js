/** @import { SiteFile } from './types.ts' */

import { readOnce } from '../base/read-once.js';

/**
 * Words without which a part of the analysis has nothing to do. Every file is searched once for all of them, and most
 * files contain none.
 */
const WORDS = Object.freeze([
  '@font-face',
  'new image',
  'data-pagethrift',
  'sha256-',
  'sha384-',
  'sha512-',
  'pjax',
  'swup',
  'barba',
  'instantclick',
  'hx-boost',
  'up-follow',
  'up-target',
]);
const ANY = new RegExp(WORDS.join('|'), 'gi');

/** Words of files that were found by an earlier run. @type {WeakMap<SiteFile, ReadonlySet<string>>} */
const known = new WeakMap();

const search = readOnce((/** @type {SiteFile} */ { bytes }) => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  return new Set(Array.from(text.matchAll(ANY), ([word]) => word.toLowerCase()));
});

/**
 * Returns the words of the list that occur in a file, in lower case.
 * @param {SiteFile} file
 * @returns {ReadonlySet<string>}
 */
export function mentionsOf(file) {
  return known.get(file) ?? search(file);
}

/**
 * Takes over the words that were found in the same file before, so that it need not be read.
 * @param {SiteFile} file @param {ReadonlySet<string>} words
 */
export function recallMentions(file, words) {
  known.set(file, words);
}

/** Returns true if a file contains a word of the list. @param {SiteFile} file @param {string} word */
export function doesMention(file, word) {
  return mentionsOf(file).has(word);
}
