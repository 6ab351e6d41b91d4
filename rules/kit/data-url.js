/** @import { Document, Element, Page, Reference } from '../../lib/site/types.ts' */

/**
 * Whether a data URL may stand in this place: the image is shown from there, and no other is chosen instead.
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
    // A string outside of `url(…)` is no image to every browser.
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
 * The element that carries a reference of a page.
 * @param {Document} document
 * @param {Reference} reference
 * @returns {Element | null}
 */
export function elementOf(document, { element }) {
  return document.kind === 'page' && element !== null ? /** @type {Page} */ (document).elements[element] : null;
}
