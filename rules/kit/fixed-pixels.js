/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Page, Reference, SitePath } from '../../lib/site/types.ts' */

import { isHydrated } from '../../lib/site/page/hydration.js';
import { heldImages } from './held-images.js';
import { isNamedByScript } from './image-files.js';
import { isScripted, plainImages } from './modern-forms.js';

const RENDERING = new Set(['image', 'background', 'preload']);
const SETS = new Set(['srcset', 'imagesrcset']);

/**
 * Returns true if a reference depends on the pixels of its file, or leads to another use of it.
 * @param {Document} document @param {Reference} reference
 */
export function isFixed(document, { role, attribute, element }) {
  if (attribute !== null && SETS.has(attribute)) return true;
  if (RENDERING.has(role)) return false;
  if (document.kind !== 'page' || element === null) return role !== 'string';
  const { tag, attributes } = document.elements[element];
  return tag !== 'script' || attributes.get('type')?.value.includes('json') === true;
}

/**
 * Returns true if other rules can offer an image in several sizes.
 * @param {Document} document
 * @param {{ path: SitePath, own: readonly Reference[] }} file
 * @param {Facts} facts
 */
export function isLeft(document, { path, own }, facts) {
  const shown = own.filter(({ role }) => role === 'image' || role === 'background');
  if (shown.length === 0) return false;
  if (document.kind === 'page') {
    const page = /** @type {Page} */ (document);
    const plain = plainImages(page, shown, facts);
    if (plain.length > 0) return !isScripted(page, plain, facts);
    if (heldImages(page, own, facts, path)) return true;
    if (isHydrated(page, facts.scripts.images) || shown.some(({ role }) => role === 'image')) return false;
  }
  return !isNamedByScript(facts, path, path.split('.').at(-1) ?? '');
}
