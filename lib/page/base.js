/** @import { Element, SitePath } from '../types.ts' */

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
 * @returns {SitePath | null}
 */
export function baseOf(path, href) {
  if (!href) return path;
  const resolved = URL.parse(href.trim(), `site://root/${encodeName(path, encodeURI)}`);
  if (resolved?.protocol !== 'site:' || resolved.host !== 'root') return null;
  return decodePath(resolved.pathname.slice(1));
}
