/** @import { Element, Text } from '../../lib/types.ts' */

import { dimensionOf } from './dimension.js';

/**
 * Whether an image shares a cell without a width with other inline content: in quirks mode images do not let such a line break, boxes do.
 * @see https://quirks.spec.whatwg.org/#the-table-cell-width-calculation-quirk
 * @param {Element} element
 */
export function wrapsInCell(element) {
  let unit = element;
  while (unit.parent && /^(?:a|font|b|i|span|center)$/.test(unit.parent.tag)) {
    if (unit.parent.children.some((node) => node !== unit && isInline(node))) return insideOpenCell(element);
    unit = unit.parent;
  }
  return Boolean(unit.parent?.children.some((node) => node !== unit && isInline(node))) && insideOpenCell(element);
}

/**
 * Whether an image is in a cell that takes its width from its images, in a table that does not give them ample room.
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

/** @param {Text | Element} node */
function isInline(node) {
  if (node.tag === '#comment') return false;
  if (node.tag === '#text') return /** @type {Text} */ (node).text.trim() !== '';
  return !/^(?:br|p|div|table|ul|ol|dl|h[1-6]|hr|center|script|style)$/.test(node.tag);
}
