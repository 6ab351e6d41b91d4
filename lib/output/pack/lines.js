/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { html } from 'parse5';
import { matcherOf, selectorsThatSet } from './last-part.js';

/**
 * The layout of an element in lines of text: a `block` ends the line before it and starts its own, a `break` ends one,
 * an `inline` continues it. Other layouts are unknown.
 * @typedef {'block' | 'break' | 'inline' | null} Lie
 *
 * Facts from style sheets: selectors of elements that may not be laid out as blocks, and of those that may not be as
 * inline elements.
 * @typedef {{ blocks: readonly string[], inlines: readonly string[] }} FlowSelectors
 */

/** @type {ReadonlyMap<string, Lie>} */
const LIES = new Map(
  Object.entries({
    block:
      'address article aside blockquote body caption center dd dir div dl dt fieldset figcaption figure footer form ' +
      'h1 h2 h3 h4 h5 h6 header li main menu nav ol p section table tbody td tfoot th thead tr ul',
    break: 'br col hr',
    inline:
      'a abbr acronym b big cite code del dfn em font i ins kbd label nobr s samp small span strike strong sub ' +
      'sup tt u var',
  }).flatMap(([lie, names]) => names.split(' ').map((name) => [name, /** @type {Lie} */ (lie)])),
);
const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);

const IMPORTANT = /!\s*important$/;
/**
 * Values by property that keep an element in place and add nothing before its text. Any other value may change that.
 */
const HARMLESS = new Map([
  ['float', /^none$/],
  ['position', /^(?:static|relative|sticky)$/],
  ['content', /^(?:none|normal)$/],
  ['list-style', /^(?!.*(?:inside|var\())/],
  ['list-style-position', /^outside$/],
  ['all', /^(?!)/],
]);
const OF_BLOCKS = new Map([...HARMLESS, ['display', /^(?:block|flow-root|flex|grid|list-item)$/]]);
const OF_INLINES = new Map([...HARMLESS, ['display', /^inline$/]]);

/**
 * Returns the selectors of a style sheet after which an element may have another layout than by default.
 * @param {string} css
 * @returns {FlowSelectors}
 */
export function findFlowSelectors(css) {
  if (/:(?:-moz-only-whitespace|empty|blank)\b/i.test(css)) return { blocks: ['*'], inlines: ['*'] };
  const [blocks, inlines] = selectorsThatSet(css, [isNot(OF_BLOCKS), isNot(OF_INLINES)]);
  return { blocks, inlines };
}

/**
 * @param {ReadonlyMap<string, RegExp>} harmless
 * @returns {(property: string, value: string) => boolean}
 */
function isNot(harmless) {
  return (property, value) => harmless.get(property)?.test(value.trim().replace(IMPORTANT, '').trimEnd()) === false;
}

/**
 * Creates a function that returns the layout of a page's elements by their names, attributes and style sheets. It is
 * unknown for all if a sheet can match all.
 * @param {readonly FlowSelectors[]} sheets
 * @returns {(element: Tree.Element) => Lie}
 */
export function liesBy(sheets) {
  const isMoved = {
    block: matcherOf(
      sheets.flatMap(({ blocks }) => blocks),
      { isInherited: false },
    ),
    inline: matcherOf(
      sheets.flatMap(({ inlines }) => inlines),
      { isInherited: false },
    ),
  };
  return (element) => {
    const lie = element.namespaceURI === html.NS.HTML ? LIES.get(element.tagName) : undefined;
    if (!lie || hasOwnReason(element)) return null;
    const isOther = lie === 'inline' ? isMoved.inline : isMoved.block;
    return !isOther || isOther(element) ? null : lie;
  };
}

/** @param {Tree.Element} element */
function hasOwnReason(element) {
  // Browsers draw the marker of an item without a list within its first line.
  if (element.tagName === 'li' && !LISTS.has(element.parentNode?.nodeName ?? '')) return true;
  return element.attrs.some(
    ({ name, value }) =>
      name === 'hidden' ||
      name === 'popover' ||
      (name === 'align' && element.tagName === 'table' && !/^\s*center\s*$/i.test(value)) ||
      (name === 'style' && Object.values(findFlowSelectors(`*{${value}}`)).some(({ length }) => length > 0)),
  );
}
