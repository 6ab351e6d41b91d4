/** @import { Change } from '../../plan/types.ts' */
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

/** @typedef {ReadonlyMap<SitePath, readonly (SitePath | null)[]>} Formers the files that each new file replaces */

/**
 * @typedef {object} Planned
 * @property {readonly SitePath[]} expected files of a page before its changes
 * @property {readonly SitePath[]} promised the same afterwards
 * @property {ReadonlySet<SitePath>} idle promised files that no visited page loads
 * @property {Formers} formers
 * @property {readonly Pick<Reference, 'from' | 'target'>[]} [followed] references of the page afterwards
 */

/**
 * Lists what the files of changes replace: the file that they name, or the one that the change is about.
 * @param {readonly Change[]} changes @returns {Formers}
 */
export function listFormers(changes) {
  /** @type {Map<SitePath, (SitePath | null)[]>} */
  const formers = new Map();
  for (const { proposal, files } of changes)
    for (const { path, insteadOf = proposal.resource } of files)
      formers.set(path, [...(formers.get(path) ?? []), insteadOf]);
  return formers;
}

/**
 * Returns the promised files that a page does not load, because it loads neither them nor what they replace.
 * @param {ReadonlySet<SitePath>} seen files that it loaded before the change @param {Planned} plan
 */
export function listUnloaded(seen, { expected, promised, idle, formers, followed }) {
  const unseen = new Set(expected.filter((path) => !seen.has(path)));
  const isOfUnseen = (/** @type {SitePath} */ path) =>
    !seen.has(path) && formers.get(path)?.every((former) => former !== null && unseen.has(former)) === true;
  const unloaded = [...[...idle].filter((path) => !seen.has(path)), ...unseen, ...promised.filter(isOfUnseen)];
  return withUnreached(unloaded, promised, followed);
}
