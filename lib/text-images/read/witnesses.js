import { readFileSync } from 'node:fs';
import wordList from 'word-list';
import { readOnce } from '../../base/read-once.js';
import { beforeAny, trimEndOf } from '../../base/trim.js';

/**
 * What a page says of an image.
 * @typedef {{ alt?: string | null, title?: string | null, linkText?: string | null, fileName?: string | null,
 *   linkName?: string | null, language?: string | null }} Context
 */

/**
 * What bears a text out besides the engines, by where it is said. `isPage`: the page itself says so, of this image;
 * with it one engine is enough. What is said of a file has no case, no spaces and no accents, so it bears out ASCII
 * alone. `isSpelled`: it has the accents of what it says, as the list of English words has not, which holds `resume`.
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
 * Languages that the list of English words is asked for: a page that names none is mostly in English, or has words that
 * are not in it.
 */
const ENGLISH = /^(?:en\b|$)/i;
/** A name must have so many letters to say anything. */
const LEAST_LETTERS = 4;

/** The words that a text may hold in English; read once, when the first text asks. */
const englishWords = readOnce(
  (/** @type {{ path: string }} */ { path }) => new Set(readFileSync(path, 'utf8').split('\n')),
);
const ENGLISH_LIST = { path: wordList };
/** Words of one letter, and those of sites, which lists of words for games leave out. */
const ALSO = new RegExp(
  `^(?:a|i|faqs?|www|com|html|pdf|email|online|website|homepage|blog|login|logout|sitemap` +
    `|webmaster|ok|tv|usa|uk|dvds?|cds?)$`,
);

/** @param {string | null | undefined} language as a page declares it */
export function isEnglish(language) {
  return ENGLISH.test(language ?? '');
}

/**
 * Who bears a text out.
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
 * Whether every word of a text is in the list, cased as words are, and no sign stands in it that engines take for
 * letters.
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

/** @param {string} word */
function isEnglishWord(word) {
  const isCased = /^(?:\p{Lu}?[\p{Ll}'’]*|[\p{Lu}'’]+)$/u.test(word);
  const small = word.toLowerCase();
  return isCased && (ALSO.test(small) || englishWords(ENGLISH_LIST).has(small));
}

/**
 * What the page says of an image where that is nearly, but not quite, what was read; null where it agrees or says
 * something else.
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

/** Levenshtein distance. @param {string} one @param {string} other */
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

/** Without case, quotes and outer punctuation. @param {string} text */
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

/** Letters and digits alone. @param {string} text */
function squeeze(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What the name of a file may say: the whole of it, and without leading or trailing words such as `nav` or `off`.
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
  return [...spans].filter((span) => span.length >= LEAST_LETTERS);
}
