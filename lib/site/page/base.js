/** @import { Element, Page, SiteAddress, SitePath } from '../types.ts' */

import { pathFrom } from '../addresses.js';
import { decodePath } from '../text/decode-path.js';
import { encodeName } from '../text/disk-name.js';

/**
 * Returns the first `<base href>` of a page.
 * @param {readonly Element[]} elements
 */
export function findBase(elements) {
  const element = elements.find((candidate) => candidate.tag === 'base' && candidate.attributes.has('href'));
  return element?.attributes.get('href')?.value ?? null;
}

/**
 * Returns the site path at which a page's relative references start, null if its base is outside the site.
 * @param {SitePath} path
 * @param {string | null} href
 * @param {Partial<SiteAddress>} [place] at which the site is served, if known
 * @returns {SitePath | null}
 */
export function baseOf(path, href, { origin = null, folder = '' } = {}) {
  if (!href) return path;
  const root = origin ?? 'site://root';
  const resolved = URL.parse(href.trim(), `${root}/${encodeName(folder + path, encodeURI)}`);
  if (resolved?.host !== URL.parse(root)?.host) return null;
  const base = decodePath(resolved?.pathname.slice(1) ?? '');
  return base.startsWith(folder) ? base.slice(folder.length) : null;
}

/**
 * Returns the path of the file that a URL in a page names, null if it is outside of the site.
 * @param {Pick<Page, 'base' | 'place'>} page
 * @param {string} url
 * @returns {SitePath | null}
 */
export function pathNamedIn({ base, place }, url) {
  return base === null ? null : pathFrom(base, url, place);
}

/**
 * Returns true if a URL leads to one of the files. That of another host leads to none.
 * @param {Page} page @param {string} url @param {readonly (SitePath | null)[]} files null: a file that does not exist
 */
export function leadsToOneOf(page, url, files) {
  const path = pathNamedIn(page, url);
  return path !== null && files.includes(path);
}
