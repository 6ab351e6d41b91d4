/** @import { Selector } from 'css-what' */
/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Page, Reference } from '../../lib/site/types.ts' */

import { isTraversal, parse, SelectorType } from 'css-what';
import { attempt } from '../../lib/base/attempt.js';
import { isForOldBrowsers } from './image-files.js';
import { isScripted, plainImages } from './modern-forms.js';

/** Elements behind a whole page. */
const WHOLE_PAGE = /^(?:body|html)$/i;
const COMMENT = /\/\*.*?\*\//gs;

/**
 * Returns true if an image should be compressed with loss in its own format: no modern format is or can be offered for
 * it, and it is not the background of a whole page, where a small difference affects all of the page.
 * @param {Document} document
 * @param {{ image: ImageFacts, references: readonly Reference[] }} file
 * @param {Facts} facts
 */
export function needsOwnForm(document, { image, references }, facts) {
  if (references.every((reference) => isForOldBrowsers(document, reference))) return false;
  const plain = document.kind === 'page' ? plainImages(/** @type {Page} */ (document), references, facts) : [];
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
  return selectsPage(before.slice(start, open));
}

/** Returns true if selectors may select the elements behind a whole page. @param {string} selectors */
function selectsPage(selectors) {
  const list = attempt(() => parse(selectors.replaceAll(COMMENT, ' ').trim()));
  return !list.ok || list.value.some((tokens) => lastCompound(tokens).some(isPage));
}

/** Returns the compound of a selector that selects the elements. @param {readonly Selector[]} tokens */
function lastCompound(tokens) {
  return tokens.slice(tokens.findLastIndex((token) => isTraversal(token)) + 1);
}

/** @param {Selector} token @returns {boolean} */
function isPage(token) {
  if (token.type === SelectorType.Universal) return true;
  if (token.type === SelectorType.Tag) return WHOLE_PAGE.test(token.name);
  if (token.type !== SelectorType.Pseudo) return false;
  return token.name === 'root' || (Array.isArray(token.data) && token.data.flat().some(isPage));
}
