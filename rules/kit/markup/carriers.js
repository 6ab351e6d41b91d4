/** @import { Edit } from '../../../lib/plan/types.ts' */
/** @import { Attribute, Element, Page, Range } from '../../../lib/site/types.ts' */

/**
 * An element with presentational markup, or one that takes over the markup of an element inside it, and the equivalent
 * declarations for a class.
 * @typedef {object} Carrier
 * @property {string} tag tag after the change
 * @property {readonly string[]} looks declarations, sorted
 * @property {readonly string[]} sizes declarations of width and height, which are mostly specific to one element
 * @property {readonly Edit[]} edits text edits that remove the markup of `looks`
 * @property {readonly Edit[]} sizeEdits text edits that remove the markup of `sizes`
 * @property {ClassPlace} place
 *
 * The place where a class is written: between `before` and `after`.
 * @typedef {{ range: Range, before: string, after: string }} ClassPlace
 *
 * A carrier while it is collected, with `looks` by property. The innermost of nested elements takes precedence.
 * @typedef {{ element: Element, tag: string, looks: Map<string, string>, sizes: string[], edits: Edit[],
 *   sizeEdits: Edit[] }} Growing
 */

/**
 * Removes an attribute from a tag, with the space before it.
 * @param {Page} page
 * @param {Attribute} attribute
 * @returns {Edit}
 */
export function dropAttribute({ source }, { range: { start, end } }) {
  const before = source.slice(0, start);
  return { range: { start: before.trimEnd().length, end }, text: '' };
}

/**
 * Returns the property of a declaration, with its prefix for cells or links.
 * @param {string} declaration
 */
export function propertyOf(declaration) {
  return declaration.startsWith('@') ? declaration.split(' ')[0] : declaration.split(': ')[0];
}

/**
 * @param {Page} page
 * @param {Growing} growing
 * @returns {Carrier}
 */
export function finishCarrier(page, { element, tag, looks, sizes, edits, sizeEdits }) {
  const place = classPlace(page, element);
  return { tag, looks: [...looks.values()].sort(), sizes: sizes.toSorted(), edits, sizeEdits, place };
}

/**
 * @param {Page} page
 * @param {Element} element
 * @returns {ClassPlace}
 */
function classPlace({ source }, { tag, startTag, attributes }) {
  const known = attributes.get('class');
  if (!known) {
    const at = startTag.start + 1 + tag.length;
    return { range: { start: at, end: at }, before: ' class="', after: '"' };
  }
  const { valueRange, quote, range } = known;
  if (!valueRange) return { range, before: 'class="', after: '"' };
  if (quote) return { range: { start: valueRange.end, end: valueRange.end }, before: ' ', after: '' };
  return { range: valueRange, before: `"${source.slice(valueRange.start, valueRange.end)} `, after: '"' };
}
