/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Page, Reference } from '../../lib/site/types.ts' */

import { isScripted, plainImages } from './modern-forms.js';

/** Selectors of the elements behind a whole page. */
const WHOLE_PAGE = /(?<![\w.#-])(?:body|html)(?![\w-])|:root|\*/i;
const COMMENT = /\/\*.*?\*\//gs;
const COMMA = /,(?![^(]*\))/;
const LAST_COMPOUND = /(?:\([^()]*\)|\[[^\]]*\]|[^\s,>+~()[\]])+$/;

/**
 * Returns true if an image should be compressed with loss in its own format: no modern format can be offered for it,
 * and it is not the background of a whole page, where a small difference affects all of the page.
 * @param {Document} document
 * @param {{ image: ImageFacts, references: readonly Reference[] }} file
 * @param {Facts} facts
 */
export function needsOwnForm(document, { image, references }, facts) {
  const plain = document.kind === 'page' ? plainImages(/** @type {Page} */ (document), references, facts.sheets) : [];
  if (plain.length > 0 && !isScripted(/** @type {Page} */ (document), plain, facts) && !image.inks) return false;
  return !references.some((reference) => isBehindPage(document, reference));
}

/**
 * Returns true if a reference may set the background of a whole page.
 * @param {Document} document
 * @param {Reference} reference
 */
export function isBehindPage(document, { element, role, range }) {
  if (role !== 'background') return false;
  const tag = document.kind === 'page' && element !== null ? document.elements[element].tag : 'style';
  if (tag !== 'style') return WHOLE_PAGE.test(tag);
  const before = document.source.slice(0, range.start);
  const open = before.lastIndexOf('{');
  const start = Math.max(...['}', '{', ';', '>'].map((end) => before.lastIndexOf(end, open - 1))) + 1;
  return subjectsOf(before.slice(start, open)).some((subject) => WHOLE_PAGE.test(subject));
}

/** Returns the last compound of each selector of a list: it selects the elements. @param {string} selectors */
function subjectsOf(selectors) {
  const list = selectors.replaceAll(COMMENT, ' ').split(COMMA);
  return list.map((selector) => LAST_COMPOUND.exec(selector.trim())?.[0] ?? selector);
}
