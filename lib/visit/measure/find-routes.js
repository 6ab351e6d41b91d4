/** @import { Site } from '../../site/types.ts' */
/** @import { PageRecord } from '../types.ts' */

import { beforeAny } from '../../base/trim.js';
import { addressOfPage, isHashRoute, isRoute, resolvePath } from '../../site/addresses.js';
import { decodePath } from '../../site/text/decode-path.js';

/** Max routes without a file that are visited, which limits the time. */
export const MAX_ROUTES = 100;
/** An address without a page: a visit shows the fallback page's answer to an unknown address. */
const NOWHERE = 'pagethrift-unknown-address';
const SCRIPT = /<script\b/i;
const LOCATION = /<loc>\s*(?:<!\[CDATA\[\s*)?([^<\s\]]+)/gi;

/**
 * Visits an address and returns its record, null if it cannot be visited.
 * @typedef {(address: string) => Promise<PageRecord | null>} VisitAddress
 *
 * @typedef {object} Found
 * @property {Map<string, PageRecord>} records of the routes, by address
 * @property {string[]} left addresses beyond the limit
 */

/**
 * Finds the routes of a site that have no file, by following links from visit to visit. An address is a route if its
 * content differs from that of an unknown address, or if the configuration names it.
 * @param {Site} site
 * @param {{ records: ReadonlyMap<string, PageRecord>, named: readonly string[], visit: VisitAddress, jobs: number }}
 * known
 *   `records` of visited pages; `named`: addresses that the configuration names
 * @returns {Promise<Found>}
 */
export async function findRoutes(site, { records, named, visit, jobs }) {
  const isCandidate = openCandidates(site);
  const wanted = new Set(named.filter((address) => isCandidate(address, true)));
  const told = [...[...records.values()].flatMap(({ links }) => links), ...listSitemap(site)];
  /** @type {Found} */
  const found = { records: new Map(), left: [] };
  const seen = new Set();
  let queue = [...new Set([...wanted, ...told.filter((address) => isCandidate(address))])].sort();
  if (queue.length === 0) return found;
  const nowhere = await visit(`${addressOfPage('index.html', site.place)}${NOWHERE}`);
  while (queue.length > 0) {
    for (const address of queue) seen.add(address);
    const room = Math.max(0, MAX_ROUTES - found.records.size);
    found.left.push(...queue.slice(room));
    const visited = await visitEach(queue.slice(0, room), visit, jobs);
    /** @type {string[]} */
    const links = [];
    for (const [address, record] of visited) {
      if (!wanted.has(address) && isLike(record, nowhere, records)) continue;
      found.records.set(address, record);
      links.push(...record.links);
    }
    queue = [...new Set(links)].filter((address) => isCandidate(address) && !seen.has(address)).sort();
  }
  return found;
}

/**
 * @param {readonly string[]} addresses @param {VisitAddress} visit @param {number} jobs
 * @returns {Promise<[string, PageRecord][]>} in the order of the addresses
 */
async function visitEach(addresses, visit, jobs) {
  /** @type {Map<string, PageRecord | null>} */
  const visited = new Map(addresses.map((address) => [address, null]));
  const queue = addresses.values();
  const next = async () => {
    for (const address of queue) visited.set(address, await visit(address));
  };
  await Promise.all(Array.from({ length: jobs }, next));
  return [...visited].flatMap(([address, record]) => (record ? [[address, record]] : []));
}

/**
 * Returns true for a visit with no content, that of an unknown address, or that of its document at its own address.
 * @param {PageRecord} record @param {PageRecord | null} nowhere @param {ReadonlyMap<string, PageRecord>} records
 */
function isLike({ isBlank, content, document }, nowhere, records) {
  return isBlank || content === nowhere?.content || content === records.get(document)?.content;
}

/**
 * Creates a check for addresses that can be routes without a file: those that the fallback page answers, and those that
 * scripts read from the fragment.
 * @param {Site} site
 * @returns {(address: string, isNamed?: boolean) => boolean}
 */
function openCandidates({ files, place = { origin: null, folder: '' } }) {
  const { fallback, folder } = place;
  const has = (/** @type {string} */ path) => files.has(path);
  const source = fallback && Buffer.from(files.get(fallback.path)?.bytes ?? []).toString('latin1');
  const runsScripts = source !== undefined && SCRIPT.test(source);
  return (address, isNamed = false) => {
    if (!isRoute(address)) return false;
    const path = decodePath(beforeAny(address.slice(1), /#/));
    if (!`${path}/`.startsWith(folder)) return false;
    const inside = path.slice(folder.length);
    const resolved = resolvePath(inside, has, { origin: null, folder }, true);
    if (isHashRoute(address)) return resolved !== null && !/#!?\/$/.test(address);
    if (resolved || isFileName(inside)) return false;
    return isNamed ? fallback !== undefined : runsScripts;
  };
}

/** Returns true for a name with the extension of a file, which no router answers. @param {string} path */
function isFileName(path) {
  return /\.(?!html?$)[a-z\d]{1,5}$/i.test(path);
}

/** Returns the addresses in a sitemap of the site. @param {Site} site */
function listSitemap({ files }) {
  const sitemaps = [...files.values()].filter(({ path }) => /^sitemap[^/]*\.xml$/i.test(path));
  return sitemaps.flatMap(({ bytes }) =>
    [...Buffer.from(bytes).toString().matchAll(LOCATION)].flatMap(([, url]) => URL.parse(url)?.pathname ?? []),
  );
}
