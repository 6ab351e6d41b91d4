/** @import { Piece } from '../types.ts' */
/** @import { Said } from './judge-text.js' */

import { stripAccents } from './strip-accents.js';
import { listSpans } from './witnesses.js';

/**
 * Returns a reading with the accents that the page or a title of the site writes, if the two differ in nothing else and
 * the pieces have these accents: engines leave them out.
 * @param {string} text @param {readonly Piece[]} pieces @param {Said} said
 */
export function spellAs(text, pieces, { alts, titles, linkTexts, siteTitles = [] }) {
  const letters = [...text];
  const shapes = piecesByLetter(letters, pieces);
  if (!shapes) return [];
  const words = siteTitles.flatMap((title) => listSpans(title, text.split(' ').length));
  return [...alts, ...titles, ...linkTexts, ...words].flatMap((said) => {
    const spelled = [...said.trim().normalize('NFC')];
    if (spelled.length !== letters.length) return [];
    const cased = spelled.map((letter, at) => (isUpper(letters[at]) ? letter.toUpperCase() : letter.toLowerCase()));
    const isSame = cased.every((letter, at) => letter === letters[at] || isAccented(letter, letters[at], shapes[at]));
    return isSame && cased.join('') !== text ? [cased.join('')] : [];
  });
}

/**
 * Returns a reading with the spaces that the page writes, if the two differ in nothing else, and the gaps there are
 * wider than all others: engines miss spaces of narrow fonts.
 * @param {string} text @param {readonly Piece[]} pieces @param {Said} said
 */
export function spaceAs(text, pieces, { alts, titles, linkTexts }) {
  const letters = [...withoutSpaces(text)];
  return [...alts, ...titles, ...linkTexts].flatMap((said) => {
    const written = said.trim().replace(/\s+/g, ' ');
    if (withoutSpaces(written).toLowerCase() !== letters.join('').toLowerCase()) return [];
    const spaced = putSpaces(letters, written);
    return spaced !== text && isGapped(spaced, pieces) ? [spaced] : [];
  });
}

/**
 * Returns true if the gaps between pieces at the spaces of a text are wider than all others.
 * @param {string} text @param {readonly Piece[]} pieces
 */
function isGapped(text, pieces) {
  const letters = [...text];
  if (!piecesByLetter(letters, pieces)) return false;
  const starts = letters.flatMap((letter, at) => (letter === ' ' ? [] : [letters[at - 1] === ' ']));
  const gaps = pieces
    .slice(1)
    .map(({ x }, at) => ({ width: x - pieces[at].x - pieces[at].width, isSpace: starts[at + 1] }));
  const widest = Math.max(...gaps.flatMap(({ width, isSpace }) => (isSpace ? [] : width)));
  return gaps.every(({ width, isSpace }) => !isSpace || width > widest);
}

/**
 * Returns the piece of each character, null for spaces. Returns null if the line has another number of pieces.
 * @param {readonly string[]} letters @param {readonly Piece[]} pieces
 */
function piecesByLetter(letters, pieces) {
  if (letters.filter((letter) => letter !== ' ').length !== pieces.length) return null;
  let next = 0;
  return letters.map((letter) => (letter === ' ' ? null : pieces[next++]));
}

/**
 * Returns true if a letter is another one with an accent, and its piece has a separate part for it.
 * @param {string} letter @param {string} plain @param {Piece | null} piece
 */
function isAccented(letter, plain, piece) {
  return piece !== null && piece.parts > 1 && stripAccents(letter) === stripAccents(plain);
}

/** @param {string} letter */
function isUpper(letter) {
  return letter !== letter.toLowerCase();
}

/**
 * Returns letters with the spaces of another text of the same length.
 * @param {readonly string[]} letters @param {string} like
 */
export function putSpaces(letters, like) {
  let next = 0;
  return [...like].map((letter) => (letter === ' ' ? ' ' : letters[next++])).join('');
}

/** @param {string} text */
export function withoutSpaces(text) {
  return text.replaceAll(' ', '');
}
