/** @import { Attribute, Element } from '../types.ts' */

import { readOnce } from '../../base/read-once.js';
import { KNOWN_TYPE } from '../style/image-sets.js';
import { matchesWindow, slotOf } from '../style/sizes.js';
import { readCandidates } from './read-candidates.js';

/**
 * Width of the window for which images are chosen, in CSS pixels: that of a desktop, and about the device pixels of a
 * phone.
 */
const WINDOW_WIDTH = 1280;

/** Attributes of obsolete browsers. */
const FORGOTTEN = new Set(['lowsrc', 'dynsrc']);

/**
 * Returns true if a browser ignores an image of an element, because it chooses another source of the element or of the
 * `<picture>` around it.
 * @param {Element} element
 * @param {Attribute} attribute
 * @param {number} at start of its URL in the value
 */
export function isNotChosen(element, attribute, at) {
  if (FORGOTTEN.has(attribute.name)) return true;
  const { tag, parent, attributes } = element;
  if (tag === 'script' && attributes.has('nomodule')) return true;
  if (parent?.tag === 'picture' && (tag === 'img' || tag === 'source') && chosenIn(parent).offer !== element)
    return true;
  const set = attributes.get('srcset') ?? attributes.get('imagesrcset');
  if (!set || (attribute !== set && !['src', 'href'].includes(attribute.name))) return false;
  const chosen = chooseCandidate(element).at;
  return attribute === set ? chosen !== at : chosen !== null;
}

/** Returns the source or image of a `<picture>` that a browser chooses. */
const chosenIn = readOnce((/** @type {Element} */ { children }) => {
  const offers = children.filter((child) => 'attributes' in child);
  const source = offers.find(({ tag, attributes }) => {
    const said = (/** @type {string} */ name) => attributes.get(name)?.value.trim() ?? '';
    if (tag !== 'source' || !attributes.has('srcset')) return false;
    return matchesWindow(said('media'), WINDOW_WIDTH) && (said('type') === '' || KNOWN_TYPE.test(said('type')));
  });
  return { offer: source ?? offers.find(({ tag }) => tag === 'img') ?? null };
});

/**
 * Returns the start of the candidate that a browser chooses in the element's set, null if it uses the attribute outside
 * of the set.
 */
const chooseCandidate = readOnce((/** @type {Element} */ { attributes }) => {
  const { name = '', value = '' } = attributes.get('srcset') ?? attributes.get('imagesrcset') ?? {};
  const slot = slotOf(attributes.get(name === 'srcset' ? 'sizes' : 'imagesizes')?.value ?? '', WINDOW_WIDTH);
  const found = readCandidates(value).map(({ at, size, unit }) => {
    const density = unit === 'w' ? (size ?? 1) / slot : (size ?? 1);
    return { at: /** @type {number | null} */ (at), density, unit };
  });
  const isByWidth = found.some(({ unit }) => unit === 'w');
  if (name === 'srcset' && !isByWidth && attributes.has('src') && !found.some(({ density }) => density === 1))
    found.push({ at: null, density: 1, unit: 'x' });
  const inOrder = found.sort((a, b) => a.density - b.density);
  return inOrder.find(({ density }) => density >= 1) ?? inOrder.at(-1) ?? { at: null };
});

/**
 * Returns the icon that a browser fetches of those on a page: for a tab, one of about 32 pixels.
 * @param {readonly Element[]} elements
 * @returns {Element | null}
 */
export function chooseIcon(elements) {
  const said = (/** @type {Element} */ { attributes }, /** @type {string} */ name) =>
    attributes.get(name)?.value.toLowerCase() ?? '';
  const icons = elements.filter(
    (element) => element.tag === 'link' && /(?:^|\s)icon(?:\s|$)/.test(said(element, 'rel')),
  );
  return icons.findLast((icon) => /\b32x32\b/.test(said(icon, 'sizes'))) ?? icons.at(-1) ?? null;
}
