/** @import { SitePath } from '../site/types.ts' */
/** @import { Outcome } from './optimize/index.js' */
/** @import { ImagePair } from '../report/types.ts' */

/** Max images in an HTML report. More would make it slow to open. */
const MAX_PAIRS = 300;
/** Max screenshots of whole pages, which are larger. */
const MAX_PAGES = 10;

/**
 * Returns pages and replaced images for the report: before, after and difference as data URIs.
 * @param {Outcome['verdicts']} verdicts
 * @returns {Map<SitePath, ImagePair>}
 */
export function imagePairs(verdicts) {
  /** @type {Map<SitePath, ImagePair>} */
  const pairs = new Map();
  const pages = new Set(verdicts.map(({ path }) => path));
  let shownPages = 0;
  const doubtfulFirst = verdicts.toSorted(
    (a, b) => Number(b.status === 'different') - Number(a.status === 'different'),
  );
  for (const { resource, before, after, difference } of doubtfulFirst.flatMap(({ pictures }) => pictures)) {
    const isPage = pages.has(resource);
    if (pairs.has(resource) || pairs.size >= MAX_PAIRS || (isPage && shownPages === MAX_PAGES)) continue;
    if (isPage) shownPages += 1;
    pairs.set(resource, { before: toUri(before), after: toUri(after), difference: toUri(difference) });
  }
  return pairs;
}

/** @param {Uint8Array} png */
function toUri(png) {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
