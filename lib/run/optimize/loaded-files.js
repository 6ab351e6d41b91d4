/** @import { Reference, SitePath } from '../../site/types.ts' */
/** @import { PageRecord } from '../../visit/types.ts' */

import { iconAmong } from '../../site/graph/icon.js';

/**
 * Returns the files that a visitor's browser loads with a page: those of a visit, and those that visits leave out: the
 * icon, and the files of documents in frames.
 * @param {Pick<PageRecord, 'document' | 'fetched' | 'icon'>} record
 * @param {readonly Reference[]} [followed] references that a browser follows on the page
 * @returns {SitePath[]}
 */
export function listLoaded({ document, fetched, icon: shown }, followed) {
  const icon = shown === undefined ? iconAmong(followed) : shown;
  const visited = [document, ...fetched.map(({ path }) => path)];
  return [...new Set([...visited, ...listFramed(visited, followed), ...(icon === null ? [] : [icon])])];
}

/**
 * Returns the files that documents in frames request, in the order in which references name them.
 * @param {readonly SitePath[]} visited @param {readonly Reference[]} [followed]
 */
function listFramed(visited, followed = []) {
  const loaded = new Set(visited);
  /** @type {Set<SitePath>} documents in frames and the files that they request */
  const framed = new Set();
  let size = -1;
  // Frames contain frames, and sheets import sheets.
  while (framed.size > size) {
    size = framed.size;
    for (const { from, role, target } of followed) {
      if (target.kind !== 'file' || role === 'icon') continue;
      if (framed.has(from) || (role === 'frame' && loaded.has(target.path))) framed.add(target.path);
    }
  }
  return [...framed];
}

/**
 * Returns the files that a page does not load: those that are known for it, and those that only these files request.
 * @param {Iterable<SitePath>} unloaded @param {readonly SitePath[]} paths files that the page might load
 * @param {readonly Pick<Reference, 'from' | 'target'>[]} [followed]
 * @returns {ReadonlySet<SitePath>}
 */
export function withUnreached(unloaded, paths, followed = []) {
  const known = new Set(unloaded);
  if (known.size === 0) return known;
  const asking = Map.groupBy(followed, ({ target }) => (target.kind === 'file' ? target.path : null));
  const isUnreached = (/** @type {SitePath} */ path) =>
    !known.has(path) && asking.get(path)?.every(({ from }) => known.has(from) || from === path);
  for (let found = paths.filter(isUnreached); found.length > 0; found = paths.filter(isUnreached))
    for (const path of found) known.add(path);
  return known;
}
