/** @import { Delivery } from '../serve/delivery.js' */

/**
 * Addresses of files that never change under their names, as a pattern that later deploys fit as well.
 * @typedef {object} LastingPattern
 * @property {string} before a regular expression of what stands before the digest
 * @property {string} digest and of the digest
 * @property {string} after and of what follows
 */

const LETTERS_OF_EXPRESSIONS = /[\\^$.*+?()[\]{}|/]/g;

/**
 * One pattern for each folder and shape of names; a name that its pattern would take for one that changes is left out.
 * @param {Delivery} delivery
 * @returns {LastingPattern[]}
 */
export function lastingPatterns({ lasting, changing }) {
  /** @type {Map<string, LastingPattern>} */
  const patterns = new Map();
  for (const [path, place] of lasting) {
    if (!place) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const digest = path.slice(place.start, place.end);
    const isBare = place.start === folder.length;
    const mark = isBare ? '' : `[^/]*${quote(path[place.start - 1])}`;
    const letters = /^[\da-f]+$/.test(digest) ? '[0-9a-f]' : '[A-Za-z0-9_-]';
    const pattern = {
      before: `/${quote(folder)}${mark}`,
      digest: `${letters}{${digest.length}}`,
      after: quote(path.slice(place.end)),
    };
    patterns.set(expressionOf(pattern), pattern);
  }
  return [...patterns]
    .filter(([expression]) => !changing.some((path) => new RegExp(expression).test(`/${path}`)))
    .map(([, pattern]) => pattern);
}

/** @param {LastingPattern} pattern */
export function expressionOf({ before, digest, after }) {
  return `^${before}${digest}${after}$`;
}

/** @param {string} text */
function quote(text) {
  return text.replace(LETTERS_OF_EXPRESSIONS, (letter) => (letter === '/' ? letter : `\\${letter}`));
}
