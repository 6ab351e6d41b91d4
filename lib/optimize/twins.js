/** @import { Proposal, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */

/**
 * Accepted changes after which some pages fetch a file anew and others its old form: whoever sees both kinds of page fetches
 * both. They pay only where what the former save is at least what the latter may cost.
 * @param {readonly Ready[]} accepted
 * @param {Linked} linked
 * @param {(path: SitePath) => number} sizeOf
 * @returns {Set<Ready>} those that do not pay
 */
export function findTwins(accepted, { graph }, sizeOf) {
  const usersOf = (/** @type {SitePath} */ path) => graph.usedBy.get(path) ?? [];
  /** @type {Set<Ready>} */
  const twins = new Set();
  for (const [path, entries] of Map.groupBy(accepted, ({ proposal }) => proposal.resource)) {
    const renamed = entries.filter(({ proposal }) => isRenamed(proposal));
    if (path === null || renamed.length === 0) continue;
    const without = entries.filter(({ proposal }) => isRenamed(proposal) || proposal.range !== null);
    const done = new Set(
      without.flatMap(({ proposal: { page } }) => (graph.fetches.has(page) ? [page] : usersOf(page))),
    );
    const left = usersOf(path).filter((page) => !done.has(page)).length;
    const bytes = Math.max(
      ...renamed.flatMap(({ made }) => made.map((thing) => (thing.ok && thing.bytes?.length) || 0)),
    );
    if (left > 0 && done.size * (sizeOf(path) - bytes) < left * bytes) for (const entry of renamed) twins.add(entry);
  }
  return twins;
}

/**
 * Whether a change leads a page to another file than its image's own: under a new name, or in one of several forms.
 * @param {Proposal} proposal
 */
function isRenamed({ resource, data: { to, forms } }) {
  return forms !== undefined || (typeof to === 'string' && to !== resource);
}
