/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page, Sheet, SitePath } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { withoutCharset } from '../../lib/site/style/move-css.js';
import { hasOnly, isLookedFor, lookupsOf, mayHold, sharesCharset, soleReferences } from './inline.js';

/** Attributes of a `<link>` that only identify its sheet and limit when it applies. */
const PLAIN = new Set(['rel', 'href', 'type', 'media', 'id', 'charset']);

/** The tag and the document collection by which code looks up style sheets. */
const KIND = { tag: 'link', list: 'styleSheet(?:s|Sets)' };

/**
 * @typedef {{ element: Element, path: SitePath, sheet: Sheet, css: string, media: string, lookups: string, isScripted:
 *   boolean }} SheetLink `css`: from `cssOf`; `lookups`: a pattern for code that looks the link up
 */

/**
 * Returns the links to style sheets of the site whose text can be moved elsewhere.
 * @param {Page} page
 * @param {Facts} facts
 * @param {(path: SitePath) => boolean} [isWanted] selects the sheets
 * @returns {SheetLink[]}
 */
export function sheetLinks(page, facts, isWanted = () => true) {
  if (!mayHold(page) || page.base === null) return [];
  const links = soleReferences(page, facts, { role: 'style', tag: 'link', attribute: 'href' });
  const wanted = links.filter(({ path }) => isWanted(path));
  if (wanted.length === 0 || facts.urlVariables) return [];
  return wanted.flatMap(({ element, path }) => {
    const value = (/** @type {string} */ name) => element.attributes.get(name)?.value.trim().toLowerCase() ?? '';
    const sheet = facts.sheetAt(path);
    if (!sheet || !hasOnly(element, PLAIN) || value('rel') !== 'stylesheet') return [];
    if (!['', 'text/css'].includes(value('type')) || !['', 'utf-8'].includes(value('charset'))) return [];
    const css = cssOf(sheet);
    if (!sharesCharset(page, sheet) || css.includes('\0')) return [];
    const lookups = lookupsOf(KIND, path);
    const media = value('media') === 'all' ? '' : value('media');
    const isScripted = isLookedFor(page, element, lookups, facts);
    return [{ element, path, sheet, css, media, lookups, isScripted }];
  });
}

/** Returns the text of a sheet without its charset rule. */
export const cssOf = readOnce((/** @type {Sheet} */ { source }) => withoutCharset(source));
