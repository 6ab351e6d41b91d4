import { brotliCompressSync, constants } from 'node:zlib';
import { CODINGS, compressWith } from './codings.js';
import { findCommonText } from './common-text.js';
import { idOf } from './names.js';

/** Pages that are read for common text, spread evenly. */
const READ_PAGES = 100;
/** Pages on which a dictionary is tried. They are spread over the site. */
const TRIED_PAGES = 12;
/**
 * Shares of the pages that must contain a piece of the template. The best one differs between sites, so all are tried.
 */
const SHARES = [0.5, 0.25, 0.1, 0.04];
/** Returning visitors have the former dictionary. A new one must be better by this factor. */
const MIN_BETTER = 1.1;

/**
 * @typedef {object} SiteDictionary
 * @property {Uint8Array} bytes
 * @property {number} sentBytes cost of fetching it
 * @property {number} savedBytes average saving per page
 */

/**
 * Returns the dictionary with the largest saving on a visit of several pages, null if none saves anything.
 * @param {readonly Uint8Array[]} pages
 * @param {{ pagesPerVisit: number, former?: Uint8Array | null }} options `former`: the deployed dictionary
 * @returns {SiteDictionary | null}
 */
export function chooseDictionary(pages, { pagesPerVisit, former = null }) {
  const [coding] = CODINGS;
  if (!coding || pages.length < 2) return null;
  const texts = spread(pages, READ_PAGES, 0).map((page) => Buffer.from(page).toString('latin1'));
  const tried = spread(pages, TRIED_PAGES, 0.5).map((page) => ({ page, alone: brotli(page) }));
  const weigh = (/** @type {Uint8Array} */ bytes) => {
    const saved = tried.map(({ page, alone }) => Math.max(0, alone - compressWith(coding, page, bytes, 'fast').length));
    return { bytes, sentBytes: brotli(bytes), savedBytes: saved.reduce((sum, each) => sum + each, 0) / tried.length };
  };
  const gainOf = (/** @type {SiteDictionary} */ { sentBytes, savedBytes }) =>
    savedBytes * (pagesPerVisit - 1) - sentBytes;
  const [best] = SHARES.map((share) => weigh(nameable(Buffer.from(findCommonText(texts, share), 'latin1')))).toSorted(
    (a, b) => gainOf(b) - gainOf(a),
  );
  const kept = former && weigh(former);
  if (kept && kept.savedBytes * MIN_BETTER >= best.savedBytes) return kept;
  return gainOf(best) > 0 ? best : null;
}

/**
 * Changes a dictionary until its digest gives a name. Servers find files by the digest, and an additional byte gives
 * another one.
 * @param {Uint8Array} bytes
 */
function nameable(bytes) {
  let tried = bytes;
  while (idOf(tried) === null) tried = Buffer.concat([tried, Buffer.from('\n')]);
  return tried;
}

/** @param {Uint8Array} bytes */
function brotli(bytes) {
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length;
}

/**
 * Returns items of a list, evenly spread.
 * @template T
 * @param {readonly T[]} list
 * @param {number} most
 * @param {number} from position in each share
 */
function spread(list, most, from) {
  const count = Math.min(list.length, most);
  return Array.from({ length: count }, (_, index) => list[Math.floor(((index + from) * list.length) / count)]);
}
