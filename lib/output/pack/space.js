/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { matcherOf, selectorsThatSet } from './last-part.js';

const HTML = 'http://www.w3.org/1999/xhtml';

/** Elements in which every space counts. */
const VERBATIM = new Set('pre textarea listing xmp plaintext script style iframe noembed noframes math'.split(' '));

const WHITE_SPACE = /^white-space(?:-collapse)?$/;

/** Elements whose text is drawn or formatted line by line by a script. */
const READ_BY_LINES = /(?:^|\s)(?:mermaid|markdown|plantuml|language-\S+|lang-\S+)(?:\s|$)/;

/**
 * Returns the selectors of a style sheet whose elements show every space or line break: `white-space: pre` and similar.
 * @param {string} css
 * @returns {string[]}
 */
export function findSpaceSelectors(css) {
  if (!/white-space/i.test(css)) return [];
  return selectorsThatSet(css, [(property, value) => WHITE_SPACE.test(property) && showsSpace(value)])[0];
}

/** @param {string} value */
function showsSpace(value) {
  return !/^\s*(?:normal|nowrap|collapse|initial)\s*(?:!\s*important\s*)?$/i.test(value);
}

/**
 * Creates a test whether an element shows its white space as written, by its name, attributes and the matching
 * selectors.
 * @param {readonly string[]} selectors
 * @returns {(element: Tree.Element) => boolean}
 */
export function keepsSpaceBy(selectors) {
  const isNamed = matcherOf(selectors, { isInherited: true });
  return (element) =>
    !isNamed ||
    VERBATIM.has(element.tagName) ||
    (element.namespaceURI === HTML ? false : /^(?:text|tspan|textPath|style|title|desc)$/.test(element.tagName)) ||
    hasOwnReason(element) ||
    isNamed(element);
}

/** @param {Tree.Element} element */
function hasOwnReason(element) {
  return element.attrs.some(
    ({ name, value }) =>
      (name === 'style' && /white-space(?:-[a-z]+)?\s*:(?!\s*(?:normal|nowrap)\b)/i.test(value)) ||
      (name === 'class' && READ_BY_LINES.test(value)) ||
      name === 'data-markdown' ||
      (name === 'space' && value === 'preserve') ||
      (name === 'xml:space' && value === 'preserve'),
  );
}
