/** @import { SitePath } from '../site/types.ts' */
/** @import { Fingerprinted } from '../output/fingerprint/types.ts' */
/** @import { PageRecord } from '../visit/types.ts' */

/**
 * Returns the files that pages would load under both names: markup contains the new one, and a script that creates the
 * image again, sets its source, or compares it with its own, contains the old one.
 * @param {Pick<Fingerprinted, 'gone' | 'names'>} found
 * @param {ReadonlyMap<SitePath, PageRecord>} visits
 * @returns {SitePath[]}
 */
export function findFetchedTwice({ gone, names }, visits) {
  const left = new Set(gone);
  const byScripts = new Set([...visits.values()].flatMap(listSetByScripts));
  return [...names.keys()].filter((path) => !left.has(path) && byScripts.has(path));
}

/**
 * Returns the files of a page that scripts set, or would set if the markup had other names: images whose source they
 * set, and all files if they compare images with their own, because they do the same with other attributes.
 * @param {PageRecord} visit
 * @returns {SitePath[]}
 */
function listSetByScripts({ images, fetched }) {
  if (images.some(({ nth, isHeld, read }) => nth !== null && isHeld && read.includes('src')))
    return [...fetched, ...images].flatMap(({ path }) => path ?? []);
  return images.flatMap(({ path, nth, set }) => (path !== null && (nth === null || set.includes('src')) ? path : []));
}
