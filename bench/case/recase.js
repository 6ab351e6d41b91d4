/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { parse } from 'parse5';
import { makeRandom } from '../random.js';

/** @typedef {'lower' | 'upper' | 'mixed'} Case */

/** @type {readonly Case[]} */
export const CASES = ['lower', 'upper', 'mixed'];

/**
 * Changes the case of the tag and attribute names of a page, and nothing else.
 * @param {string} source
 * @param {Case} name `mixed` chooses the case of each character at random with a fixed seed
 */
export function recase(source, name) {
  const letters = [...source];
  const change = casing(name);
  for (const [start, end] of findNames(parse(source, { sourceCodeLocationInfo: true }), source)) {
    for (let at = start; at < end; at++) letters[at] = change(letters[at]);
  }
  return letters.join('');
}

/**
 * @param {Case} name
 * @returns {(letter: string) => string}
 */
function casing(name) {
  if (name === 'lower') return (letter) => letter.toLowerCase();
  if (name === 'upper') return (letter) => letter.toUpperCase();
  const random = makeRandom(1997);
  return (letter) => (random() >= 0.5 ? letter.toUpperCase() : letter.toLowerCase());
}

/**
 * Returns the ranges of tag and attribute names, in source order.
 * @param {Tree.Document} document
 * @param {string} source
 * @returns {[start: number, end: number][]}
 */
function findNames(document, source) {
  /** @type {[number, number][]} */
  const found = [];
  /** @type {Tree.Node[]} */
  const stack = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if ('childNodes' in node) stack.push(...node.childNodes);
    if (!('tagName' in node) || !node.sourceCodeLocation) continue;
    const { startTag, endTag, attrs } = node.sourceCodeLocation;
    if (startTag) found.push([startTag.startOffset + 1, startTag.startOffset + 1 + node.tagName.length]);
    if (endTag) found.push([endTag.startOffset + 2, endTag.startOffset + 2 + node.tagName.length]);
    for (const { startOffset, endOffset } of Object.values(attrs ?? {})) {
      const [name] = /^[^\s=]+/.exec(source.slice(startOffset, endOffset)) ?? [''];
      found.push([startOffset, startOffset + name.length]);
    }
  }
  return found.sort(([a], [b]) => a - b);
}
