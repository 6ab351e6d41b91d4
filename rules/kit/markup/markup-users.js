/** @import { Facts } from '../../../lib/plan/types.ts' */
/** @import { Element, Page, StyleRule } from '../../../lib/site/types.ts' */

import { mayMatch } from '../../../lib/site/style/match.js';

/**
 * The markup that scripts and style sheets of a page depend on.
 * @typedef {object} Users
 * @property {boolean} hasStyles true if the page has style sheets of its own
 * @property {(name: string) => boolean} asksFor returns true if a script or a selector contains the name of an
 * attribute
 * @property {(element: Element) => boolean} keepsElement returns true if the tags of an element must not change
 * @property {(element: Element) => boolean} isCrossed returns true if the tags of an element are misnested with those
 * of another
 * @property {(element: Element) => boolean} keepsClass returns true if an element cannot get a class
 * @property {(element: Element) => boolean} stylesText returns true if a rule may style the text of an element
 * @property {(tag: string) => boolean} matchesTag returns true if a selector or a script contains the name of a tag
 */

/** Identifiers by which scripts change the classes of elements. */
const CLASS_WORDS = ['className', 'classList', 'addClass', 'removeClass', 'toggleClass'];
/** Identifiers by which scripts walk a page. */
const WALK_WORDS = (
  'childNodes children firstChild lastChild firstElementChild nextSibling previousSibling nextElementSibling ' +
  'parentNode parentElement getElementsByTagName querySelector querySelectorAll cloneNode removeNode'
).split(' ');
/** DOM properties of attributes, if their names differ. */
const PROPERTIES = new Map([
  ['bgcolor', ['bgColor']],
  ['valign', ['vAlign']],
  ['nowrap', ['noWrap']],
  ['cellpadding', ['cellPadding']],
  ['cellspacing', ['cellSpacing']],
  ['link', ['linkColor']],
  ['vlink', ['vlinkColor']],
  ['alink', ['alinkColor']],
  ['text', ['fgColor']],
]);
/** Declarations that text inherits. */
const OF_TEXT = /^(?:font|color$|line-height$|text-align$|letter-spacing$|white-space$)/;
/** Selectors that depend on the elements around another. */
const STRUCTURAL = /[>+~*]|:(?:first|last|only|nth|empty|not|has|is|where)\b/;
/** Path from a table to its cells, in which presentational elements cannot occur. */
const IN_TABLES = / ?> ?\* ?> ?tr ?> ?\*/g;

/**
 * Finds the markup that scripts and style sheets of a page depend on.
 * @param {Page} page
 * @param {Pick<Facts, 'scripts' | 'sheets'>} facts
 * @returns {Users}
 */
export function findUsers(page, { scripts, sheets }) {
  const says = (/** @type {string} */ word) => scripts.words.has(word);
  const rules = sheets.flatMap((sheet) => sheet.rules);
  const selectors = rules.flatMap((rule) => rule.selectors);
  const walks = WALK_WORDS.some(says);
  const crossed = findCrossed(page);
  const isStructural = selectors.some((selector) =>
    STRUCTURAL.test(selector.replace(/\s+/g, ' ').replace(IN_TABLES, '')),
  );
  const textRules = rules.filter(({ declarations }) => declarations.some(({ property }) => OF_TEXT.test(property)));
  const namesTag = (/** @type {string} */ tag) => {
    const escaped = tag.replace(/[^\w]/g, '\\$&');
    const word = new RegExp(`(?:^|[^\\w.#-])${escaped}(?![\\w-])`, 'i');
    return selectors.some((selector) => word.test(selector));
  };
  const sheetAsks = (/** @type {string} */ name) => {
    const test = new RegExp(`\\[\\s*${name}\\b`, 'i');
    return selectors.some((selector) => test.test(selector));
  };
  return {
    hasStyles: page.elements.some(({ tag, attributes }) => tag === 'style' || isSheetLink(tag, attributes)),
    asksFor: (name) => says(name) || (PROPERTIES.get(name) ?? []).some(says) || sheetAsks(name),
    keepsElement: (element) =>
      walks || isStructural || crossed.has(element) || isHandled(element) || namesTag(element.tag),
    isCrossed: (element) => crossed.has(element),
    keepsClass: (element) => element.foreign || element.inert,
    stylesText: (element) => textRules.some((rule) => mayApply(rule, element)),
    matchesTag: (tag) => says(tag) || namesTag(tag),
  };
}

/** Returns true if scripts may change the classes of elements. @param {Facts['scripts']} scripts */
export function setsClasses({ words }) {
  return CLASS_WORDS.some((word) => words.has(word));
}

/**
 * Finds misnested elements, which parsers move: pairs in which the outer one ends inside the inner one, and elements
 * whose end tag closes nothing.
 * @param {Page} page
 * @returns {ReadonlySet<Element>}
 */
function findCrossed({ elements, source }) {
  /** @type {Set<Element>} */
  const crossed = new Set();
  /** @type {{ element: Element, end: number }[]} */
  let open = [];
  for (const element of elements) {
    const { startTag, endTag, copied } = element;
    open = open.filter(({ end }) => end > startTag.start);
    if (copied) crossed.add(element);
    if (!endTag) continue;
    for (const { element: outer, end } of open) {
      if (end < endTag.end) crossed.add(outer).add(element);
    }
    open.push({ element, end: endTag.end });
  }
  const ended = elements.filter(({ tag, endTag }) => tag === 'font' && endTag).length;
  const hasStray = (source.match(/<\/font\b/gi) ?? []).length > ended;
  for (const element of elements) if (hasStray && element.tag === 'font' && !element.endTag) crossed.add(element);
  return crossed;
}

/** @param {string} tag @param {Element['attributes']} attributes */
function isSheetLink(tag, attributes) {
  return tag === 'link' && /\bstylesheet\b/i.test(attributes.get('rel')?.value ?? '');
}

/** @param {StyleRule} rule @param {Element} element */
function mayApply({ selectors }, element) {
  return selectors.some((selector) => mayMatch(element, selector));
}

/** Returns true if scripts may find an element by name or handle its events. @param {Element} element */
function isHandled({ attributes }) {
  return [...attributes.keys()].some((name) => name === 'id' || name === 'name' || name.startsWith('on'));
}
