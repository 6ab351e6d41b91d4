/** @import { Selector } from 'css-what' */
/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { isTraversal, parse, SelectorType } from 'css-what';
import postcss from 'postcss';
import { attempt } from '../../base/attempt.js';

/**
 * Returns the selectors of rules with a relevant declaration, for each kind of relevance; `*` if any element can match.
 * @param {string} css
 * @param {readonly ((property: string, value: string) => boolean)[]} ways
 * @returns {string[][]}
 */
export function selectorsThatSet(css, ways) {
  const parsed = attempt(() => postcss.parse(css.replaceAll(/<!--|-->/g, '')));
  // A browser continues after an error at which a parser gives up.
  if (!parsed.ok) return ways.map(() => ['*']);
  const found = ways.map(() => /** @type {string[]} */ ([]));
  parsed.value.walkDecls(({ prop, value, parent }) => {
    const hits = found.filter((_, way) => ways[way](prop.toLowerCase(), value.toLowerCase()));
    if (hits.length === 0) return;
    /** @type {any} */
    let holder = parent;
    // In a nested style sheet an at-rule can be between a rule and its declarations.
    while (holder?.type === 'atrule') holder = holder.parent;
    if (holder?.type !== 'rule') return;
    const isFrame = holder.parent?.type === 'atrule' && /keyframes$/i.test(holder.parent.name);
    for (const selectors of hits) selectors.push(...(isFrame ? ['*'] : holder.selectors));
  });
  return found;
}

/**
 * Creates a test whether one of some selectors can match an element. Only the last part of each is used, so that it can
 * match too much, never too little. Returns null if one of them can match anything.
 * @param {readonly string[]} selectors
 * @param {{ isInherited: boolean }} options `isInherited`: elements that `.code *` matches are inside `.code`, which is
 *   enough then
 * @returns {((element: Tree.Element) => boolean) | null}
 */
export function matcherOf(selectors, { isInherited }) {
  /** @type {Part[]} */
  const parts = [];
  for (const selector of new Set(selectors)) {
    const part = lastPartOf(selector, isInherited);
    if (!part) return null;
    parts.push(part);
  }
  return (element) => parts.some((part) => matches(element, part));
}

/** @typedef {{ tag: string | null, classes: string[], id: string | null }} Part */

/**
 * Returns null if a selector can match anything.
 * @param {string} selector
 * @param {boolean} isInherited
 * @returns {Part | null}
 */
function lastPartOf(selector, isInherited) {
  const parsed = attempt(() => parse(selector)[0] ?? []);
  if (!parsed.ok) return null;
  const tokens = parsed.value;
  for (let end = tokens.length; end > 0; ) {
    const combinator = tokens.findLastIndex((token, index) => index < end && isTraversal(token));
    const part = partOf(tokens.slice(combinator + 1, end));
    if (part) return part;
    const within = tokens[combinator]?.type;
    if (!isInherited || (within !== SelectorType.Descendant && within !== SelectorType.Child)) return null;
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
