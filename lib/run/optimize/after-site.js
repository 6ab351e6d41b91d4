/** @import { Site, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { Change } from '../../plan/types.ts' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { NO_MEMO } from '../../base/memo.js';
import { isAskedByName, openNamedAbroad } from '../../site/asked-from-outside.js';
import { linkSite } from '../../site/graph/build-graph.js';

/**
 * Returns the site with its changed files, without those that are no longer requested: by a page, by a well-known name,
 * or by an absolute URL.
 * @param {Site} site
 * @param {Linked} before
 * @param {ReadonlyMap<SitePath, SiteFile>} changed
 * @param {{ original?: Linked, memo?: Memo, changes?: readonly Change[] }} [options] `original`: files that were
 *   requested before the changes; `changes`: what was changed
 * @returns {{ site: Site, linked: Linked, removed: SitePath[] }}
 */
export function buildAfterSite(site, before, changed, options = {}) {
  const { original = before, memo = NO_MEMO, changes = [] } = options;
  if (changed.size === 0 && before === original) return { site, linked: before, removed: [] };
  const files = new Map([...site.files, ...changed].sort(([a], [b]) => (a < b ? -1 : 1)));
  const after = { ...site, files };
  const linked = linkSite(after, { before, memo, seen: { ...before.seen, unloads: listUnloads(changes) } });
  const needed = namedIn(linked);
  const unnamed = [...namedIn(original)].filter((path) => site.files.get(path)?.type === 'image' && !needed.has(path));
  const isNamedAbroad = openNamedAbroad(unnamed.length > 0 ? files.values() : []);
  const removed = unnamed.filter((path) => !isAskedByName(path) && !isNamedAbroad(path));
  // A file of a change is not shipped if another change removed the reference to it.
  const unused = [...changed.keys()].filter((path) => !site.files.has(path) && !needed.has(path));
  for (const path of [...removed, ...unused]) files.delete(path);
  return { site: Object.freeze(after), linked, removed };
}

/**
 * Returns every file that the site names or that a page fetched during a visit.
 * @param {Linked} linked
 */
function namedIn({ graph }) {
  const named = new Set([...graph.linked, ...graph.protected, ...graph.usedBy.keys()]);
  for (const references of graph.references.values()) {
    for (const { target } of references) if (target.kind === 'file') named.add(target.path);
  }
  return named;
}

/**
 * Returns the files that pages no longer request, although style sheets name them, by page.
 * @param {readonly Change[]} changes
 */
function listUnloads(changes) {
  /** @type {Map<SitePath, Set<SitePath>>} */
  const unloads = new Map();
  for (const { proposal, unloads: paths } of changes) {
    if (paths.length > 0) unloads.set(proposal.page, new Set([...(unloads.get(proposal.page) ?? []), ...paths]));
  }
  return unloads;
}
