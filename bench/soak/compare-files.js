/** @import { Browser } from 'puppeteer-core' */
/** @import { Finding } from './compare-visits.js' */

import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './describe-site.js';
import { parseFeed } from './in-page.js';

/** Files that are requested by clients other than pages: crawlers, feed readers, hosts, browsers. */
const WELL_KNOWN = new RegExp(
  `(?:^|/)(?:${[
    'robots\\.txt|sitemap[^/]*\\.xml|favicon\\.ico|CNAME|_headers|_redirects|\\.nojekyll|404\\.html',
    '(?:feed|atom|rss|index)\\.(?:xml|rdf|json)|[^/]*manifest\\.(?:json|webmanifest)|[^/]+\\.webmanifest',
    'ngsw\\.json|(?:sw|service-worker)\\.js',
  ].join('|')})$|(?:^|/)\\.well-known/`,
  'i',
);
/** Files that a build adds next to others, and its own marker. */
const ADDED = /\.(?:gz|br|zst)$|(?:^|\/)\.pagethrift\.json$/;
const SHOWN = 5;

/**
 * Compares files that no page renders: well-known ones are kept, feeds have the same number of entries, and manifests
 * name existing icons.
 * @param {Browser} browser @param {string} before @param {string} after
 * @returns {Promise<(Finding & { page: string })[]>}
 */
export async function judgeFiles(browser, before, after) {
  const [was, is] = [before, after].map((folder) => new Set(listFiles(folder)));
  const lost = [...was].filter((path) => !is.has(path) && (WELL_KNOWN.test(path) || /\.x?html?$/i.test(path)));
  const found = lost.map((path) => ({ page: path, kind: 'file', detail: 'is missing after the build' }));
  const page = await browser.newPage();
  for (const path of was) {
    if (!is.has(path) || !WELL_KNOWN.test(path)) continue;
    const [one, other] = [before, after].map((folder) => readFileSync(join(folder, path), 'utf8'));
    if (one === other) continue;
    if (/\.(?:xml|rdf)$/i.test(path)) {
      const [a, b] = [await page.evaluate(parseFeed, one), await page.evaluate(parseFeed, other)];
      if (a.isParsed && (!b.isParsed || a.entries !== b.entries))
        found.push({ page: path, kind: 'feed', detail: `${JSON.stringify(a)} → ${JSON.stringify(b)}` });
    } else if (/(?:json|webmanifest)$/i.test(path)) {
      const fault = faultOfManifest(after, path, other);
      if (fault && !faultOfManifest(before, path, one)) found.push({ page: path, kind: 'manifest', detail: fault });
    }
  }
  await page.close();
  return found;
}

/** @param {string} folder @param {string} path @param {string} text @returns {string | null} */
function faultOfManifest(folder, path, text) {
  let manifest;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    return `cannot be parsed: ${error instanceof Error ? error.message : error}`;
  }
  const icons = Array.isArray(manifest?.icons) ? manifest.icons : [];
  const missing = icons.filter((/** @type {{ src?: string }} */ { src = '' }) => {
    const at = src.startsWith('/') ? join(folder, src) : join(folder, path, '..', src);
    return !existsSync(at);
  });
  return missing.length === 0 ? null : `icons that do not exist: ${JSON.stringify(missing.slice(0, SHOWN))}`;
}

/**
 * Lists the files that differ between a build and a build of its output.
 * @param {string} once @param {string} twice
 */
export function listChanged(once, twice) {
  const [a, b] = [once, twice].map((folder) => listFiles(folder).filter((path) => !ADDED.test(path)));
  const digest = (/** @type {string} */ folder, /** @type {string} */ path) =>
    existsSync(join(folder, path))
      ? createHash('sha256')
          .update(readFileSync(join(folder, path)))
          .digest('hex')
      : null;
  return [...new Set([...a, ...b])].filter((path) => digest(once, path) !== digest(twice, path)).sort();
}
