/** @import { SitePath } from '../../site/types.ts' */

import { parse } from 'parse5';
import { IS_PLAIN } from '../serve/delivery.js';
import { addressesOf } from './page-hints.js';

/**
 * Pages whose links browsers fetch ahead.
 * @typedef {object} Prefetch
 * @property {readonly SitePath[]} pages that have few links
 * @property {readonly SitePath[]} targets of these links
 * @property {number} fetchedBytes expected bytes that a page view fetches ahead, on average over all pages of the site
 * @property {number} wastedBytes those of pages that the visitor does not open next
 *
 * The part that server files need; `folder`: the folder with the file of rules.
 * @typedef {{ readonly pages: readonly SitePath[], readonly folder: string }} Ahead
 */

/** The file that contains the rules, and its type. Browsers ignore rules of another type. */
export const RULES_FILE = 'speculation-rules.json';
export const RULES_TYPE = 'application/speculationrules+json';
/** Max links of a page that are fetched ahead: with more, a visitor opens each in fewer than a quarter of the cases. */
const MAX_LINKS = 4;

/**
 * Selects the pages whose links are fetched ahead, and calculates the cost. A visitor opens each link of a page with
 * the same probability.
 * @param {ReadonlyMap<SitePath, ReadonlySet<SitePath>>} links linked pages of each page
 * @param {(page: SitePath) => number} sizeOf transferred bytes of a page
 * @returns {Prefetch}
 */
export function planPrefetch(links, sizeOf) {
  const few = [...links].filter(([page, to]) => IS_PLAIN.test(page) && to.size > 0 && to.size <= MAX_LINKS);
  const sums = few.map(([, to]) => {
    const fetched = [...to].reduce((sum, page) => sum + sizeOf(page), 0);
    return { fetched, wasted: fetched * (1 - 1 / to.size) };
  });
  const perView = (/** @type {'fetched' | 'wasted'} */ key) =>
    sums.reduce((sum, each) => sum + each[key], 0) / Math.max(links.size, 1);
  return {
    pages: few.map(([page]) => page).sort(),
    targets: [...new Set(few.flatMap(([, to]) => [...to]))].sort(),
    fetchedBytes: perView('fetched'),
    wastedBytes: perView('wasted'),
  };
}

/**
 * Returns the other pages of the site that a page links to, whose names need no quoting.
 * @param {SitePath} page @param {string} html @param {ReadonlySet<SitePath>} files that are served
 * @returns {Set<SitePath>}
 */
export function linksOf(page, html, files) {
  /** @type {Set<SitePath>} */
  const found = new Set();
  const base = new URL(`https://site.invalid/${page}`);
  for (const href of hrefsIn(parse(html))) {
    const url = URL.parse(href, base);
    if (url?.origin !== base.origin) continue;
    const named = url.pathname.slice(1);
    const target = [named, `${named.replace(/\/$/, '')}/index.html`.replace(/^\//, '')].find((path) => files.has(path));
    if (target && target !== page && /\.html?$/i.test(target) && IS_PLAIN.test(target)) found.add(target);
  }
  return found;
}

/**
 * Lists the addresses of links, without a stack: pages can be nested deeper.
 * @param {object} root
 */
function hrefsIn(root) {
  /** @type {any[]} */
  const nodes = [root];
  /** @type {string[]} */
  const hrefs = [];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.nodeName === 'a' || node.nodeName === 'area') {
      const href = node.attrs.find((/** @type {{ name: string }} */ { name }) => name === 'href');
      if (href) hrefs.push(href.value);
    }
    if (node.childNodes) nodes.push(...node.childNodes);
  }
  return hrefs;
}

/** Writes the rules. Browsers apply them to links of the pages that name the file. @param {Prefetch} prefetch */
export function writeSpeculationRules({ targets }) {
  const where = { href_matches: targets.flatMap(addressesOf) };
  return `${JSON.stringify({ prefetch: [{ where, eagerness: 'immediate' }] }, null, 1)}\n`;
}

/**
 * Describes the expected cost.
 * @param {Prefetch} prefetch
 * @param {number} pageCount of the site
 */
export function describePrefetch({ pages, fetchedBytes, wastedBytes }, pageCount) {
  const bytes = (/** @type {number} */ value) => `${(value / 1000).toFixed(1)} kB`;
  return (
    `Browsers fetch the links of ${pages.length} of ${pageCount} pages ahead: those with at most ${MAX_LINKS}. A ` +
    `page view is expected to fetch ${bytes(fetchedBytes)} more, of which ${bytes(wastedBytes)} are not used.`
  );
}
