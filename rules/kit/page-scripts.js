/** @import { AnyNode } from 'acorn' */
/** @import { Page, Range } from '../../lib/site/types.ts' */

import { codeOf } from '../../lib/site/page/code.js';
import { isText } from '../../lib/site/page/tree.js';
import { parseScript } from '../../lib/site/text/script-tree.js';

/**
 * Returns the scripts in a page that match a pattern, and whose text can be edited in place. `placeOf` returns the
 * place in the page of a place in the text. Their trees are large, so callers cache what they find in them.
 * @param {Page} page @param {RegExp} pattern
 * @returns {{ text: string, body: readonly AnyNode[], placeOf: (at: Range) => Range }[]}
 */
export function listScripts(page, pattern) {
  return codeOf(page).flatMap(({ text, attribute, element }) => {
    if (attribute || !pattern.test(text)) return [];
    const node = page.elements[element].children.filter(isText).find((child) => child.text === text);
    const shift = node && shiftsIn(page.source.slice(node.range.start, node.range.end), text);
    if (!shift) return [];
    const placeOf = (/** @type {Range} */ { start, end }) => ({
      start: node.range.start + start + shift(start),
      end: node.range.start + end + shift(end),
    });
    return { text, body: parseScript(text)?.body ?? [], placeOf };
  });
}

/**
 * Returns the count of characters that source code has before a place more than a parsed text, in which a line ends
 * with one character. Returns null if they differ in something else.
 * @param {string} source @param {string} text
 * @returns {((at: number) => number) | null}
 */
function shiftsIn(source, text) {
  if (source === text) return () => 0;
  if (source.replaceAll('\r\n', '\n') !== text) return null;
  const ends = [...source.matchAll(/\r\n/g)].map(({ index }, before) => index - before);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < at) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
