/** @import { Element, SiteAddress, SitePath } from '../types.ts' */

import { decodePath } from '../text/decode-path.js';
import { encodeName } from '../text/disk-name.js';

/**
 * What the first `<base href>` of a page says.
 * @param {readonly Element[]} elements
 */
export function findBase(elements) {
  const element = elements.find((candidate) => candidate.tag === 'base' && candidate.attributes.has('href'));
  return element?.attributes.get('href')?.value ?? null;
}

/**
 * The site path that a page's relative references start from; null where its base leads outside the site.
 * @param {SitePath} path
 * @param {string | null} href
 * @param {Partial<SiteAddress>} [place] where the site is served, if anything is said of it
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
