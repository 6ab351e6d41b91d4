/** @import { Selector } from 'css-what' */

import { parse, SelectorType } from 'css-what';
import { attempt } from '../../base/attempt.js';

/** @typedef {'class' | 'id' | 'tag'} NameKind */

/** Tags that a browser creates itself. */
const OWN_TAGS = new Set(['html', 'head', 'body', 'tbody', 'tr', 'colgroup']);
/** Pseudo-classes of which one alternative must match. */
const ANY_OF = new Set(['is', 'where', 'matches', 'has', '-webkit-any', '-moz-any', 'host', 'host-context', 'slotted']);

/**
 * Returns true if a selector can match if only some names exist. An unreadable selector can match.
 * @param {string} selector
 * @param {(kind: NameKind, name: string) => boolean} isKnown
 */
export function mayMatchNames(selector, isKnown) {
  const parsed = parseOnce(selector);
  return parsed === null || parsed.some((sequence) => sequence.every((token) => mayHold(token, isKnown)));
}

/** @type {Map<string, Selector[][] | null>} */
const parsedSelectors = new Map();

/** @param {string} selector @returns {Selector[][] | null} */
function parseOnce(selector) {
  const known = parsedSelectors.get(selector);
  if (known !== undefined) return known;
  const parsed = parseSelector(selector);
  parsedSelectors.set(selector, parsed);
  return parsed;
}

/** @param {string} selector @returns {Selector[][] | null} */
function parseSelector(selector) {
  const parsed = attempt(() => parse(selector));
  return parsed.ok ? parsed.value : null;
}

/** @param {Selector} token @param {(kind: NameKind, name: string) => boolean} isKnown @returns {boolean} */
function mayHold(token, isKnown) {
  if (token.type === SelectorType.Tag) {
    const name = token.name.toLowerCase();
    return OWN_TAGS.has(name) || isKnown('tag', name);
  }
  if (token.type === SelectorType.Attribute) {
    if (token.action === 'element' && token.name === 'class') return isKnown('class', token.value);
    if (token.action === 'equals' && token.name === 'id') return isKnown('id', token.value);
    return true;
  }
  if (token.type !== SelectorType.Pseudo || !Array.isArray(token.data) || !ANY_OF.has(token.name)) return true;
  return token.data.some((sequence) => sequence.every((inner) => mayHold(inner, isKnown)));
}
