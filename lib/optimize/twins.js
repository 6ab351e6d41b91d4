/** @import { Proposal, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

/** Changes of these kinds leave a page with the file that they are about, or with another. */
const KEEPS_FILE = new Set(['image', 'markup']);

/**
 * Accepted changes after which some pages fetch a file anew and others its old form: whoever sees both kinds of page fetches
 * both. They pay only where what a page saves is at least what a second form costs, and what all save what the others may cost.
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
    const renamed = entries.filter(isRenamed);
    if (path === null || renamed.length === 0) continue;
    const without = entries.filter((entry) => isRenamed(entry) || !KEEPS_FILE.has(entry.rule.meta.category));
    const done = new Set(
      without.flatMap(({ proposal: { page } }) => (graph.fetches.has(page) ? [page] : usersOf(page))),
    );
    const left = usersOf(path).filter((page) => !done.has(page)).length;
    const bytes = Math.max(
      ...renamed.flatMap(({ made }) => made.map((thing) => (thing.ok && thing.bytes?.length) || 0)),
    );
    const saved = sizeOf(path) - bytes;
    const pays = saved >= bytes && done.size * saved >= left * bytes;
    if (left > 0 && !pays) for (const entry of renamed) twins.add(entry);
  }
  return twins;
}

/**
 * Changes that a page by itself would not gain by, but without which it would fetch a file in its old form that at least as many
 * others fetch anew or carry themselves: the site gains by them.
 * @param {readonly Ready[]} wanted
 * @param {ReadonlySet<Proposal>} accepted
 * @param {readonly Refused[]} dropped
 * @param {ReadonlySet<Proposal>} little what may be sent along at next to no cost
 * @returns {Ready[]}
 */
export function findJoiners(wanted, accepted, dropped, little) {
  const keyOf = (/** @type {Proposal} */ { rule, resource }) => `${rule} ${resource}`;
  const taken = Map.groupBy(accepted, keyOf);
  // A file of another name takes no more bytes to ask for; what is sent along does.
  const mayJoin = (/** @type {Proposal} */ proposal) => hasNewName(proposal) || little.has(proposal);
  const dear = dropped.filter(({ reason }) => reason === 'costs-more').map(({ proposal }) => proposal);
  const left = new Set(
    [...Map.groupBy(dear, keyOf)].flatMap(([key, proposals]) =>
      proposals.length <= (taken.get(key)?.length ?? 0) ? proposals.filter(mayJoin) : [],
    ),
  );
  return wanted.filter(({ proposal }) => left.has(proposal));
}

/** Whether a change leads a page to another file than its image's own: under a new name, or in one of several forms. What is sent along is none. @param {Ready} entry */
function isRenamed({ proposal, rule }) {
  return rule.meta.category === 'image' && (proposal.data.forms !== undefined || hasNewName(proposal));
}

/** @param {Proposal} proposal */
function hasNewName({ resource, data: { to } }) {
  return typeof to === 'string' && to !== resource;
}
