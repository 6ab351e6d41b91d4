/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Listing } from './record-page.js' */

import { readOnce } from '../../base/read-once.js';
import { documentOf } from '../../site/addresses.js';

/**
 * Creates a function that lists the files of a page's visit. Returns null for a site with symbolic links, whose files
 * have more names than paths.
 * @param {Site} site @param {Linked} linked
 * @returns {(page: SitePath, more?: readonly SitePath[]) => Listing | null}
 */
export function openListings(site, { graph }) {
  const isLinked = (site.links?.size ?? 0) > 0;
  return (page, more = []) => {
    if (isLinked) return null;
    const document = documentOf(page, site.place);
    return { names: listPaths(site), more, likely: [...new Set([...more, ...listLikely(document, graph)])] };
  };
}

const listPaths = readOnce((/** @type {Site} */ { files }) => Object.freeze([...files.keys()]));

/** @param {SitePath} document @param {Linked['graph']} graph */
function listLikely(document, { fetches, references }) {
  const found = new Set([document, ...(fetches.get(document) ?? [])]);
  for (const path of found) {
    for (const { target } of references.get(path) ?? [])
      if (target.kind === 'file' && !fetches.has(target.path)) found.add(target.path);
  }
  return found;
}
