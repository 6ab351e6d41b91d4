/** @import { Page } from '../../lib/types.ts' */

/**
 * A reader that reads each page once, however many rules ask: pages never change, and are let go with what was read of them.
 * @template {object} T
 * @param {(page: Page) => T} read
 * @returns {(page: Page) => T}
 */
export function oncePerPage(read) {
  /** @type {WeakMap<Page, T>} */
  const known = new WeakMap();
  return (page) => {
    const found = known.get(page) ?? read(page);
    known.set(page, found);
    return found;
  };
}
