/** @import { SitePath } from '../../site/types.ts' */

import { findDigestNames } from '../../site/text/digest-name.js';
import { encodePath } from '../../site/text/disk-name.js';
import { DICTIONARY_FILE } from '../dictionary/names.js';

/**
 * What a server says of each file of a site, beside its type and how it is encoded.
 * @typedef {object} Delivery
 * @property {SitePath | null} dictionary
 * @property {boolean} usesDictionaries whether any file has a copy that needs one
 * @property {ReadonlyMap<SitePath, import('../../site/text/digest-name.js').DigestPlace | null>} lasting files that
 * never
 *   change under their name, and where in it the digest stands
 * @property {readonly SitePath[]} changing the others, copies left out
 * @property {(path: SitePath) => Record<string, string>} headersOf
 */

/** A year, which browsers take for ever: https://www.rfc-editor.org/rfc/rfc8246 */
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Kept, and asked for whether it is still so. */
export const ASK_FIRST = 'no-cache';

const IS_COPY = /\.(?:gz|br|zst|dcb|dcz)$/;
const IS_PAGE = /\.html?$/i;
/** What changes little from one deploy to the next. */
export const IS_CODE = /\.(?:css|m?js|json|svg|wasm)$/i;
/** Letters that mean something in a URL pattern, which a file's name would have to escape. */
const PATTERN_LETTERS = /[:{}()*+?\\"]/;

/**
 * @param {Iterable<SitePath>} paths of all files that are served, copies among them
 * @returns {Delivery}
 */
export function planDelivery(paths) {
  const all = [...paths];
  const files = all.filter((path) => !IS_COPY.test(path));
  const dictionary = files.find((path) => DICTIONARY_FILE.test(path)) ?? null;
  const digestNames = findDigestNames(files.filter((path) => path !== dictionary));
  const usesDictionaries = all.some((path) => /\.dc[bz]$/.test(path));
  const vary = usesDictionaries ? 'accept-encoding, available-dictionary' : 'accept-encoding';

  /** @param {SitePath} path @returns {Record<string, string>} */
  const headersOf = (path) => {
    if (path === dictionary) {
      return { 'cache-control': FOR_EVER, vary, 'use-as-dictionary': 'match="/*", match-dest=("document")' };
    }
    if (IS_PAGE.test(path)) {
      const said = { 'cache-control': ASK_FIRST, vary };
      return dictionary ? { ...said, link: `</${dictionary}>; rel="compression-dictionary"` } : said;
    }
    if (!digestNames.has(path)) return { 'cache-control': ASK_FIRST, vary };
    const pattern = usesDictionaries && IS_CODE.test(path) ? patternOf(path, digestNames.get(path) ?? null) : null;
    const said = { 'cache-control': FOR_EVER, vary };
    return pattern === null ? said : { ...said, 'use-as-dictionary': `match="${pattern}"` };
  };
  const changing = files.filter((path) => !digestNames.has(path) && path !== dictionary);
  return { dictionary, usesDictionaries, lasting: digestNames, changing, headersOf };
}

/**
 * The addresses at which later versions of a file will be; null where its name would have to be escaped for that.
 * @param {SitePath} path
 * @param {import('../../site/text/digest-name.js').DigestPlace | null} place
 */
function patternOf(path, place) {
  if (!place || PATTERN_LETTERS.test(path)) return null;
  return `/${encodePath(path.slice(0, place.start))}*${encodePath(path.slice(place.end))}`;
}
