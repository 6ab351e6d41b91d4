/** @import { Edit } from '../../../lib/plan/types.ts' */
/** @import { Attribute, Element, Page, Range } from '../../../lib/site/types.ts' */

/**
 * An element that says how it looks, or takes over what an element inside it says, and what a class can say instead.
 * @typedef {object} Carrier
 * @property {string} tag that it has after the change
 * @property {readonly string[]} looks declarations, sorted
 * @property {readonly string[]} sizes declarations of its width and height, which mostly belong to one element
 * @property {readonly Edit[]} edits that take away what `looks` says
 * @property {readonly Edit[]} sizeEdits the same of `sizes`
 * @property {ClassPlace} place
 *
 * Where a class is written: between `before` and `after`.
 * @typedef {{ range: Range, before: string, after: string }} ClassPlace
 *
 * A carrier while it is put together: `looks` by property; the inner of nested elements has its way.
 * @typedef {{ element: Element, tag: string, looks: Map<string, string>, sizes: string[], edits: Edit[],
 *   sizeEdits: Edit[] }} Growing
 */

/**
 * Takes an attribute out of a tag, with the space before it.
 * @param {Page} page
 * @param {Attribute} attribute
 * @returns {Edit}
 */
export function dropAttribute({ source }, { range: { start, end } }) {
  const before = source.slice(0, start);
  return { range: { start: before.trimEnd().length, end }, text: '' };
}

/**
 * Returns the property of a declaration, with the mark of what it is about.
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
