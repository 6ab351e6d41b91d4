/** @import { Declaration, Element, Sheet, StyleRule, Text } from '../types.ts' */
/** @import { Options } from 'css-select' */
/** @import { Selector, UniversalSelector } from 'css-what' */

import { compile } from 'css-select';
import { isTraversal, parse, SelectorType } from 'css-what';
import { attempt } from '../../base/attempt.js';
import { readOnce } from '../../base/read-once.js';
import { parseDeclarations } from './parse-sheet.js';

/** Pseudo-classes that depend on the tree alone. All others may apply at some time, and count as applying. */
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

/** The options with which `css-select` reads this project's trees. @type {Options<Element | Text, Element>} */
export const ADAPTED = {
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
 * A compiled selector: the tag of all its matches (null for any), and a test for an element.
 * @typedef {{ tag: string | null, test: (element: Element) => boolean }} Compiled
 */

/** @type {UniversalSelector} */
const ANY = Object.freeze({ type: SelectorType.Universal, namespace: null });

/** @type {Compiled} */
const MATCHES_ANY = { tag: null, test: () => true };

/** @type {Compiled} */
const MATCHES_NOTHING = { tag: null, test: () => false };
/** Strings and escapes of a selector, which may contain any character. */
const QUOTED = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs;

/** @type {Map<string, Compiled>} */
const compiled = new Map();

/**
 * Returns true if a selector matches an element, or can at some time (`:hover`, `:checked`, an unknown pseudo-class).
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
 * Compiles a selector. Browsers ignore rules after a tag that was pasted into a sheet, and those without a selector,
 * such as the second block of `a { { color: red } }`.
 * @param {string} selector
 * @returns {Compiled}
 */
function compileSelector(selector) {
  if (selector.trim() === '' || selector.replace(QUOTED, '').includes('<')) return MATCHES_NOTHING;
  const read = attempt(() => {
    const parts = parse(selector).map((sequence) => sequence.map(soften));
    return { tag: tagOf(parts), test: compile(parts, ADAPTED) };
  });
  if (!read.ok) return MATCHES_ANY;
  const { tag, test } = read.value;
  return { tag, test: (element) => test(element) };
}

/**
 * Replaces a part of a selector that may apply at some time by `*`. It needs a replacement, because `a :hover` is not
 * `a`.
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
 * Returns every declaration that can apply to an element, from sheets in cascade order, its own `style` last.
 * Pseudo-elements are left out: they are boxes of their own.
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 * @returns {readonly Declaration[]}
 */
export function declarationsFor(element, sheets) {
  return finderFor(sheets)(element);
}

/** Returns a finder of each element's declarations, cached while its page and sheets are in use. */
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
 * Returns the rules of a sheet by tag, without pseudo-elements. Most sheets are for many pages, and most of their rules
 * are for other elements.
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
