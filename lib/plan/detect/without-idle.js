/** @import { Proposal } from '../types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */

/**
 * Returns the proposals without those for files that a page does not load: only its scripts may name them, no visit saw
 * that, and another page loads the file and has proposals for it. Scripts that append `.jpg` to a name may name
 * every image of a site: on 3 of 21 sites they did, one of them with 178 images on each of 16 pages.
 * @param {ReadonlyMap<SitePath, readonly Proposal[]>} found by document
 * @param {Linked} linked
 * @returns {Map<SitePath, readonly Proposal[]>}
 */
export function withoutIdle(found, { graph, seen }) {
  const isIdle = (/** @type {SitePath} */ page, /** @type {Proposal} */ { resource, range }) => {
    if (resource === null || range !== null || !seen.records.has(page)) return false;
    const users = graph.usedBy.get(resource) ?? [];
    if (users.includes(page) || isReferenced(graph.references.get(page), resource)) return false;
    // Routes without a file have no proposals of their own.
    return users.some((user) => found.get(user)?.some((other) => other.resource === resource));
  };
  return new Map(
    [...found].flatMap(([page, proposals]) => {
      const left = proposals.filter((proposal) => !isIdle(page, proposal));
      return left.length > 0 ? [[page, left]] : [];
    }),
  );
}

/** @param {ReturnType<Linked['graph']['references']['get']>} references @param {SitePath} path */
function isReferenced(references = [], path) {
  return references.some(({ role, target }) => role !== 'string' && target.kind === 'file' && target.path === path);
}
