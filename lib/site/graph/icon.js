/** @import { Reference, Site, SitePath } from '../types.ts' */
/** @import { Read } from './build-graph.js' */

import { exact } from '../../base/exact.js';
import { readOnce } from '../../base/read-once.js';
import { pathOfUrl, urlOfHost } from '../addresses.js';

/** The icon that a browser requests from a host if a page names none. */
const DEFAULT_ICON = 'favicon.ico';

/**
 * Returns the reference to the icon that a browser requests by itself: none if the page names an icon, or if the file
 * does not exist. The browser requests it after everything else.
 * @param {Site} site @param {SitePath} document @param {Pick<Read, 'linksIcon'> | undefined} read
 * @returns {Reference[]}
 */
export function followDefaultIcon(site, document, read) {
  if (read?.linksIcon) return [];
  const { path } = defaultIconOf(site);
  if (path === null) return [];
  const end = site.files.get(document)?.size ?? 0;
  return [
    Object.freeze({
      ...{ from: document, range: Object.freeze({ start: end, end }), line: 1, column: 1, element: null },
      ...{ attribute: null, url: `/${DEFAULT_ICON}`, suffix: '', role: exact('icon') },
      ...{ target: Object.freeze({ kind: exact('file'), path }), odd: null, fetched: true },
    }),
  ];
}

/** Returns the file of the default icon, null if there is none. */
const defaultIconOf = readOnce((/** @type {Site} */ { files, place }) => {
  const path = pathOfUrl(`${urlOfHost(place)}/${DEFAULT_ICON}`, place);
  return { path: path !== null && files.has(path) ? path : null };
});

/**
 * Returns the icon that a browser requests with a page. Browsers without a window request none, so a visit does not
 * record it.
 * @param {readonly Reference[]} [followed] references that a browser follows on the page
 * @returns {SitePath | null}
 */
export function iconAmong(followed = []) {
  const icon = followed.find(({ role, target }) => role === 'icon' && target.kind === 'file');
  return icon?.target.kind === 'file' ? icon.target.path : null;
}

/**
 * Returns true if a browser requests an icon for a page and the host responds that there is none: the page names a
 * missing file, or names no icon.
 * @param {readonly Reference[]} followed @param {Read | undefined} read of the page's document
 */
export function missesIcon(followed, read) {
  if (!read || iconAmong(followed) !== null) return false;
  if (!read.linksIcon) return true;
  return read.findings.references.some(
    ({ role, target, passedOver }) => role === 'icon' && target.kind === 'missing' && !passedOver,
  );
}
