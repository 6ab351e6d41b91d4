/** Letters that look alike at small sizes; each may stand for any other of its group. */
const GROUPS = [
  'Il1|!i',
  'ijt',
  'ltf',
  'ceoas',
  'OQ0DCGo',
  'S5s8B3',
  'Z2z7',
  'G6Cb',
  'gq9y',
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
  'aàáâäå',
  'AÀÁÂÄÅ',
  'eèéêë',
  'EÈÉÊË',
  'iìíîï',
  'IÌÍÎÏ',
  'oòóôöø',
  'OÒÓÔÖØ',
  'uùúûü',
  'UÙÚÛÜ',
  'nñ',
  'NÑ',
  'cç',
  'CÇ',
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
    const others = new Set(GROUPS.filter((group) => group.includes(letter)).flatMap((group) => [...group]));
    others.delete(letter);
    for (const other of others) variants.push({ at, length: 1, letters: other });
    for (const [one, other] of PAIRS) {
      if (text.startsWith(one, at)) variants.push({ at, length: one.length, letters: other });
      if (text.startsWith(other, at)) variants.push({ at, length: other.length, letters: one });
    }
  }
  return variants;
}
