/** @import { Element, ImageUsage, Page, Reference, SitePath } from '../types.ts' */

import { ancestorsOf, siblingsOf } from '../page/tree.js';

const SHOWN = new Set(['image', 'background']);

/**
 * How a page shows each of its images.
 * @param {Page} page
 * @param {readonly Reference[]} references
 * @returns {Map<SitePath, ImageUsage[]>}
 */
export function usagesOn(page, references) {
  /** @type {Map<SitePath, { reference: Reference, element: Element | null }[]>} */
  const shown = new Map();
  for (const reference of references) {
    if (!SHOWN.has(reference.role) || reference.target.kind !== 'file') continue;
    const element = reference.element === null ? null : page.elements[reference.element];
    const entries = shown.get(reference.target.path) ?? [];
    shown.set(reference.target.path, entries);
    entries.push({ reference, element });
  }
  /** @type {Map<SitePath, ImageUsage[]>} */
  const usages = new Map();
  for (const [path, entries] of shown) {
    usages.set(
      path,
      entries.map(({ reference, element }) => usageOf(page, reference, element, entries.length)),
    );
  }
  return usages;
}

/**
 * @param {Page} page
 * @param {Reference} reference
 * @param {Element | null} element
 * @param {number} timesOnPage
 * @returns {ImageUsage}
 */
function usageOf(page, reference, element, timesOnPage) {
  const above = element ? new Set(ancestorsOf(element).map(({ tag }) => tag)) : new Set();
  return Object.freeze({
    page: page.path,
    role: reference.role,
    shownWidth: pixelsOf(element, 'width'),
    shownHeight: pixelsOf(element, 'height'),
    stretched: /** @type {const} */ (['width', 'height']).some(
      (name) => element?.attributes.has(name) && pixelsOf(element, name) === null,
    ),
    inLink: above.has('a'),
    inList: above.has('li') || above.has('dt') || above.has('dd'),
    inHeading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].some((tag) => above.has(tag)),
    timesOnPage,
    siblings: element ? countSiblings(page, element) : 0,
  });
}

/**
 * @param {Element | null} element
 * @param {'width' | 'height'} name
 */
function pixelsOf(element, name) {
  const written = element?.attributes.get(name)?.value.trim();
  return written && /^\d+(?:px)?$/.test(written) ? Number.parseInt(written, 10) : null;
}

/**
 * Images beside this one, also each in a link of its own.
 * @param {Page} page
 * @param {Element} element
 */
function countSiblings(page, element) {
  const unit = element.parent?.tag === 'a' ? element.parent : element;
  const beside = siblingsOf(page, unit).filter((node) => {
    if (node === unit || !('children' in node)) return false;
    return node.tag === 'img' || (node.tag === 'a' && node.children.some((child) => child.tag === 'img'));
  });
  return beside.length;
}
