/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Element, Page, Range, Reference, SitePath } from '../../lib/site/types.ts' */

import { codeOf } from '../../lib/site/page/code.js';
import { encodeName } from '../../lib/site/text/disk-name.js';
import { elementOf } from './data-url.js';
import { isWatched } from './scripted.js';
import { isEmptyLink, readPutBack } from './swaps.js';

/**
 * Where else a file is named that some images show: by handlers that put it back when the mouse has left. Null where
 * scripts may do more with the images, or with the file.
 * @param {Document} document
 * @param {readonly Reference[]} references every one of the document to the file
 * @param {SitePath} path
 * @param {Facts} facts
 * @returns {Range[] | null}
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
    // A name that stands in a variable, or twice, stays.
    if (!isPlain || at < 0 || value.indexOf(String(url), at + 1) >= 0) return null;
    return { start: valueRange.start + at, end: valueRange.start + at + String(url).length };
  });
  return places.includes(null) ? null : /** @type {Range[]} */ (places);
}

/**
 * Whether code besides some handlers says a file's name.
 * @param {Document} document
 * @param {SitePath} path
 * @param {readonly { handler: import('../../lib/site/types.ts').Attribute }[]} handlers
 * @param {Facts['scripts']} scripts
 */
function isSaid(document, path, handlers, { linked }) {
  const name = path.split('/').at(-1) ?? '';
  const isIn = (/** @type {string} */ text) => text.includes(name) || text.includes(encodeName(name, encodeURI));
  const page = /** @type {Page} */ (document);
  const others = codeOf(page).filter(
    ({ element, attribute }) =>
      !isEmptyLink(page.elements[element]) && !handlers.some(({ handler }) => handler === attribute),
  );
  return linked.some(isIn) || others.some(({ text }) => isIn(text));
}
