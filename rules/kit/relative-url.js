/** @import { Document, Reference, SitePath } from '../../lib/site/types.ts' */

import { ABSOLUTE, quoteUrl, relativeUrl } from '../../lib/site/style/relative-url.js';
import { encodePath } from '../../lib/site/text/disk-name.js';

/**
 * How a reference is written that leads to another file of the site; null where what it says now is not understood.
 * @param {Document} document
 * @param {Reference} reference
 * @param {SitePath} path
 * @returns {string | null}
 */
export function urlTo(document, { url, target, odd, suffix }, path) {
  const written = url.trim();
  const base = document.kind === 'page' ? document.base : document.path;
  if (odd || suffix !== '' || target.kind !== 'file' || base === null) return null;
  // A page may be served at several addresses, as those are that say what is missing: what starts from the root goes on
  // doing so.
  if (ABSOLUTE.test(written)) {
    const name = [target.path, encodePath(target.path)].find((one) => written.endsWith(`/${one}`));
    return name === undefined ? null : quoteUrl(written.slice(0, -name.length) + encodePath(path));
  }
  return relativeUrl(encodePath(base).split('/').slice(0, -1), encodePath(path).split('/'));
}
