/** @import { SitePath } from '../site/types.ts' */
/** @import { Fingerprinted } from '../output/fingerprint/types.ts' */
/** @import { PageRecord } from '../visit/types.ts' */

/**
 * Returns the files that pages would load under both names: markup contains the new one, and a script that creates the
 * image again, or sets its source, contains the old one.
 * @param {Pick<Fingerprinted, 'gone' | 'names'>} found
 * @param {ReadonlyMap<SitePath, PageRecord>} visits
 * @returns {SitePath[]}
 */
export function findFetchedTwice({ gone, names }, visits) {
  const left = new Set(gone);
  const byScripts = new Set(
    [...visits.values()].flatMap(({ images }) =>
      images.flatMap(({ path, nth, set }) => (path !== null && (nth === null || set.includes('src')) ? path : [])),
    ),
  );
  return [...names.keys()].filter((path) => !left.has(path) && byScripts.has(path));
}
