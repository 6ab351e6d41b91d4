/** @import { Declaration, Element, Sheet, StyleRule, Text } from '../types.ts' */
/** @import { Options } from 'css-select' */
/** @import { Selector, UniversalSelector } from 'css-what' */

import { compile } from 'css-select';
import { isTraversal, parse, SelectorType } from 'css-what';
import { readOnce } from '../../base/read-once.js';
import { parseDeclarations } from './parse-sheet.js';

/** Pseudo-classes that hang on the tree alone; all others may hold at some moment, and are taken to hold. */
const STRUCTURAL = new Set(
  (
    'root first-child last-child only-child nth-child nth-last-child first-of-type last-of-type only-of-type ' +
    'nth-of-type nth-last-of-type not is where matches empty'
  ).split(' '),
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

/**
 * A selector made ready: the tag of all that it may match (null: any), and whether it may match an element.
 * @typedef {{ tag: string | null, test: (element: Element) => boolean }} Compiled
 */

/** @type {UniversalSelector} */
const ANY = Object.freeze({ type: SelectorType.Universal, namespace: null });

/** @type {Compiled} */
const MATCHES_ANY = { tag: null, test: () => true };

/** @type {Map<string, Compiled>} */
const compiled = new Map();

/**
 * Whether a selector matches an element, or could at some moment (`:hover`, `:checked`, a pseudo-class not known here).
 * @param {Element} element
 * @param {string} selector
 */
export function mayMatch(element, selector) {
  return compiledOf(selector).test(element);
}

/** @param {string} selector */
function compiledOf(selector) {
  const known = compiled.get(selector) ?? compileSelector(selector);
  compiled.set(selector, known);
  return known;
}

/**
 * @param {string} selector
 * @returns {Compiled}
 */
function compileSelector(selector) {
  try {
    const parts = parse(selector).map((sequence) => sequence.map(soften));
    const tag = tagOf(parts);
    const test = compile(parts, ADAPTED);
    return { tag, test: (element) => test(element) };
  } catch {
    return MATCHES_ANY;
  }
}

/**
 * A part of a selector with `*` for what may hold at some moment: it must leave something in its place, for `a :hover`
 * is not `a`.
 * @param {Selector} token
 * @returns {Selector}
 */
function soften(token) {
  if (token.type === SelectorType.PseudoElement) return ANY;
  if (token.type !== SelectorType.Pseudo) return token;
  if (!STRUCTURAL.has(token.name)) return ANY;
  if (!Array.isArray(token.data)) return token;
  if (token.name === 'not') return token.data.flat().every((inner) => soften(inner) === inner) ? token : ANY;
  return { ...token, data: token.data.map((sequence) => sequence.map(soften)) };
}

/** @param {Selector[][]} parts */
function tagOf([sequence, ...others]) {
  if (others.length > 0) return null;
  const subject = sequence.slice(sequence.findLastIndex(isTraversal) + 1);
  const tag = subject.find((token) => token.type === SelectorType.Tag);
  return tag ? tag.name.toLowerCase() : null;
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
    for (const { tests, declarations } of boxRulesOf(sheet)(element.tag)) {
      if (tests.some((test) => test(element))) found.push(...declarations);
    }
  }
  const own = element.attributes.get('style');
  if (own) found.push(...parseDeclarations(own.value));
  return found;
}

/**
 * The rules of a sheet for elements of a tag themselves; most sheets style many pages, and most of their rules other
 * elements.
 * @typedef {{ tests: Compiled['test'][], declarations: readonly Declaration[] }} BoxRule
 */
const boxRulesOf = readOnce((/** @type {Sheet} */ { rules }) => {
  /** @type {Map<string, BoxRule[]>} */
  const byTag = new Map();
  return (/** @type {string} */ tag) => {
    const known = byTag.get(tag) ?? rules.map((rule) => boxRuleFor(rule, tag)).filter(({ tests }) => tests.length > 0);
    byTag.set(tag, known);
    return known;
  };
});

/**
 * @param {StyleRule} rule
 * @param {string} tag
 * @returns {BoxRule}
 */
function boxRuleFor({ selectors, declarations }, tag) {
  const own = selectors.filter((selector) => !isPseudoElement(selector)).map(compiledOf);
  return { tests: own.filter((one) => (one.tag ?? tag) === tag).map(({ test }) => test), declarations };
}

/** @param {string} selector */
function isPseudoElement(selector) {
  return /::|:(?:before|after|first-line|first-letter)\b/i.test(selector);
}
