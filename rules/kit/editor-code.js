/**
 * Code that page editors wrote around rollover images: Dreamweaver, ImageReady and FrontPage. The effect of their
 * functions is known only if the page or one of its scripts defines them.
 *
 * @import { Edit, Facts } from '../../lib/plan/types.ts'
 * @import { Attribute, Element, Page } from '../../lib/site/types.ts'
 */

import { readOnce } from '../../lib/base/read-once.js';
import { CALLS, FETCHES, RESTORE } from '../../lib/site/text/editors/handlers.js';

/** Returns the image URLs that a page's variables hold, by variable. */
const heldIn = readOnce((/** @type {Page} */ { source }) =>
  Map.groupBy(source.matchAll(FETCHES), ([, variable]) => variable),
);

/** Returns the editor functions that a page defines. */
const definedIn = readOnce(
  (/** @type {Page} */ { source }) =>
    new Set([RESTORE, ...CALLS].flatMap(({ needs }) => (needs.test(source) ? needs : []))),
);

/**
 * Parses a statement that an editor wrote.
 * @param {string} statement @param {Page} page
 * @returns {import('./swaps.js').Swap | null}
 */
export function readCall(statement, page) {
  if (RESTORE.form.test(statement)) return { name: null, url: null, needs: RESTORE.needs };
  for (const { form, needs, holds } of CALLS) {
    const [, name, value] = form.exec(statement) ?? [];
    if (!name) continue;
    const fetched = heldIn(page).get(value) ?? [];
    const url = holds ? (fetched.length === 1 ? fetched[0][3] : null) : value;
    return url ? { name, url, needs } : null;
  }
  return null;
}

/**
 * Returns true if the function that a handler calls is defined and known.
 * @param {import('./swaps.js').Swap} swap @param {Page} page @param {Facts['scripts']} scripts
 */
export function isKnown({ needs }, page, scripts) {
  return needs === null || definedIn(page).has(needs) || scripts.says(needs);
}

/** A statement that calls one of Dreamweaver's functions for images, and the code by which they skip missing ones. */
const SKIPPING = Object.freeze({
  call: /^MM_(?:nbGroup|swapImage|swapImgRestore)\([^()]*\)$/,
  needs: /\bMM_findObj\(\w+(?:\[\w+\])?\)\)\s*!=\s*null\b/,
});
/** Targets of links that leave the page. */
const LEAVING = /^(?:_self|_top|_parent)?$/i;

/**
 * Returns the click handler of a link as far as it is of no use without the images that it names: it only calls
 * Dreamweaver's functions, which skip missing images, and the link leaves the page.
 * @param {Page} page @param {Element} carrier @param {Facts['scripts']} scripts
 */
export function listNeedlessClicks({ source }, { tag, attributes }, scripts) {
  const [click, href, target] = ['onclick', 'href', 'target'].map((name) => attributes.get(name));
  const leaves = tag === 'a' && /^(?!\s*(?:#|javascript:))/i.test(href?.value ?? '#');
  if (!click || !leaves || !LEAVING.test(target?.value.trim() ?? '')) return [];
  if (!SKIPPING.needs.test(source) && !scripts.says(SKIPPING.needs)) return [];
  const statements = click.value.split(';').map((statement) => statement.trim());
  return statements.every((statement) => statement === '' || SKIPPING.call.test(statement)) ? [click] : [];
}

/**
 * Stops editors' functions from preloading images that nothing else renders.
 * @param {Page} page
 * @param {{ handlers: readonly Attribute[], kept: string }} removed handlers that are removed with the images, and the
 *   code in them that is kept
 * @param {(url: string) => boolean} isLast returns true if nothing else renders the image at a URL
 * @returns {Edit[]}
 */
export function dropFetches({ elements, source }, { handlers, kept }, isLast) {
  const gone = handlers.map(({ range }) => source.slice(range.start, range.end)).join(' ');
  return elements.flatMap(({ tag, attributes, range }) => {
    if (tag === 'script') return dropStatements(source, range, { gone, kept }, isLast);
    const { value = '', valueRange } = attributes.get('onload') ?? {};
    if (!valueRange || source.slice(valueRange.start, valueRange.end) !== value) return [];
    return dropArguments(source, value, valueRange.start, isLast);
  });
}

/**
 * @param {string} source
 * @param {Edit['range']} script
 * @param {{ gone: string, kept: string }} code handlers, and what is kept of them
 * @param {(url: string) => boolean} isLast
 * @returns {Edit[]}
 */
function dropStatements(source, { start, end }, { gone, kept }, isLast) {
  return [...source.slice(start, end).matchAll(FETCHES)].flatMap(({ 0: statement, 1: variable, 3: url, index }) => {
    const count = (/** @type {string} */ text) => [...text.matchAll(new RegExp(`\\b${variable}\\b`, 'g'))].length;
    // A variable named by the removed handlers was filled for them. A variable whose name is composed may serve others.
    const isHeld = count(gone) > 0 || !/\bnew\s/.test(statement);
    const isUsed = count(kept) > 0 || count(source) !== count(statement) + count(gone);
    if (!isLast(url) || !isHeld || isUsed) return [];
    return [{ range: { start: start + index, end: start + index + statement.length }, text: '' }];
  });
}

/**
 * Disables arguments with a leading `#`, which Dreamweaver's function skips.
 * @param {string} source
 * @param {string} value
 * @param {number} from
 * @param {(url: string) => boolean} isLast
 * @returns {Edit[]}
 */
function dropArguments(source, value, from, isLast) {
  const call = /\bMM_preloadImages\(([^()]*)\)/.exec(value);
  if (!call || !/\.indexOf\("#"\)\s*!=\s*0/.test(source)) return [];
  const first = from + call.index + call[0].indexOf('(') + 1;
  return [...call[1].matchAll(/(["'])([^"'\\]+)\1/g)].flatMap(({ index, 2: url }) => {
    const start = first + index + 1;
    return isLast(url) ? [{ range: { start, end: start + url.length }, text: '#' }] : [];
  });
}
