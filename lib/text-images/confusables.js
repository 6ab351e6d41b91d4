/** Letters that look alike at small sizes; each may stand for any other of its group. */
const GROUPS = [
  'Il1|!i¡',
  'ijt',
  'ltf',
  'ceoas',
  'OQ0DCGo',
  'S5s8B3',
  'Z2z7',
  'G6Cb',
  'gq9yç',
  'uvnra',
  'hbkn',
  'EFBRP',
  'VYUv',
  'MNHWm',
  'KXk',
  'wW',
  'xX',
  'cC',
  'pP',
  'AR4',
  'TIJ7',
  'Ll',
  '.,',
  ':;',
  '-~–—',
  '\'"‘’“”',
  'lł',
  'LŁ',
  'dđ',
  'DĐ',
  'aàáâäãå',
  'AÀÁÂÄÃÅ',
  'eèéêë',
  'EÈÉÊË',
  'iìíîï',
  'IÌÍÎÏ',
  'oòóôöõø',
  'aeø',
  'OÒÓÔÖÕØ',
  'uùúûü',
  'UÙÚÛÜ',
  'nñ',
  'NÑ',
  'cç',
  'CÇ',
  'yÿý',
  'YŸÝ¥',
  'sšş',
  'SŠŞ$§',
  '5§',
  '%½¼¾',
  'zž',
  'ZŽ',
  'EÆŒ£€',
  'AÆ',
  'aæ',
  'xX×',
  'uµ',
  '8&',
  '3B8ß',
  'T†‡',
  't†',
  '?¿',
  '(C',
  '*"°¹',
  '•·*-',
  '<‹«',
  '>›»',
];

const PAIRS = [
  ['rn', 'm'],
  ['nn', 'm'],
  ['cl', 'd'],
  ['vv', 'w'],
  ['VV', 'W'],
  ['li', 'h'],
  ['ri', 'n'],
  ['fi', 'h'],
  ['ii', 'u'],
  ['ll', 'U'],
  ['lJ', 'U'],
  ['>>', '»'],
  ['<<', '«'],
  ['ae', 'æ'],
  ['oe', 'œ'],
  ['ce', 'œ'],
  ['AE', 'Æ'],
  ['OE', 'Œ'],
  ['CE', 'Œ'],
  ['(E', 'Œ'],
];

/**
 * @typedef {object} Variant a part of a text replaced
 * @property {number} at
 * @property {number} length
 * @property {string} letters
 */

/**
 * Letters of a text, each with what it could be taken for.
 * @param {string} text
 * @returns {Variant[]}
 */
export function listVariants(text) {
  /** @type {Variant[]} */
  const variants = [];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === ' ') continue;
    const others = new Set([...listAlike(letter), ...listAccented(letter)]);
    others.delete(letter);
    for (const other of others) variants.push({ at, length: 1, letters: other });
    for (const [one, other] of PAIRS) {
      if (text.startsWith(one, at)) variants.push({ at, length: one.length, letters: other });
      if (text.startsWith(other, at)) variants.push({ at, length: other.length, letters: one });
    }
  }
  return variants;
}

/** @param {string} letter */
function listAlike(letter) {
  return GROUPS.filter((group) => group.includes(letter)).flatMap((group) => [...group]);
}

/** Letters that look like an accented one's, under the same accent. @param {string} letter */
function listAccented(letter) {
  const [base, ...marks] = letter.normalize('NFD');
  const others = marks.length ? listAlike(base).map((other) => (other + marks.join('')).normalize('NFC')) : [];
  return others.filter((other) => other.length === 1);
}

/**
 * Letters whose shapes are the same or nearly so in many faces: only their neighbours tell.
 * @param {string} one
 * @param {string} other
 */
export function isHomoglyphOf(one, other) {
  return ['Il1|!', 'O0', "'`"].some((group) => group.includes(one) && group.includes(other));
}

/** Pairs that readers do take for each other. @param {string} one @param {string} other */
export function isEasilyTaken(one, other) {
  return [
    'ceoa',
    'Iltij1!|',
    'hbn',
    'gqy',
    'uvn',
    'ft',
    '.,',
    ':;',
    '\'"',
    'S5s',
    'B83ß',
    'T†‡',
    't†',
    'Z2z',
    'O0Q',
    'CcG6',
    '17',
    'xX',
    'vVY',
    'wW',
    'kK',
    'pP',
    'uU',
    'oO',
  ].some((group) => group.includes(one) && group.includes(other));
}

/** Letters whose mark no form of Unicode parts from them. @type {Readonly<Record<string, string>>} */
const BARE = Object.freeze({ ø: 'o', Ø: 'O', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' });

/** A text without its accents. @param {string} text */
export function stripAccents(text) {
  return text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[øØæÆœŒłŁđĐ]/g, (letter) => BARE[letter]);
}
