/** @import { Site, SitePath } from '../site/types.ts' */
/** @import { Packed } from './optimize/pack-site.js' */
/** @import { VisitCost, Visits } from '../report/types.ts' */

import { exact } from '../base/exact.js';
import { present } from '../base/present.js';
import { DICTIONARY_FILE } from '../output/dictionary/names.js';
import { versionOf } from '../plan/price/conditions.js';
import { estimatePage } from '../plan/price/index.js';
import { findDigestNames } from '../site/text/digest-name.js';

const ENCODINGS = exact(['identity', 'gzip', 'br', 'zstd']);
const PAGE = /\.html?$/i;
/** A 304 response has no body and a shorter header: the same as in `lib/plan/price`. */
const NOT_MODIFIED = { bytes: 1, responseHeaderBytes: 180 };

/**
 * @typedef {object} Order
 * @property {ReadonlyMap<SitePath, Packed>} files as shipped
 * @property {ReadonlyMap<SitePath, readonly SitePath[]>} fetches files that each page fetches
 * @property {Site | null} former the deployed files
 * @property {number} pagesPerVisit
 * @property {{ link: string, http: string }} conditions
 *
 * A file that a page of a visit requests, and the transferred part: all, a 304 response, or a delta to a cached
 * version.
 * @typedef {{ file: Packed, how: 'whole' | 'unchanged' | 'change' }} Asked
 */

/**
 * Returns the cost of two visits: one of several pages by a new visitor, and the same pages after a deploy by a visitor
 * with everything before it cached. For each coding alone, and with dictionaries.
 * @param {Order} order
 * @returns {Visits}
 */
export function countVisits(order) {
  const seen = choosePages([...order.files.keys()], order.pagesPerVisit).map((path) => present(order.files.get(path)));
  return {
    tour: costOf(walk(seen, { ...order, former: null }), order),
    return: order.former ? costOf(walk(seen, order), order) : null,
  };
}

/**
 * Selects the pages of a visit, spread evenly, from the top of the site.
 * @param {readonly SitePath[]} files
 * @param {number} pagesPerVisit
 */
export function choosePages(files, pagesPerVisit) {
  const pages = files.filter((path) => PAGE.test(path)).toSorted((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  const count = Math.min(pages.length, Math.max(1, Math.round(pagesPerVisit)));
  return Array.from({ length: count }, (_, index) => pages[Math.floor((index * pages.length) / count)]);
}

/**
 * Returns the requests of each page of a visit.
 * @param {readonly Packed[]} pages
 * @param {Order} order
 * @returns {Asked[][]}
 */
function walk(pages, { files, fetches, former }) {
  const digestNames = findDigestNames(files.keys());
  const dictionary = [...files.values()].find(({ path }) => DICTIONARY_FILE.test(path));
  const isKnown = (/** @type {Packed} */ { path, entries }) => former?.files.get(path)?.hash === entries[0].hash;
  let hasDictionary = dictionary !== undefined && isKnown(dictionary);
  /** @type {Set<SitePath>} */
  const had = new Set();
  return pages.map((page) => {
    /** @type {Asked[]} */
    const asked = [];
    for (const path of new Set([page.path, ...(fetches.get(page.path) ?? [])])) {
      const file = files.get(path);
      if (!file) continue;
      const isHad = had.has(path) || isKnown(file);
      had.add(path);
      // Files with a digest are sent as deltas to their former versions, pages by the dictionary of the site.
      const isChange = PAGE.test(path) ? hasDictionary : former !== null;
      if (!isHad) asked.push({ file, how: isChange ? 'change' : 'whole' });
      else if (!digestNames.has(path)) asked.push({ file, how: 'unchanged' });
    }
    if (dictionary && !hasDictionary) asked.push({ file: dictionary, how: 'whole' });
    hasDictionary = dictionary !== undefined;
    return asked;
  });
}

/**
 * @param {readonly (readonly Asked[])[]} pages
 * @param {Order} order
 * @returns {VisitCost}
 */
function costOf(pages, { conditions }) {
  const sent = (/** @type {string} */ way) => pages.map((asked) => asked.map((each) => sizeIn(each, way)));
  const sum = (/** @type {string} */ way) =>
    sent(way)
      .flat()
      .reduce((total, bytes) => total + bytes, 0);
  const estimate = (/** @type {string} */ way) => {
    const costs = pages.map((asked) => estimateAsked(asked, way, conditions));
    return {
      packets: costs.reduce((total, { packets }) => total + packets, 0),
      ms: costs.reduce((total, { ms }) => total + ms, 0),
    };
  };
  const requests = pages.flat().filter(({ file }) => !DICTIONARY_FILE.test(file.path)).length;
  const [identity, gzip, br, zstd, dictionary] = [...ENCODINGS, 'dictionary'].map(sum);
  const estimates = { br: estimate('br'), dictionary: estimate('dictionary') };
  return { pages: pages.length, requests, identity, gzip, br, zstd, dictionary, estimates };
}

/**
 * Estimates a page of a visit, as if it named all requests at its start.
 * @param {readonly Asked[]} asked
 * @param {string} way
 * @param {Order['conditions']} conditions
 */
function estimateAsked(asked, way, { link, http }) {
  const files = asked.flatMap((each) => {
    const bytes = sizeIn(each, way);
    if (bytes === 0 && DICTIONARY_FILE.test(each.file.path)) return [];
    const { path } = each.file;
    /** @type {'html' | 'other'} */
    const type = PAGE.test(path) ? 'html' : 'other';
    return [{ url: path, type, ...(each.how === 'unchanged' ? NOT_MODIFIED : { bytes: Math.max(1, bytes) }) }];
  });
  const [page, ...others] = files;
  if (!page) return { packets: 0, ms: 0 };
  const references = others.map(({ url }) => ({ from: page.url, to: url, atByte: 0 }));
  const how = { link, http: versionOf(http), visit: exact('first') };
  return estimatePage({ url: page.url, files, references, missesIcon: false }, how).estimate;
}

/**
 * Returns the transferred bytes of a file: in one coding, or in the smallest of all with dictionaries. The dictionary
 * itself counts for dictionaries only.
 * @param {Asked} asked
 * @param {string} way
 */
function sizeIn({ file: { path, entries }, how }, way) {
  const [{ size: whole }] = entries;
  const as = (/** @type {string} */ encoding) => entries.find((entry) => entry.encoding === encoding)?.size ?? whole;
  if (how === 'unchanged') return 0;
  if (way !== 'dictionary') return DICTIONARY_FILE.test(path) ? 0 : as(way);
  const best = Math.min(...ENCODINGS.map(as));
  return how === 'change' ? Math.min(best, as('dcb'), as('dcz')) : best;
}

/** @param {SitePath} path */
function depthOf(path) {
  return path.split('/').length;
}
