/** @import { SiteFile, SitePath } from './types.ts' */

import { encodeName } from './text/disk-name.js';

/** Names that browsers and others request at the top of a site, independent of its pages. */
const ASKED_BY_NAME =
  /^(?:favicon\.ico|apple-touch-icon[\w-]*\.png|browserconfig\.xml|robots\.txt|sitemap[\w-]*\.xml|\.well-known\/.*)$/;
/** Texts in which a site names its own files for others: pages with previews for social networks, feeds, site maps. */
const READ_BY_OTHERS = /\.(?:html?|xhtml|xml|rss|atom|json|txt)$/i;
const ABSOLUTE_URL = /\bhttps?:\\?\/\\?\/[^\s"'<>()?#]+/gi;
/** Everything before the path of such a URL. In JSON each slash has a backslash before it. */
const HOST = /^https?:\/\/[^/]*\//i;

/**
 * Returns true if a file is requested by its well-known name.
 * @param {SitePath} path
 */
export function isAskedByName(path) {
  return ASKED_BY_NAME.test(path);
}

/**
 * Creates a check for files that a site can name by absolute URLs, for previews, feeds and other sites. The site's own
 * host is unknown, so every URL whose path ends like the file's counts. A false match only keeps a file.
 * @param {Iterable<SiteFile>} files
 * @returns {(path: SitePath) => boolean}
 */
export function openNamedAbroad(files) {
  /** @type {Set<string>} */
  const paths = new Set();
  for (const { path, bytes } of files) {
    if (!READ_BY_OTHERS.test(path)) continue;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    for (const [url] of text.matchAll(ABSOLUTE_URL)) paths.add(url.replaceAll('\\/', '/').replace(HOST, ''));
  }
  return (path) => {
    const written = path
      .split('/')
      .map((name) => encodeName(name, encodeURI))
      .join('/');
    return paths.has(written) || [...paths].some((other) => other.endsWith(`/${written}`));
  };
}
