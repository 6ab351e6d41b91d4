/** @import { Site, SiteFile, SitePath, Warning } from './types.ts' */

import { InputError } from '../base/errors.js';
import { makeFile } from './read-site.js';
import { decodePath } from './text/decode-path.js';

/**
 * A response of a page load, from a browser or a HAR file; `bytes` is null if only its size is known.
 * @typedef {{ url: string, status: number, contentType: string, bytes: Uint8Array | null, encodedBytes: number }}
 *   Response
 */

/**
 * Builds the site of a page's responses: those of the page's own host, under the paths of their URLs.
 * @param {string} pageUrl
 * @param {readonly Response[]} responses
 * @returns {{ site: Site, page: SitePath }}
 */
export function siteFromResponses(pageUrl, responses) {
  const { origin, host } = new URL(pageUrl);
  /** @type {Map<SitePath, SiteFile>} */
  const files = new Map();
  /** @type {Warning[]} */
  const warnings = [];
  const page = pathOf(pageUrl);
  for (const { url, status, bytes } of responses) {
    if (!URL.canParse(url) || new URL(url).origin !== origin || status !== 200) continue;
    const path = pathOf(url);
    if (bytes === null)
      warnings.push({
        code: 'no-content',
        resource: url,
        message: `${url} is recorded without its content, so it is counted but not analysed.`,
      });
    else if (!files.has(path)) files.set(path, makeFile(path, bytes));
  }
  if (!files.has(page)) throw new InputError('no-page', `${pageUrl} returned no readable page.`);
  const sorted = new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
  const place = Object.freeze({ origin, folder: '' });
  const site = { root: pageUrl, name: host, files: sorted, place, warnings: Object.freeze(warnings) };
  return { page, site: Object.freeze(site) };
}

/**
 * @param {string} url
 * @returns {SitePath}
 */
function pathOf(url) {
  const path = decodePath(new URL(url).pathname.slice(1));
  return path === '' || path.endsWith('/') ? `${path}index.html` : path;
}
