/** @import { Element, ImageUsage, Page, Reference, SitePath, Text } from '../types.ts' */

import { exact } from '../../base/exact.js';
import { readOnce } from '../../base/read-once.js';
import { ancestorsOf, siblingsOf, textOf } from '../page/tree.js';

const SHOWN = new Set(['image', 'background']);

/**
 * Returns the ways in which a page uses each of its images.
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
  const countSiblings = openSiblingCount(page);
  /** @type {Map<SitePath, ImageUsage[]>} */
  const usages = new Map();
  for (const [path, entries] of shown) {
    usages.set(
      path,
      entries.map(({ reference, element }) =>
        usageOf(page, reference, element, { timesOnPage: entries.length, countSiblings }),
      ),
    );
  }
  return usages;
}

/**
 * @param {Page} page
 * @param {Reference} reference
 * @param {Element | null} element
 * @param {{ timesOnPage: number, countSiblings: (element: Element) => number }} counts
 * @returns {ImageUsage}
 */
function usageOf(page, reference, element, { timesOnPage, countSiblings }) {
  const above = element ? new Set(ancestorsOf(element).map(({ tag }) => tag)) : new Set();
  return Object.freeze({
    page: page.path,
    role: reference.role,
    shownWidth: pixelsOf(element, 'width'),
    shownHeight: pixelsOf(element, 'height'),
    stretched: exact(['width', 'height']).some(
      (name) => element?.attributes.has(name) && pixelsOf(element, name) === null,
    ),
    inLink: above.has('a'),
    inList: above.has('li') || above.has('dt') || above.has('dd'),
    inHeading: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].some((tag) => above.has(tag)),
    timesOnPage,
    siblings: element ? countSiblings(element) : 0,
    said: saidOf(page, element),
  });
}

/**
 * Returns the facts of a page about an image, except its rendering.
 * @param {Page} page @param {Element | null} element
 * @returns {ImageUsage['said']}
 */
function saidOf(page, element) {
  const attribute = (/** @type {Element | undefined} */ of, /** @type {string} */ name) =>
    of?.attributes.get(name)?.value.trim() || null;
  const link = element ? ancestorsOf(element).find(({ tag }) => tag === 'a') : undefined;
  const own = element ?? undefined;
  return Object.freeze({
    alt: attribute(own, 'alt') ?? (element?.tag === 'input' ? attribute(own, 'value') : null),
    title: attribute(own, 'title') ?? attribute(link, 'title'),
    linkText: link ? textOfLink(link) || null : null,
    linkName: attribute(link, 'href'),
    language: page.language,
    pageTitle: titleOf(page) || null,
    lacksAlternative: element !== null && lacksAlternative(element, link),
  });
}

/** The text of a link, which can contain thousands of images. */
const textOfLink = readOnce((/** @type {Element} */ link) => textOf(link).replace(/\s+/g, ' ').trim());

const NAMING = ['aria-label', 'aria-labelledby', 'aria-hidden', 'role', 'title'];

/**
 * Returns true if an image has no alternative, or an empty one although its link shows nothing else.
 * @param {Element} element @param {Element | undefined} link
 */
function lacksAlternative({ tag, attributes }, link) {
  if ((tag !== 'img' && tag !== 'input') || NAMING.some((name) => attributes.has(name))) return false;
  const alt = attributes.get('alt')?.value.trim();
  if (alt !== '') return alt === undefined;
  return link !== undefined && !NAMING.some((name) => link.attributes.has(name)) && textOfLink(link) === '';
}

/** The title of a page, which all its images share. */
const titleOf = readOnce((/** @type {Page} */ page) => {
  const title = page.elements.find(({ tag }) => tag === 'title');
  return title ? textOf(title).replace(/\s+/g, ' ').trim() : '';
});

/**
 * @param {Element | null} element
 * @param {'width' | 'height'} name
 */
function pixelsOf(element, name) {
  const written = element?.attributes.get(name)?.value.trim();
  return written && /^\d+(?:px)?$/.test(written) ? Number.parseInt(written, 10) : null;
}

/**
 * Creates a counter of the images next to one, also if each is in its own link. Results are cached by parent.
 * @param {Page} page
 * @returns {(element: Element) => number}
 */
function openSiblingCount(page) {
  /** @type {Map<readonly (Element | Text)[], number>} */
  const counts = new Map();
  return (element) => {
    const unit = element.parent?.tag === 'a' ? element.parent : element;
    const siblings = siblingsOf(page, unit);
    const count = counts.get(siblings) ?? siblings.filter(showsImage).length;
    counts.set(siblings, count);
    return count - Number(showsImage(unit));
  };
}

/** @param {Element | Text} node */
function showsImage(node) {
  if (!('children' in node)) return false;
  return node.tag === 'img' || (node.tag === 'a' && node.children.some((child) => child.tag === 'img'));
}
