/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Element, Page, Range, Reference, SitePath } from '../../lib/site/types.ts' */

import { codeOf } from '../../lib/site/page/code.js';
import { encodeName } from '../../lib/site/text/disk-name.js';
import { elementOf } from './data-url.js';
import { isWatched } from './scripted.js';
import { isEmptyLink, readPutBack } from './swaps.js';

/**
 * Returns the places where handlers name the file of an image to restore it after the mouse has left.
 * @param {Document} document
 * @param {readonly Reference[]} references every reference of the document to the file
 * @param {SitePath} path
 * @param {Facts} facts
 * @returns {Range[] | null} null if scripts may use the images or the file in other ways
 */
export function findPutBack(document, references, path, facts) {
  const { scripts } = facts;
  /** @type {Exclude<ReturnType<typeof readPutBack>, null>} */
  const known = [];
  for (const reference of references) {
    const element = elementOf(document, reference);
    if (!element || !isWatched(element, scripts)) continue;
    const handlers = readPutBack(/** @type {Page} */ (document), element, path, scripts);
    const others = [...element.attributes.values()].filter(({ name }) => name.startsWith('on'));
    if (!handlers || others.some((one) => !handlers.some(({ handler }) => handler === one))) return null;
    known.push(...handlers);
  }
  const naming = known.filter(({ url }) => url !== null);
  if (scripts.files.has(path) && (naming.length === 0 || isSaid(document, path, naming, scripts))) return null;
  const places = naming.map(({ handler: { value, valueRange }, url }) => {
    const at = value.indexOf(String(url));
    const isPlain = valueRange && document.source.slice(valueRange.start, valueRange.end) === value;
    // A name in a variable, or one that occurs twice, cannot be changed.
    if (!isPlain || at < 0 || value.indexOf(String(url), at + 1) >= 0) return null;
    return { start: valueRange.start + at, end: valueRange.start + at + String(url).length };
  });
  return places.includes(null) ? null : /** @type {Range[]} */ (places);
}

/**
 * Returns true if code other than some handlers contains a file's name.
 * @param {Document} document
 * @param {SitePath} path
 * @param {readonly { handler: import('../../lib/site/types.ts').Attribute }[]} handlers
 * @param {Facts['scripts']} scripts
 */
function isSaid(document, path, handlers, { says }) {
  const name = path.split('/').at(-1) ?? '';
  const names = [name, encodeName(name, encodeURI)];
  const page = /** @type {Page} */ (document);
  const others = codeOf(page).filter(
    ({ element, attribute }) =>
      !isEmptyLink(page.elements[element]) && !handlers.some(({ handler }) => handler === attribute),
  );
  return names.some((one) => says(one) || others.some(({ text }) => text.includes(one)));
}
