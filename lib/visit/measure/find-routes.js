/** @import { Site } from '../../site/types.ts' */
/** @import { PageRecord } from '../types.ts' */

import { beforeAny } from '../../base/trim.js';
import { addressOfPage, isHashRoute, isRoute, resolvePath } from '../../site/addresses.js';
import { decodePath } from '../../site/text/decode-path.js';
import { sortByDigest } from './sort-by-digest.js';

/** Max routes without a file that are visited, which limits the time. */
export const MAX_ROUTES = 100;
/**
 * Min number of addresses of one depth that are visited. If all of them render the page for unknown addresses, the
 * others count as broken links, too. Generators write broken relative links on every page.
 */
const MIN_PROBES = 3;
/** An address without a page: a visit shows the fallback page's answer to an unknown address. */
const NOWHERE = 'pagethrift-unknown-address';
const SCRIPT = /<script\b/i;
const LOCATION = /<loc>\s*(?:<!\[CDATA\[\s*)?([^<\s\]]+)/gi;

/**
 * Visits an address and returns its record, null if it cannot be visited.
 * @typedef {(address: string, tour: import('../browser/record-fetches.js').Tour) => Promise<PageRecord | null>}
 *   VisitAddress
 *
 * @typedef {object} Found
 * @property {Map<string, PageRecord>} records of the routes, by address
 * @property {string[]} left addresses beyond the limit
 * @property {string[]} unanswered addresses that were not visited, because others of their depth are not routes
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
  const found = { records: new Map(), left: [], unanswered: [] };
  const seen = new Set();
  let queue = [...new Set([...wanted, ...told.filter((address) => isCandidate(address))])].sort();
  if (queue.length === 0) return found;
  const nowhere = await visit(`${addressOfPage('index.html', site.place)}${NOWHERE}`, { followsLinks: false });
  const tour = { followsLinks: true, ...(nowhere ? { exceptFor: nowhere.content } : {}) };
  const isAnswered = (/** @type {string} */ address, /** @type {PageRecord} */ record) =>
    wanted.has(address) || !isLike(record, nowhere, records);
  const visitAll = async (/** @type {readonly string[]} */ addresses) => {
    const visited = await visitEach(addresses, (address) => visit(address, tour), jobs);
    return visited.filter(([address, record]) => isAnswered(address, record));
  };
  while (queue.length > 0) {
    for (const address of queue) seen.add(address);
    const room = Math.max(0, MAX_ROUTES - found.records.size);
    found.left.push(...queue.slice(room));
    const { probes, groups } = chooseProbes(queue.slice(0, room), wanted);
    const probed = new Map(await visitAll(probes));
    const isOpen = (/** @type {readonly string[]} */ group) => group.some((address) => probed.has(address));
    const rest = groups.map((group) => ({ isOpen: isOpen(group), left: group.filter((one) => !probes.includes(one)) }));
    found.unanswered.push(...rest.flatMap(({ isOpen: isLeft, left }) => (isLeft ? [] : left)));
    const others = await visitAll(rest.flatMap(({ isOpen: isVisited, left }) => (isVisited ? left : [])));
    const routes = [...probed, ...others].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [address, record] of routes) found.records.set(address, record);
    const links = routes.flatMap(([, record]) => record.links);
    queue = [...new Set(links)].filter((address) => isCandidate(address) && !seen.has(address)).sort();
  }
  return found;
}

/**
 * Groups addresses by their depth, and chooses some of each group by their digest. Named addresses are all chosen.
 * @param {readonly string[]} addresses @param {ReadonlySet<string>} wanted
 */
function chooseProbes(addresses, wanted) {
  const depthOf = (/** @type {string} */ address) => address.split('/').filter(Boolean).length;
  const others = addresses.filter((address) => !wanted.has(address));
  const groups = [...Map.groupBy(others, depthOf).values()];
  const chosen = groups.flatMap((group) => {
    const count = Math.max(MIN_PROBES, Math.ceil(Math.sqrt(group.length)));
    return sortByDigest(group).slice(0, count);
  });
  const probes = addresses.filter((address) => wanted.has(address) || chosen.includes(address));
  return { probes, groups };
}

/**
 * @param {readonly string[]} addresses @param {(address: string) => Promise<PageRecord | null>} visit
 * @param {number} jobs
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
 * Returns true for a visit without content, or with the content of an unknown address or of the document at its own
 * address.
 * @param {PageRecord} record
 * @param {PageRecord | null} nowhere
 * @param {ReadonlyMap<string, PageRecord>} records
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
