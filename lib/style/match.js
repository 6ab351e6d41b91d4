/** @import { Declaration, Element, Sheet, Text } from '../types.ts' */
/** @import { Options } from 'css-select' */

import { compile } from 'css-select';
import { parse, SelectorType, stringify } from 'css-what';
import { readOnce } from '../read-once.js';
import { parseDeclarations } from './parse-sheet.js';

/** Pseudo-classes that hang on the tree alone; all others may hold at some moment, and are taken to hold. */
const STRUCTURAL = new Set(
  'root first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type nth-of-type nth-last-of-type not is where matches empty'.split(
    ' ',
  ),
);

/**
 * @param {Element | Text} node
 * @returns {node is Element}
 */
function isElement(node) {
  return node.tag !== '#text' && node.tag !== '#comment';
}

/** @type {Options<Element | Text, Element>} */
const ADAPTED = {
  xmlMode: false,
  adapter: {
    isTag: isElement,
    getAttributeValue: (element, name) => element.attributes.get(name)?.value,
    getChildren: (node) => ('children' in node ? /** @type {(Element | Text)[]} */ (node.children) : []),
    getName: (element) => element.tag,
    getParent: (node) => node.parent,
    getSiblings: (node) => (node.parent ? /** @type {(Element | Text)[]} */ (node.parent.children) : [node]),
    getText: (node) => ('text' in node ? node.text : ''),
    hasAttrib: (element, name) => element.attributes.has(name),
    removeSubsets: (nodes) => nodes,
    equals: (a, b) => a === b,
  },
};

/** @type {Map<string, (element: Element) => boolean>} */
const compiled = new Map();

/**
 * Whether a selector matches an element, or could at some moment (`:hover`, `:checked`, a pseudo-class not known here).
 * @param {Element} element
 * @param {string} selector
 */
export function mayMatch(element, selector) {
  return testOf(selector)(element);
}

/** @param {string} selector */
function testOf(selector) {
  let test = compiled.get(selector);
  if (!test) {
    test = compileSelector(selector);
    compiled.set(selector, test);
  }
  return test;
}

/**
 * @param {string} selector
 * @returns {(element: Element) => boolean}
 */
function compileSelector(selector) {
  try {
    const parts = parse(selector).map((sequence) =>
      sequence.filter(
        (token) =>
          token.type !== SelectorType.PseudoElement &&
          (token.type !== SelectorType.Pseudo || STRUCTURAL.has(token.name)),
      ),
    );
    if (parts.some((sequence) => sequence.length === 0)) return () => true;
    const test = compile(stringify(parts), ADAPTED);
    return (element) => test(element);
  } catch {
    return () => true;
  }
}

/**
 * Every declaration that may apply to an element, from sheets in cascade order, its own `style` last.
 * Pseudo-elements are left out: they are boxes of their own.
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 * @returns {readonly Declaration[]}
 */
export function declarationsFor(element, sheets) {
  return finderFor(sheets)(element);
}

/** What each element may be styled with, for as long as its page and sheets are in use. */
const finderFor = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  readOnce((/** @type {Element} */ element) => findDeclarations(element, sheets)),
);

/**
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 */
function findDeclarations(element, sheets) {
  const found = [];
  for (const sheet of sheets) {
    for (const { tests, declarations } of boxRulesOf(sheet)) {
      if (tests.some((test) => test(element))) found.push(...declarations);
    }
  }
  const own = element.attributes.get('style');
  if (own) found.push(...parseDeclarations(own.value));
  return found;
}

/** The rules of a sheet for elements themselves; most sheets style many pages. */
const boxRulesOf = readOnce((/** @type {Sheet} */ { rules }) =>
  rules
    .map(({ selectors, declarations }) => ({
      tests: selectors.filter((selector) => !isPseudoElement(selector)).map(testOf),
      declarations,
    }))
    .filter(({ tests }) => tests.length > 0),
);

/** @param {string} selector */
function isPseudoElement(selector) {
  return /::|:(?:before|after|first-line|first-letter)\b/i.test(selector);
}
