/** @import { Declaration, Element, Sheet, Text } from '../types.ts' */
/** @import { Options } from 'css-select' */

import { compile } from 'css-select';
import { parse, SelectorType, stringify } from 'css-what';
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
  let test = compiled.get(selector);
  if (!test) {
    test = compileSelector(selector);
    compiled.set(selector, test);
  }
  return test(element);
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
 * What each element may be styled with, for as long as its page and sheets are in use.
 * @type {WeakMap<readonly Sheet[], WeakMap<Element, Declaration[]>>}
 */
const known = new WeakMap();

/**
 * Every declaration that may apply to an element, from sheets in cascade order, its own `style` last.
 * Pseudo-elements are left out: they are boxes of their own.
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 * @returns {readonly Declaration[]}
 */
export function declarationsFor(element, sheets) {
  let ofSheets = known.get(sheets);
  if (!ofSheets) {
    ofSheets = new WeakMap();
    known.set(sheets, ofSheets);
  }
  const found = ofSheets.get(element) ?? findDeclarations(element, sheets);
  ofSheets.set(element, found);
  return found;
}

/**
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 */
function findDeclarations(element, sheets) {
  const found = [];
  for (const sheet of sheets) {
    for (const { selectors, declarations } of boxRulesOf(sheet)) {
      if (selectors.some((selector) => mayMatch(element, selector))) found.push(...declarations);
    }
  }
  const own = element.attributes.get('style');
  if (own) found.push(...parseDeclarations(own.value));
  return found;
}

/** @type {WeakMap<Sheet, { selectors: readonly string[], declarations: readonly Declaration[] }[]>} */
const knownRules = new WeakMap();

/**
 * The rules of a sheet for elements themselves; most sheets style many pages.
 * @param {Sheet} sheet
 */
function boxRulesOf(sheet) {
  const rules =
    knownRules.get(sheet) ??
    sheet.rules
      .map(({ selectors, declarations }) => ({
        selectors: selectors.filter((selector) => !isPseudoElement(selector)),
        declarations,
      }))
      .filter(({ selectors }) => selectors.length > 0);
  knownRules.set(sheet, rules);
  return rules;
}

/** @param {string} selector */
function isPseudoElement(selector) {
  return /::|:(?:before|after|first-line|first-letter)\b/i.test(selector);
}
