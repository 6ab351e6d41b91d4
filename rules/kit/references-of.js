/** @import { Element, Reference } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';

/** The references of each element: pages with thousands of images ask for those of each. */
const byElement = readOnce((/** @type {readonly Reference[]} */ references) =>
  Map.groupBy(references, ({ element }) => element),
);

/**
 * Returns the references that an attribute of an element holds, in their order.
 * @param {readonly Reference[]} references of the page
 * @param {Element | undefined} element
 * @param {string} attribute
 * @returns {readonly Reference[]}
 */
export function referencesOf(references, element, attribute) {
  const own = element ? (byElement(references).get(element.index) ?? []) : [];
  return own.filter((reference) => reference.attribute === attribute);
}
