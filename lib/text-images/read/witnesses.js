import { readFileSync } from 'node:fs';
import wordList from 'word-list';
import { readOnce } from '../../base/read-once.js';
import { beforeAny, trimEndOf } from '../../base/trim.js';

/**
 * Facts about an image from a page.
 * @typedef {{ alt?: string | null, title?: string | null, linkText?: string | null, fileName?: string | null,
 *   linkName?: string | null, language?: string | null }} Context
 */

/**
 * Sources that confirm a text besides the engines. `isPage`: the page itself contains it for this image, and one engine
 * is enough then. Facts about a file have no case, spaces and accents, so they confirm ASCII only. `isSpelled`: it has
 * the accents of the text, which the list of English words has not: it contains `resume`.
 */
export const WITNESSES = Object.freeze({
  alt: { isPage: true, isSpelled: true },
  title: { isPage: true, isSpelled: true },
  link: { isPage: true, isSpelled: true },
  'file name': { isPage: true, isSpelled: false },
  'link target': { isPage: true, isSpelled: false },
  dictionary: { isPage: false, isSpelled: false },
});

/** @typedef {keyof typeof WITNESSES} Witness */

/**
 * Languages for which the list of English words is used: a page without a language is mostly in English, or has words
 * outside of the list.
 */
const ENGLISH = /^(?:en\b|$)/i;
/** Min letters of a name that confirms anything. */
const MIN_LETTERS = 4;

/** Returns the words of English texts. The list is read once, on first use. */
const englishWords = readOnce(
  (/** @type {{ path: string }} */ { path }) => new Set(readFileSync(path, 'utf8').split('\n')),
);
const ENGLISH_LIST = { path: wordList };
/** Words of one letter, and those of sites, which lists of words for games lack. */
const ALSO = new RegExp(
  `^(?:a|i|faqs?|www|com|html|pdf|email|online|website|homepage|blog|login|logout|sitemap` +
    `|webmaster|ok|tv|usa|uk|dvds?|cds?)$`,
);

/** @param {string | null | undefined} language as declared by a page */
export function isEnglish(language) {
  return ENGLISH.test(language ?? '');
}

/**
 * Returns the sources that confirm a text.
 * @param {string} text @param {Context} context @returns {Witness[]}
 */
export function findWitnesses(text, context) {
  const { alt, title, linkText, fileName, linkName, language } = context;
  const isAscii = /^[\x20-\x7e‘’“”–—…]+$/.test(text);
  const names = (/** @type {string | null | undefined} */ name) =>
    isAscii && listNames(name ?? '').includes(squeeze(text));
  const exact = (/** @type {string | null | undefined} */ said) =>
    (said?.length ?? 0) > 1 && fold(said ?? '') === fold(text);
  /** @type {[Witness, boolean][]} */
  const found = [
    ['alt', exact(alt)],
    ['title', exact(title)],
    ['link', exact(linkText)],
    ['file name', names(fileName)],
    ['link target', names(linkName)],
    ['dictionary', isEnglish(language) && isAllEnglish(text)],
  ];
  return found.flatMap(([name, isFound]) => (isFound ? [name] : []));
}

/**
 * Returns true if a title of the site contains the words of a text, in their order and with their accents. Titles are
 * the vocabulary of a site whose language has no word list here.
 * @param {string} text @param {readonly string[]} titles
 */
export function isInTitle(text, titles) {
  const words = listWords(text);
  if (words.join('').length < MIN_LETTERS) return false;
  const wanted = ` ${words.join(' ')} `;
  return titles.some((title) => ` ${listWords(title).join(' ')} `.includes(wanted));
}

/**
 * Returns true if a sentence contains a text as whole words, such as “Go to DOMSpy”, in the same case or in
 * capitals: only then do its letters decide between similar shapes.
 * @param {string} text @param {readonly string[]} sentences
 */
export function isPartOf(text, sentences) {
  if ((text.match(/\p{L}/gu)?.length ?? 0) < MIN_LETTERS) return false;
  const isInCapitals = text === text.toUpperCase();
  return sentences.some((written) => {
    const sentence = isInCapitals ? written.toUpperCase() : written;
    const at = sentence.indexOf(text);
    const [before, after] = [sentence.slice(0, at), sentence.slice(at + text.length)];
    return at >= 0 && !/[\p{L}\p{N}]$/u.test(before) && !/^[\p{L}\p{N}]/u.test(after);
  });
}

/**
 * Lists the runs of so many words in a title.
 * @param {string} title @param {number} count
 */
export function listSpans(title, count) {
  const words = listWords(title);
  return words.slice(count - 1).map((_, at) => words.slice(at, at + count).join(' '));
}

/** @param {string} text */
function listWords(text) {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/**
 * Returns true if every word of a text is in the list, with usual capitals, and no character is in it that engines
 * confuse with letters.
 * @param {string} text
 */
function isAllEnglish(text) {
  const words = text.replace(/['’]s\b/g, '').match(/[\p{L}\p{N}'’]+/gu) ?? [];
  return (
    /^[A-Za-z\s&.,:;!?'’()/–—-]+$/.test(text) &&
    !/\p{L}[,:;!?]\p{L}/u.test(text) &&
    words.some((word) => word.length > 2) &&
    words.every(isEnglishWord)
  );
}

/** Returns true if a word of a text is in the list. @param {string} text */
export function hasEnglishWord(text) {
  return (text.match(/[\p{L}'’]+/gu) ?? []).some(isEnglishWord);
}

/** @param {string} word */
export function isEnglishWord(word) {
  const isCased = /^(?:\p{Lu}?[\p{Ll}'’]*|[\p{Lu}'’]+)$/u.test(word);
  const small = word.toLowerCase();
  return isCased && (ALSO.test(small) || englishWords(ENGLISH_LIST).has(small));
}

/**
 * Returns the page's text for an image if it is nearly, but not exactly, the read text, null if it is the same or
 * another text.
 * @param {string} text @param {Context} context
 */
export function findContradiction(text, { alt, title, linkText }) {
  const read = squeeze(text);
  for (const said of [alt, title, linkText]) {
    const words = squeeze(said ?? '');
    if (words.length < 3 || words === read) continue;
    if (countEdits(read, words) <= Math.max(1, Math.floor(words.length / 5))) return said ?? null;
  }
  return null;
}

/** Returns the Levenshtein distance. @param {string} one @param {string} other */
export function countEdits(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[other.length];
}

/** Returns a text without case, quotes and outer punctuation. @param {string} text */
function fold(text) {
  const plain = text
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s[(«<]+/, '');
  return trimEndOf(plain, /[\s\])»>]/);
}

/** Returns the letters and digits of a text. @param {string} text */
function squeeze(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Lists the possible texts in the name of a file: all of it, and without leading or trailing words such as `nav` or
 * `off`.
 * @param {string} name
 */
function listNames(name) {
  const base = beforeAny(name, /[?#]/)
    .replace(/^.*[/\\]/, '')
    .replace(/\.[a-z0-9]+$/i, '');
  const words = base.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
  const spans = new Set();
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) spans.add(squeeze(words.slice(from, to).join('')));
  }
  return [...spans].filter((span) => span.length >= MIN_LETTERS);
}
