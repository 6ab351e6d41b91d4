/** @import { SiteFile, SitePath } from './types.ts' */

import { encodeName } from './text/disk-name.js';

/** What browsers and others ask for by name at the top of a site, whatever its pages say. */
const ASKED_BY_NAME =
  /^(?:favicon\.ico|apple-touch-icon[\w-]*\.png|browserconfig\.xml|robots\.txt|sitemap[\w-]*\.xml|\.well-known\/.*)$/;
/** Texts in which a site names its own files for others: pages with previews for social networks, feeds, site maps. */
const READ_BY_OTHERS = /\.(?:html?|xhtml|xml|rss|atom|json|txt)$/i;
const ABSOLUTE_URL = /\bhttps?:\\?\/\\?\/[^\s"'<>()?#]+/gi;
/** The path of such a URL, in JSON with a backslash before each slash. */
const HOST = /^https?:\/\/[^/]*\//i;

/**
 * Returns true if others ask for a file by its well-known name.
 * @param {SitePath} path
 */
export function isAskedByName(path) {
  return ASKED_BY_NAME.test(path);
}

/**
 * Finds the files that a site may name by absolute URLs, for previews, feeds and other sites. The site's own host is
 * not known, so every URL whose path ends like a file's counts: one too many only keeps a file.
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
