/** @import { Element, Page, Text } from '../types.ts' */

/**
 * Returns the elements around an element, nearest first.
 * @param {Element | Text} node
 * @returns {Element[]}
 */
export function ancestorsOf(node) {
  const found = [];
  for (let above = node.parent; above; above = above.parent) found.push(above);
  return found;
}

/** @param {Element | Text} node @returns {node is Text} */
export function isText(node) {
  return node.tag === '#text';
}

/**
 * Returns the text inside an element as written in its source.
 * @param {Element} element
 * @returns {string}
 */
export function textOf(element) {
  /** @type {(Element | Text)[]} */
  const stack = [...element.children].reverse();
  let text = '';
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isText(node)) text += node.text;
    else if (node.tag !== '#comment') stack.push(.../** @type {Element} */ (node).children.toReversed());
  }
  return text;
}

/**
 * Returns the children of an element's parent, or of the page for one at the top.
 * @param {Page} page
 * @param {Element | Text} node
 */
export function siblingsOf(page, node) {
  return node.parent ? node.parent.children : page.children;
}
