import { present } from '../base/present.js';

const SCRIPT = /<script\b[^<>]*>([\s\S]*?)(?:<\/script>|$)/gi;
const STRING = /(["'`])((?:\\[^\n]|(?!\1)[^\\\n]){2,200}?)\1/g;
/** Words next to each other, without punctuation of code between them. */
const WORDS = /\p{L}{2}[,:]? \p{L}/u;
const MARKS = /[{}<>=;|\\]/;
const DIGITS = '0123456789';

/**
 * Returns the characters of text that scripts can write into a page: of their strings that consist of words, and
 * digits.
 * @param {readonly string[]} texts scripts, and pages with scripts in them
 * @returns {readonly number[]}
 */
export function lettersInStrings(texts) {
  /** @type {Set<string>} */
  const letters = new Set();
  for (const text of texts) {
    const codes = /<(?:!doctype|html|body)\b/i.test(text) ? [...text.matchAll(SCRIPT)].map(([, code]) => code) : [text];
    for (const code of codes) {
      if (code.trim() !== '') for (const digit of DIGITS) letters.add(digit);
      for (const [, , string] of code.matchAll(STRING))
        if (WORDS.test(string) && !MARKS.test(string)) for (const letter of string) letters.add(letter);
    }
  }
  return [...letters].map((letter) => present(letter.codePointAt(0)));
}
