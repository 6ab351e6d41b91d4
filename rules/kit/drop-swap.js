/** @import { Edit } from '../../lib/plan/types.ts' */
/** @import { Attribute, Page, Range } from '../../lib/site/types.ts' */
/** @import { Pair } from './swaps.js' */

import { leadsToOneOf } from '../../lib/site/page/base.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { dropFetches } from './editor-code.js';
import { dropNames } from './stand-in.js';
import { isEmptyLink } from './swaps.js';

/**
 * Removes handlers, except for code in them that is kept.
 * @param {Page} page
 * @param {readonly Attribute[]} handlers
 * @param {Pair['kept']} [kept]
 * @returns {Edit[]}
 */
export function dropHandlers(page, handlers, kept = new Map()) {
  return handlers.map((handler) => ({
    range: withSpaceBefore(page.source, handler.range),
    text: writeKept(handler, kept),
  }));
}

/**
 * Writes a handler with its kept code, an empty string if there is none.
 * @param {Attribute} handler @param {Pair['kept']} kept
 */
export function writeKept(handler, kept) {
  const code = kept.get(handler);
  return code ? ` ${handler.name}="${escapeAttribute(code)}"` : '';
}

/**
 * Removes what a pair needs besides its image: handlers on other elements, and code that registers or preloads its
 * images.
 * @param {Page} page
 * @param {Pair} pair
 * @returns {Edit[]}
 */
export function dropSwap(page, pair) {
  const left = page.elements.filter(isEmptyLink).flatMap(({ attributes }) => {
    const [over, out] = ['onmouseover', 'onmouseout'].map((name) => attributes.get(name));
    return over && out && over.value === pair.handlers[0].value ? [over, out] : [];
  });
  const handlers = [...(pair.carrier === pair.image ? [] : pair.handlers), ...left];
  const files = [pair.rest, pair.hover, pair.missing, pair.pressed, pair.away?.path ?? null];
  const isLast = (/** @type {string} */ url) => pair.users === 1 && leadsToOneOf(page, url, files);
  const kept = [...pair.kept.values()].join(' ');
  const edits = [
    ...dropHandlers(page, handlers, pair.kept),
    ...dropFetches(page, { handlers: [...pair.handlers, ...left], kept }, isLast),
    ...(pair.registrations ?? []).map(({ range }) => ({ range, text: '' })),
  ];
  return pair.ownsFiles ? [...edits, ...dropNames(page, files, edits)] : edits;
}

/**
 * @param {string} source
 * @param {Range} range
 * @returns {Range}
 */
function withSpaceBefore(source, { start, end }) {
  return { start: source.slice(0, start).trimEnd().length, end };
}
