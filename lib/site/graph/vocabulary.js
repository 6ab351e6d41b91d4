/** @import { Page } from '../types.ts' */

import { readOnce } from '../../base/read-once.js';

/**
 * The names by which a page's elements can be selected, each once. Classes and ids are texts from `joinNames`: a large
 * page has hundreds, and one text takes a fraction of the memory of as many.
 * @typedef {{ tags: readonly string[], classes: string, ids: string }} Vocabulary
 */

/** Separates names. No attribute contains it, because parsers replace it. */
const SEPARATOR = '\0';

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
  return { tags: [...tags], classes: joinNames(classes), ids: joinNames(ids) };
}

/** Returns names as one text. @param {Iterable<string>} names */
export function joinNames(names) {
  const all = [...names];
  return all.length === 0 ? '' : ['', ...all, ''].join(SEPARATOR);
}

/** Returns the names of a text from `joinNames`. @param {string} text */
export function listNames(text) {
  return text === '' ? [] : text.slice(1, -1).split(SEPARATOR);
}

/**
 * Returns true if one of a rule's selectors can match on a page, by names alone. A rule without selectors
 * (`@font-face`) can match.
 * @param {readonly string[]} selectors
 * @param {Vocabulary} vocabulary
 */
export function canApply(selectors, vocabulary) {
  return selectors.length === 0 || namesIn(selectors).some((names) => namesExist(names, vocabulary));
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

/** @typedef {{ kind: 'tags' | 'classes' | 'ids', name: string }} SelectorName */

/** Returns the names in each selector of a rule. */
const namesIn = readOnce((/** @type {readonly string[]} */ selectors) =>
  selectors.map((selector) => {
    const bare = selector.replace(/:(?:not|is|where|has)\([^)]*\)?|\[[^\]]*\]?|::?[\w-]+(?:\([^)]*\)?)?/g, '');
    return Array.from(bare.matchAll(/([.#]?)([\w-]+)/g), ([, mark, name]) => nameOf(mark, name));
  }),
);

/** @param {string} mark @param {string} name @returns {SelectorName} */
function nameOf(mark, name) {
  if (mark === '') return { kind: 'tags', name: name.toLowerCase() };
  return { kind: mark === '.' ? 'classes' : 'ids', name };
}

/** @param {readonly SelectorName[]} names @param {Vocabulary} vocabulary */
function namesExist(names, vocabulary) {
  return names.every(({ kind, name }) =>
    kind === 'tags' ? vocabulary.tags.includes(name) : vocabulary[kind].includes(SEPARATOR + name + SEPARATOR),
  );
}
