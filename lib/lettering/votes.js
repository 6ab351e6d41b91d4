/** @import { Context } from './types.ts' */

/**
 * @typedef {object} Readings what the two engines made of each line, from two views of it
 * @property {string} learnedCoverage @property {string} shapesRaw
 * @property {string} [learnedRaw] @property {string} [shapesCoverage]
 */

/**
 * A reading with every `I` amid small letters as the `l` that it looks like: engines choose at random. What starts a word is left
 * as it was read, since some start with an `l` and a consonant.
 * @param {string} text
 */
export function settleTwins(text) {
  let settled = text;
  for (let at = 1; at < text.length; at++) {
    if (text[at] !== 'I' || !/\p{L}/u.test(text[at - 1]) || isPlausible(settled, at)) continue;
    const other = `${settled.slice(0, at)}l${settled.slice(at + 1)}`;
    if (isPlausible(other, at)) settled = other;
  }
  return settled;
}

/**
 * The text that two independent sources agree on, and which they are; null where none do.
 * @param {Readings} readings @param {Context} context
 * @returns {{ text: string, sources: string[] } | null}
 */
export function agree({ learnedCoverage, shapesRaw, learnedRaw, shapesCoverage }, context) {
  const said = listContext(context);
  for (const [text, source] of /** @type {const} */ ([
    [learnedCoverage, 'reading'],
    [learnedRaw, 'raw reading'],
    [shapesRaw, 'shapes'],
    [shapesCoverage, 'shapes'],
  ])) {
    if (!text) continue;
    const witness = said.find(({ words, isExact }) => (isExact ? words === fold(text) : words === squeeze(text)));
    if (witness) return { text, sources: [source, witness.from] };
  }
  for (const learned of [learnedCoverage, learnedRaw]) {
    if (!learned) continue;
    if (learned === shapesRaw) return { text: learned, sources: ['reading', 'shapes'] };
    if (learned === learnedRaw || learnedRaw === undefined) continue;
    if (learned === shapesCoverage) return { text: learned, sources: ['reading', 'shapes'] };
  }
  if (learnedRaw && learnedRaw === shapesCoverage) return { text: learnedRaw, sources: ['raw reading', 'shapes'] };
  return null;
}

/**
 * The text that one engine reads in both views of a line and the other where it is opened up; null where they do not agree.
 * @param {Readings} readings @param {string} opened
 * @returns {{ text: string, sources: string[] } | null}
 */
export function agreeOpened({ learnedCoverage, learnedRaw }, opened) {
  const isAgreed = opened !== '' && opened === learnedCoverage && opened === learnedRaw;
  return isAgreed ? { text: opened, sources: ['reading', 'shapes'] } : null;
}

/**
 * What the page says of an image where that is nearly, but not quite, what was read; null where it agrees or says something else.
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
function countEdits(one, other) {
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

/**
 * Where the page says the same as was read; the empty text where it does not.
 * @param {string} text @param {Context} context
 */
export function findWitness(text, context) {
  const said = listContext(context).find(({ words, isExact }) => words === (isExact ? fold(text) : squeeze(text)));
  return said?.from ?? '';
}

/** @param {Context} context */
function listContext({ alt, title, linkText, fileName }) {
  const said = [
    { words: fold(alt ?? ''), from: 'alt', isExact: true },
    { words: fold(title ?? ''), from: 'title', isExact: true },
    { words: fold(linkText ?? ''), from: 'link', isExact: true },
    ...splitFileName(fileName ?? '').map((words) => ({ words, from: 'file name', isExact: false })),
  ];
  return said.filter(({ words }) => words.length > 1);
}

/** Without case, quotes and outer punctuation. @param {string} text */
function fold(text) {
  return text
    .toLowerCase()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[–—]/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s[(«<]+|[\s\])»>]+$/g, '');
}

/** Letters and digits alone. @param {string} text */
function squeeze(text) {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * What a file name may say: the whole of it, and without leading or trailing words such as `nav` or `off`.
 * @param {string} name
 */
function splitFileName(name) {
  const base = name.replace(/^.*[/\\]/, '').replace(/\.[a-z0-9]+$/i, '');
  const words = base.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).filter(Boolean);
  const spans = new Set();
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) spans.add(squeeze(words.slice(from, to).join('')));
  }
  return [...spans].filter((span) => span.length >= 4);
}

/**
 * Whether a letter is what its neighbours call for, where shapes alone cannot tell: `I`, `l`, `1` and their like.
 * @param {string} text @param {number} at
 */
export function isPlausible(text, at) {
  const letter = text[at];
  const head = /[\p{L}\p{N}']*$/u.exec(text.slice(0, at))?.[0] ?? '';
  const tail = /^[\p{L}\p{N}']*/u.exec(text.slice(at + 1))?.[0] ?? '';
  const [before, after, others] = [head.slice(-1), tail.slice(0, 1), head + tail];
  const word = head + letter + tail;
  if (/\p{N}/u.test(letter)) return /^[\d.,:/-]*$/.test(word);
  // Roads are numbered like that: I10.
  if (/\d/.test(word)) return letter === 'I' && head === '' && /^\d+$/.test(tail);
  if (/\p{Lu}/u.test(letter)) {
    if (before && /\p{Ll}/u.test(before)) return false;
    return !before || /^[\p{Lu}']+$/u.test(others) || word === letter;
  }
  if (/\p{Ll}/u.test(letter)) {
    if (before && /\p{Lu}/u.test(before) && after && /\p{Lu}/u.test(after)) return false;
    if (letter === 'l' && !before) return /[aeiouyéèàâ']/.test(after) || /^l(bs?|td|lc|lamas?|cd)$/.test(word);
    return /\p{Ll}/u.test(before) || /\p{Ll}/u.test(after) || /^\p{Lu}$/u.test(others);
  }
  return true;
}
