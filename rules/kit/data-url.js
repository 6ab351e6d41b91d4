/** @import { Document, Element, Page, Reference } from '../../lib/site/types.ts' */

/**
 * Returns true if a data URL can replace this reference: the image is rendered from there, and no other source can be
 * chosen instead.
 * @param {Document} document
 * @param {Reference} reference
 */
export function canHold(document, reference) {
  const { role, attribute, range, odd, fetched, suffix } = reference;
  if (odd || !fetched || suffix.includes('#')) return false;
  const { source } = document;
  const element = elementOf(document, reference);
  if (element?.inert || element?.foreign) return false;
  if (attribute === null || attribute === 'style') {
    // Not every browser accepts a string outside of `url(…)` as an image.
    return role === 'background' && /url\(\s*["']?$/i.test(source.slice(Math.max(0, range.start - 16), range.start));
  }
  if (!element || (attribute !== 'src' && attribute !== 'background')) return false;
  if (attribute === 'background') return role === 'background';
  const { tag, attributes, parent } = element;
  if (role !== 'image' || (tag !== 'img' && tag !== 'input') || parent?.tag === 'picture') return false;
  return !['srcset', 'lowsrc', 'crossorigin', 'longdesc'].some((name) => attributes.has(name)) && !isLazy(element);
}

/** @param {Element} element */
function isLazy({ attributes }) {
  return attributes.get('loading')?.value.toLowerCase() === 'lazy';
}

/**
 * Returns the element that contains a reference of a page.
 * @param {Document} document
 * @param {Reference} reference
 * @returns {Element | null}
 */
export function elementOf(document, { element }) {
  return document.kind === 'page' && element !== null ? /** @type {Page} */ (document).elements[element] : null;
}
