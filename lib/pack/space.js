/** @import { Selector } from 'css-what' */
/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { isTraversal, parse, SelectorType } from 'css-what';
import postcss from 'postcss';

const HTML = 'http://www.w3.org/1999/xhtml';

/** Elements in which every space counts. */
const VERBATIM = new Set('pre textarea listing xmp plaintext script style iframe noembed noframes math'.split(' '));

/** Text that a script of the page draws or formats, line by line. */
const READ_BY_LINES = /(?:^|\s)(?:mermaid|markdown|plantuml|language-\S+|lang-\S+)(?:\s|$)/;

/**
 * The selectors of a style sheet whose elements show every space or line break: `white-space: pre` and its kin.
 * @param {string} css
 * @returns {string[]}
 */
export function findSpaceSelectors(css) {
  if (!/white-space/i.test(css)) return [];
  /** @type {string[]} */
  const found = [];
  let root;
  try {
    root = postcss.parse(css.replaceAll(/<!--|-->/g, ''));
  } catch {
    // A browser reads on where a parser gives up: then any element may be meant.
    return ['*'];
  }
  root.walkDecls(/^white-space(?:-collapse)?$/i, (declaration) => {
    const rule = declaration.parent;
    if (showsSpace(declaration.value) && rule?.type === 'rule') {
      found.push(.../** @type {postcss.Rule} */ (rule).selectors);
    }
  });
  return found;
}

/** @param {string} value */
function showsSpace(value) {
  return !/^\s*(?:normal|nowrap|collapse|initial)\s*(?:!\s*important\s*)?$/i.test(value);
}

/**
 * A test whether an element shows its white space as written, by its name, attributes and the selectors that say so.
 * A selector counts by its last part alone, so that it may match too much, never too little.
 * @param {readonly string[]} selectors
 * @returns {(element: Tree.Element) => boolean}
 */
export function keepsSpaceBy(selectors) {
  const parts = [...new Set(selectors)].map(lastPartOf);
  const everywhere = parts.some((part) => part === null);
  return (element) =>
    everywhere ||
    VERBATIM.has(element.tagName) ||
    (element.namespaceURI === HTML ? false : /^(?:text|tspan|textPath|style|title|desc)$/.test(element.tagName)) ||
    hasOwnReason(element) ||
    parts.some((part) => part !== null && matches(element, part));
}

/** @param {Tree.Element} element */
function hasOwnReason(element) {
  return element.attrs.some(
    ({ name, value }) =>
      (name === 'style' && /white-space[a-z-]*\s*:(?!\s*(?:normal|nowrap)\b)/i.test(value)) ||
      (name === 'class' && READ_BY_LINES.test(value)) ||
      name === 'data-markdown' ||
      (name === 'space' && value === 'preserve') ||
      (name === 'xml:space' && value === 'preserve'),
  );
}

/** @typedef {{ tag: string | null, classes: string[], id: string | null }} Part */

/**
 * Null where a selector may match anything. What `.code *` matches lies within `.code`, and white space is inherited.
 * @param {string} selector
 * @returns {Part | null}
 */
function lastPartOf(selector) {
  let tokens;
  try {
    tokens = parse(selector)[0] ?? [];
  } catch {
    return null;
  }
  for (let end = tokens.length; end > 0; ) {
    const combinator = tokens.findLastIndex((token, index) => index < end && isTraversal(token));
    const part = partOf(tokens.slice(combinator + 1, end));
    if (part) return part;
    const within = tokens[combinator]?.type;
    if (within !== SelectorType.Descendant && within !== SelectorType.Child) return null;
    end = combinator;
  }
  return null;
}

/**
 * @param {Selector[]} tokens
 * @returns {Part | null}
 */
function partOf(tokens) {
  /** @type {Part} */
  const part = { tag: null, classes: [], id: null };
  for (const token of tokens) {
    if (token.type === SelectorType.Tag) part.tag = token.name.toLowerCase();
    else if (token.type === SelectorType.Attribute && token.name === 'class' && token.action === 'element') {
      part.classes.push(token.value.toLowerCase());
    } else if (token.type === SelectorType.Attribute && token.name === 'id' && token.action === 'equals') {
      part.id = token.value.toLowerCase();
    }
  }
  return part.tag === null && part.id === null && part.classes.length === 0 ? null : part;
}

/**
 * @param {Tree.Element} element
 * @param {Part} part
 */
function matches(element, { tag, classes, id }) {
  if (tag !== null && tag !== element.tagName.toLowerCase()) return false;
  if (id !== null && attribute(element, 'id').toLowerCase() !== id) return false;
  if (classes.length === 0) return true;
  const own = attribute(element, 'class').toLowerCase().split(/\s+/);
  return classes.every((name) => own.includes(name));
}

/**
 * @param {Tree.Element} element
 * @param {string} name
 */
function attribute(element, name) {
  return element.attrs.find((entry) => entry.name === name)?.value ?? '';
}
