/** @import { Delivery } from '../serve/delivery.js' */

import { quoteExpression } from './quote.js';

/**
 * Addresses of files that never change under their names, as a pattern that later deploys fit as well. Each part is a
 * regular expression of printable ASCII (see `quoteExpression`).
 * @typedef {object} LastingPattern
 * @property {string} before what stands before the digest
 * @property {string} digest
 * @property {string} after what follows the digest
 * @property {string} url the same as a URL pattern
 */

/** Names that a pattern covers contain no other characters, also in later deploys. */
const ANY_NAME = '[A-Za-z0-9._@~-]*';

/**
 * Creates one pattern for each folder and shape of names. Leaves out a pattern that a changing file would fit.
 * @param {Delivery} delivery
 * @returns {LastingPattern[]}
 */
export function lastingPatterns({ lasting, changing }) {
  const neighbours = Map.groupBy(changing, folderOf);
  /** @type {Map<string, { pattern: LastingPattern, folder: string }>} */
  const patterns = new Map();
  for (const [path, place] of lasting) {
    if (!place) continue;
    const pattern = patternOf(path, place);
    patterns.set(expressionOf(pattern), { pattern, folder: folderOf(path) });
  }
  return [...patterns].flatMap(([expression, { pattern, folder }]) => {
    const matcher = asRegExp(expression);
    const isMixed = (neighbours.get(folder) ?? []).some((path) => matcher.test(`/${path}`));
    return isMixed ? [] : [pattern];
  });
}

/**
 * @param {string} path
 * @param {import('../../site/text/digest-name.js').DigestPlace} place
 * @returns {LastingPattern}
 */
function patternOf(path, { start, end }) {
  const folder = folderOf(path);
  const digest = path.slice(start, end);
  const mark = start === folder.length ? '' : path[start - 1];
  const letters = /^[\da-f]+$/.test(digest) ? '[0-9a-f]' : '[A-Za-z0-9_-]';
  return {
    before: `/${quoteExpression(folder)}${mark && ANY_NAME}${quoteExpression(mark)}`,
    digest: `${letters}{${digest.length}}`,
    after: quoteExpression(path.slice(end)),
    url: `/${folder}${mark && '*'}${mark}*${path.slice(end)}`,
  };
}

/**
 * Returns a pattern as one regular expression that matches whole addresses, for PCRE and RE2. `\z` is used because `$`
 * also matches before a line end at the end.
 * @param {LastingPattern} pattern
 */
export function expressionOf({ before, digest, after }) {
  return `^${before}${digest}${after}\\z`;
}

/** @param {string} expression */
function asRegExp(expression) {
  return new RegExp(expression.replace(/\\z$/, '$'));
}

/** @param {string} path */
function folderOf(path) {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
