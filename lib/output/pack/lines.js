/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { html } from 'parse5';
import { matcherOf, selectorsThatSet } from './last-part.js';

/**
 * How an element lies in lines of text: a `block` ends the line before it and begins its own, a `break` ends one, an
 * `inline` lets it go on; of anything else nothing is known.
 * @typedef {'block' | 'break' | 'inline' | null} Lie
 *
 * What style sheets say of that: selectors of what may not lie as blocks do, and of what may not as inline elements do.
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
/** What leaves an element in its place and puts nothing before its own text, by property; any other value may. */
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
 * The selectors of a style sheet after which an element may lie in other ways than by itself.
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
 * How the elements of a page lie, by their names, attributes and what its style sheets say; nothing of any where a
 * sheet may mean all.
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
