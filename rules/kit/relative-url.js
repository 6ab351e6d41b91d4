/** @import { Document, Reference, SitePath } from '../../lib/site/types.ts' */

import { ABSOLUTE, quoteUrl, relativeUrl } from '../../lib/site/style/relative-url.js';
import { encodePath } from '../../lib/site/text/disk-name.js';

/**
 * Returns the URL of another file of the site, in the form of an existing reference, or null if that form is not
 * understood.
 * @param {Document} document
 * @param {Reference} reference
 * @param {SitePath} path
 * @returns {string | null}
 */
export function urlTo(document, { url, target, odd, suffix }, path) {
  const written = url.trim();
  const base = document.kind === 'page' ? document.base : document.path;
  if (odd || suffix !== '' || target.kind !== 'file' || base === null) return null;
  // A page may be served at several addresses, as error pages are, so a root-relative URL stays root-relative.
  if (ABSOLUTE.test(written)) {
    const name = [target.path, encodePath(target.path)].find((one) => written.endsWith(`/${one}`));
    return name === undefined ? null : quoteUrl(written.slice(0, -name.length) + encodePath(path));
  }
  return relativeUrl(encodePath(base).split('/').slice(0, -1), encodePath(path).split('/'));
}
