/** @import { SitePath } from '../../site/types.ts' */

import { findDigestNames } from '../../site/text/digest-name.js';
import { DICTIONARY_FILE } from '../dictionary/names.js';

/**
 * Headers that a server sends with each file of a site, in addition to type and encoding.
 * @typedef {object} Delivery
 * @property {SitePath | null} dictionary
 * @property {boolean} usesDictionaries true if any file has a copy that needs one
 * @property {ReadonlyMap<SitePath, import('../../site/text/digest-name.js').DigestPlace | null>} lasting files that
 *   never change under their name, with the position of the digest in it
 * @property {readonly SitePath[]} changing the others, without copies
 * @property {readonly SitePath[]} revalidated those of them with a digest in a name that no rule can express
 * @property {ReadonlySet<SitePath>} own files that are named like a copy or a dictionary, and are none
 * @property {(path: SitePath) => Record<string, string>} headersOf
 */

/** One year, which browsers treat as unlimited: https://www.rfc-editor.org/rfc/rfc8246 */
export const FOR_EVER = 'public, max-age=31536000, immutable';
/** Cached, but revalidated before each use. */
export const ASK_FIRST = 'no-cache';

/** Names of copies: the path of the file, the identifier of the dictionary if one is needed, the coding. */
const PLAIN_COPY = /^(.+)\.(gz|br|zst)$/s;
const DICTIONARY_COPY = /^(.+)\.[A-Za-z0-9]+\.(dcb|dcz)$/s;
const CODINGS = /** @type {Readonly<Record<string, string>>} */ ({ gz: 'gzip', zst: 'zstd' });
const IS_PAGE = /\.html?$/i;
/** Types that change little from one deploy to the next. */
export const IS_CODE = /\.(?:css|m?js|json|svg|wasm)$/i;
/**
 * Names for which rules without limit are written. These characters have no meaning in any format or URL pattern,
 * except for the dot, and browsers send them unchanged.
 */
export const IS_PLAIN = /^[A-Za-z0-9._/@~-]{1,1000}$/;

/**
 * Plans the headers for the files of a site.
 * @param {Iterable<SitePath>} paths of all files that are served, including copies
 * @param {ReadonlySet<SitePath>} [own] files that are named like a copy or a dictionary, and are none
 * @returns {Delivery}
 */
export function planDelivery(paths, own = new Set()) {
  const all = new Set(paths);
  const isCopy = (/** @type {SitePath} */ path) => !own.has(path) && all.has(codingOfCopy(path)?.base ?? '');
  const files = [...all].filter((path) => !isCopy(path));
  const dictionary = files.find((path) => DICTIONARY_FILE.test(path) && !own.has(path)) ?? null;
  const digestNames = findDigestNames(files.filter((path) => path !== dictionary));
  const lasting = new Map([...digestNames].filter(([path]) => IS_PLAIN.test(path)));
  const usesDictionaries = [...all].some((path) => /\.dc[bz]$/.test(path) && isCopy(path));
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
    if (!lasting.has(path)) return { 'cache-control': ASK_FIRST, vary };
    const pattern = usesDictionaries && IS_CODE.test(path) ? patternOf(path, lasting.get(path) ?? null) : null;
    const said = { 'cache-control': FOR_EVER, vary };
    return pattern === null ? said : { ...said, 'use-as-dictionary': `match="${pattern}"` };
  };
  const changing = files.filter((path) => !lasting.has(path) && path !== dictionary);
  const revalidated = [...digestNames.keys()].filter((path) => !lasting.has(path));
  return { dictionary, usesDictionaries, lasting, changing, revalidated, own, headersOf };
}

/**
 * Returns the file that a copy is named after and the coding of the copy, or null if the path is not named like a copy.
 * @param {SitePath} path
 * @returns {{ base: SitePath, coding: string } | null}
 */
export function codingOfCopy(path) {
  const [, base, ending] = PLAIN_COPY.exec(path) ?? DICTIONARY_COPY.exec(path) ?? [];
  return base === undefined ? null : { base, coding: CODINGS[ending] ?? ending };
}

/**
 * Returns the addresses at which later versions of a file will be, as a URL pattern. Lasting files have plain names, so
 * nothing has to be escaped.
 * @param {SitePath} path
 * @param {import('../../site/text/digest-name.js').DigestPlace | null} place
 */
function patternOf(path, place) {
  return place && `/${path.slice(0, place.start)}*${path.slice(place.end)}`;
}
