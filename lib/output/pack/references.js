/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { parseFragment } from 'parse5';

const REFERENCE = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);/gi;
/**
 * Characters whose references are shortened. Other ASCII characters are written as references on purpose, such as mail
 * addresses.
 */
const MARKS_OF_TEXT = /^["'>&]$/;
const MARKS_OF_VALUES = /^&$/;
/** Characters that are visible in the source, and no-break spaces. */
const PRINTABLE = /^[^\p{ASCII}\p{C}\p{Z}]$|^\u00a0$/u;
const MAY_BEGIN_REFERENCE = /^[a-z\d#]/i;

/**
 * @typedef {{ isAscii: boolean }} Encoded `isAscii`: the page must not hold other characters, or has none yet and reads
 *   the same in any encoding
 */

/**
 * Returns a text between two tags with its character references written as characters, if it reads the same.
 * @param {string} raw
 * @param {Encoded} encoded
 */
export function shortenText(raw, { isAscii }) {
  if (!raw.includes('&')) return raw;
  const short = raw.replaceAll(REFERENCE, (reference, at) => {
    const character = characterOf(reference);
    const isSafe = character !== '&' || !MAY_BEGIN_REFERENCE.test(raw.slice(at + reference.length));
    return isSafe && (MARKS_OF_TEXT.test(character) || (!isAscii && PRINTABLE.test(character))) ? character : reference;
  });
  return short === raw || textOf(short) === textOf(raw) ? short : raw;
}

/**
 * Does the same for the value of an attribute, whose quotes stay references.
 * @param {string} raw
 * @param {Encoded} encoded
 */
export function shortenValue(raw, { isAscii }) {
  if (!raw.includes('&')) return raw;
  const short = raw.replaceAll(REFERENCE, (reference) => {
    const character = characterOf(reference);
    return MARKS_OF_VALUES.test(character) || (!isAscii && PRINTABLE.test(character)) ? character : reference;
  });
  return short === raw || attributeOf(short) === attributeOf(raw) ? short : raw;
}

/** @type {Map<string, string>} */
const characters = new Map();

/** @param {string} reference */
function characterOf(reference) {
  const character = characters.get(reference) ?? textOf(reference);
  characters.set(reference, character);
  return character;
}

/** @param {string} text without tags */
function textOf(text) {
  const [node] = parseFragment(text).childNodes;
  return node && 'value' in node ? node.value : '';
}

/** @param {string} raw */
function attributeOf(raw) {
  const quote = raw.includes('"') ? "'" : '"';
  const [node] = parseFragment(`<a b=${quote}${raw}${quote}>`).childNodes;
  return 'attrs' in node ? node.attrs[0].value : raw;
}
