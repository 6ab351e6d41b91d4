/** @import { Verdict } from './read-site.js' */

/** A word that can be a bar between the items of a menu. */
export const BAR = /^[Il|1!]$/;

/**
 * Returns true if a first or last piece that stands apart from the text of its image was read as a letter, although it
 * can be a bar, and the page does not name the text with it.
 * @param {Verdict} whole of the whole line @param {Verdict} rest of the line without that piece
 */
export function readsBarAsLetter(whole, rest) {
  if (!('text' in whole) || whole.sources.includes('page')) return false;
  const words = whole.text.join(' ').split(' ');
  if (words.length < 2) return false;
  const ways = [words.slice(1), words.slice(0, -1), words.slice(1, -1)].map((some) => some.join(' '));
  const isEnd = [words[0], words[words.length - 1]].some((word) => BAR.test(word));
  return isEnd && (!('text' in rest) || ways.includes(rest.text.join(' ')));
}
