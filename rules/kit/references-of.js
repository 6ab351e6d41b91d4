/** @import { Element, Reference } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';

/** Returns the references by element. Cached, because a page may have thousands of images. */
const byElement = readOnce((/** @type {readonly Reference[]} */ references) =>
  Map.groupBy(references, ({ element }) => element),
);

/**
 * Returns the references in an attribute of an element, in order.
 * @param {readonly Reference[]} references references of the page
 * @param {Element | undefined} element
 * @param {string} attribute
 * @returns {readonly Reference[]}
 */
export function referencesOf(references, element, attribute) {
  const own = element ? (byElement(references).get(element.index) ?? []) : [];
  return own.filter((reference) => reference.attribute === attribute);
}
