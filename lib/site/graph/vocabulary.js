/** @import { Page } from '../types.ts' */

/**
 * The names by which a page's elements can be selected.
 * @typedef {{ tags: ReadonlySet<string>, classes: ReadonlySet<string>, ids: ReadonlySet<string> }} Vocabulary
 */

/**
 * @param {Page} page
 * @returns {Vocabulary}
 */
export function vocabularyOf(page) {
  const tags = new Set(['html', 'head', 'body']);
  const classes = new Set();
  const ids = new Set();
  for (const element of page.elements) {
    tags.add(element.tag);
    const id = element.attributes.get('id')?.value;
    if (id) ids.add(id);
    for (const name of element.attributes.get('class')?.value.split(/\s+/) ?? []) if (name) classes.add(name);
  }
  return { tags, classes, ids };
}

/**
 * Returns true if one of a rule's selectors can match on a page, by names alone. A rule without selectors
 * (`@font-face`) can match.
 * @param {readonly string[]} selectors
 * @param {Vocabulary} vocabulary
 */
export function canApply(selectors, vocabulary) {
  return selectors.length === 0 || selectors.some((selector) => namesExist(selector, vocabulary));
}

/** States that need an action of the visitor. `:not(:hover)` holds at rest. */
const TOUCHED = /:(?:hover|active|focus(?:-visible|-within)?)(?![\w-])/i;

/**
 * Returns true if a rule may apply before a visitor interacts. Files that only other rules name are not loaded with the
 * page.
 * @param {readonly string[]} selectors
 */
export function mayApplyAtRest(selectors) {
  return selectors.length === 0 || selectors.some((selector) => !TOUCHED.test(selector.replace(/:not\([^)]*\)/gi, '')));
}

/**
 * @param {string} selector
 * @param {Vocabulary} vocabulary
 */
function namesExist(selector, { tags, classes, ids }) {
  const bare = selector.replace(/:(?:not|is|where|has)\([^)]*\)?|\[[^\]]*\]?|::?[\w-]+(?:\([^)]*\)?)?/g, '');
  for (const [, mark, name] of bare.matchAll(/([.#]?)([\w-]+)/g)) {
    const known = mark === '.' ? classes.has(name) : mark === '#' ? ids.has(name) : tags.has(name.toLowerCase());
    if (!known) return false;
  }
  return true;
}
