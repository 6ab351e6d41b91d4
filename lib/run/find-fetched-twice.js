/** @import { Site, SitePath } from '../site/types.ts' */
/** @import { Fingerprinted } from '../output/fingerprint/types.ts' */
/** @import { Linked } from '../site/graph/build-graph.js' */
/** @import { Verifier } from './optimize/verify-site.js' */

import { recordFetches } from '../visit/browser/record-fetches.js';

/** Pages that are loaded for it at most: scripts of a generator are alike on its pages. */
const MOST_PAGES = 12;

/**
 * Files that a page loads under both names: markup says the new one, and a script that draws the page again the old
 * one. On 1 of 14 sites by today's generators; there it was a picture of 330 kB on every page.
 * @param {{ site: Site, linked: Linked }} before
 * @param {Fingerprinted} found
 * @param {Pick<Verifier, 'browser' | 'budgets'>} verifier
 * @returns {Promise<SitePath[]>}
 */
export async function findFetchedTwice({ site, linked }, { changed, gone, names }, { browser, budgets }) {
  const left = new Set(gone);
  const twice = [...names].filter(([path]) => !left.has(path) && site.files.has(path));
  const pagesOf = (/** @type {SitePath} */ path) => (linked.graph.usedBy.get(path) ?? []).slice(0, 1);
  const pages = [...new Set(twice.flatMap(([path]) => pagesOf(path)))].slice(0, MOST_PAGES);
  const files = (/** @type {SitePath} */ path) =>
    left.has(path) ? undefined : (changed.get(path) ?? site.files.get(path));
  const load = (/** @type {SitePath} */ path) =>
    recordFetches(browser, { path, files, place: site.place, budget: budgets.of(path) }).then(
      (record) => new Set(record.fetched.map((file) => file.path)),
      // A page that cannot be loaded, which the report says already, loads nothing twice.
      () => new Set(),
    );
  const fetched = await Promise.all(pages.map(load));
  return twice.flatMap(([path, name]) => (fetched.some((all) => all.has(path) && all.has(name)) ? [path] : []));
}
