import { brotliCompressSync, constants } from 'node:zlib';
import { CODINGS, compressWith } from './codings.js';
import { findCommonText } from './common-text.js';
import { idOf } from './names.js';

/** Pages that are read for what is common, spread evenly, and others that it is tried on. */
const READ_PAGES = 100;
/** Pages that a dictionary is tried on; they are spread over the site. */
const TRIED_PAGES = 12;
/**
 * In how many of the pages a piece stands that belongs to the template. Which is best differs from site to site: all
 * are tried.
 */
const SHARES = [0.5, 0.25, 0.1, 0.04];
/** Visitors who return have the dictionary of before: another must be worth more by as much. */
const LEAST_BETTER = 1.1;

/**
 * @typedef {object} SiteDictionary
 * @property {Uint8Array} bytes
 * @property {number} sentBytes what fetching it costs
 * @property {number} savedBytes by it, of a page on average
 */

/**
 * The dictionary by which a visit of so many pages saves most; null where none saves anything.
 * @param {readonly Uint8Array[]} pages
 * @param {{ pagesPerVisit: number, former?: Uint8Array | null }} options `former`: what was deployed before
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
  if (kept && kept.savedBytes * LEAST_BETTER >= best.savedBytes) return kept;
  return gainOf(best) > 0 ? best : null;
}

/**
 * Servers find files by the digest: another byte gives another digest, until it is one that makes a name.
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
 * So many of a list, evenly spread.
 * @template T
 * @param {readonly T[]} list
 * @param {number} most
 * @param {number} from where in each share
 */
function spread(list, most, from) {
  const count = Math.min(list.length, most);
  return Array.from({ length: count }, (_, index) => list[Math.floor(((index + from) * list.length) / count)]);
}
