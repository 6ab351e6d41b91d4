/** @import { PageRecord } from '../types.ts' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Sight } from './look.js' */

/**
 * @typedef {object} Layouts records of visits of pages
 * @property {(path: string) => PageRecord | undefined} before of a page before its changes, if it was visited
 * @property {(before: PageRecord, path: string, files: FileLookup) => Promise<PageRecord>} after of a page with other
 *   files, by a tour like the first
 */

/**
 * Returns true if visits show that a page is laid out and read out the same before and after. A page that differs, or
 * was not visited, is rendered for a comparison.
 * @param {Pick<Sight, 'page' | 'layouts'>} sight @param {FileLookup} files after the changes
 */
export async function hasSameLayout({ page, layouts }, files) {
  const before = layouts?.before(page.path);
  if (!layouts || !before?.layout) return false;
  const after = await layouts.after(before, page.path, files);
  return (
    after.layout === before.layout &&
    addsNothing(before.missing, after.missing) &&
    addsNothing(before.external, after.external)
  );
}

/** @param {readonly string[]} before @param {readonly string[]} after */
function addsNothing(before, after) {
  const known = new Set(before);
  return after.every((name) => known.has(name));
}
