/** @import { Element, Text } from '../../lib/site/types.ts' */

import { present } from '../../lib/base/present.js';
import { dimensionOf } from './dimension.js';

const REPLACED =
  /^(?:img|input|select|textarea|button|object|embed|iframe|canvas|video|audio|svg|applet|meter|progress)$/;
const BLOCK = /^(?:br|p|div|table|ul|ol|dl|h[1-6]|hr|center|td|th|tr|li|dd|dt|form|body|blockquote|address|pre)$/;
const UNSEEN = /^(?:#comment|script|style|noscript|template|map|link|meta)$/;
const SPACE = /[ \t\n\f\r]/;

/**
 * Returns true if an image touches other inline content without white space, in a cell without a width. In quirks mode
 * such a line does not break at images, but it does at boxes, so the cell would become narrower.
 * @see https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk
 * @param {Element} element
 */
export function wrapsInCell(element) {
  return insideOpenCell(element) && (touchesInline(element, -1) || touchesInline(element, 1));
}

/**
 * Returns the cell of an image if nothing else than images is in it, none of them with white space between it and the
 * next: without line breaks, it is as wide with boxes as with images.
 * @param {Element} element
 * @returns {Element | null}
 */
export function cellOfImages(element) {
  let cell = element.parent;
  while (cell && !/^t[dh]$/.test(cell.tag)) cell = cell.parent;
  return cell && !/x|is+i/.test(cell.children.map(signOf).join('')) ? cell : null;
}

/**
 * Returns signs for the content of a node: `i` for an image, `s` for white space, `b` for the end of a line, `x` for
 * anything else.
 * @param {Text | Element} node
 * @returns {string}
 */
function signOf(node) {
  if (UNSEEN.test(node.tag) || node.tag === 'img') return node.tag === 'img' ? 'i' : '';
  if ('text' in node) return node.text.trim() === '' ? 's'.repeat(Math.min(1, node.text.length)) : 'x';
  if (REPLACED.test(node.tag) || node.tag === 'table') return 'x';
  const inner = node.children.map(signOf).join('');
  return BLOCK.test(node.tag) ? `b${inner}b` : inner;
}

/** @param {Element} element @param {-1 | 1} step */
function touchesInline(element, step) {
  for (let unit = element; unit.parent && !BLOCK.test(unit.tag); unit = unit.parent) {
    const siblings = unit.parent.children;
    for (let at = siblings.indexOf(unit) + step; at in siblings; at += step) {
      const touches = isInlineAt(siblings[at], step);
      if (touches !== null) return touches;
    }
  }
  return false;
}

/**
 * Returns true if a sibling of an image is inline content at its near end, or null if the sibling is invisible.
 * @param {Text | Element} node @param {-1 | 1} step
 * @returns {boolean | null}
 */
function isInlineAt(node, step) {
  if (UNSEEN.test(node.tag)) return null;
  if ('text' in node) return node.text === '' ? null : !SPACE.test(present(node.text.at(step > 0 ? 0 : -1)));
  if (BLOCK.test(node.tag)) return false;
  if (REPLACED.test(node.tag)) return true;
  const inner = step > 0 ? node.children : node.children.toReversed();
  for (const child of inner) {
    const touches = isInlineAt(child, step);
    // A line does not break at a space inside such an element.
    if (touches !== null) return touches || node.tag === 'nobr';
  }
  return null;
}

/**
 * Returns true if an image is in a cell that takes its width from its images, in a table without ample width.
 * @param {Element} element
 */
function insideOpenCell(element) {
  let cell = null;
  let room = 0;
  for (let above = element.parent; above; above = above.parent) {
    cell ??= /^t[dh]$/.test(above.tag) ? above : null;
    const width = above.tag === 'table' ? dimensionOf(above, 'width') : null;
    if (width && !width.percent) room = Math.max(room, width.value);
  }
  if (!cell || cell.attributes.has('width') || cell.attributes.has('nowrap')) return false;
  return widthOfImages(cell) * 2 > room;
}

/**
 * @param {Element} element
 * @returns {number}
 */
function widthOfImages(element) {
  if (element.tag === 'img') return dimensionOf(element, 'width')?.value ?? Number.POSITIVE_INFINITY;
  return element.children.reduce((sum, child) => sum + ('children' in child ? widthOfImages(child) : 0), 0);
}
