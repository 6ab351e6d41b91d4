/** @import { Proposal, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

/** Changes of these kinds leave a page with the file that they are about, or with another. */
const KEEPS_FILE = new Set(['image', 'markup']);

/** @typedef {{ readonly entries: readonly Ready[], readonly pages: ReadonlySet<SitePath>, readonly bytes: number }} Form */

/**
 * Accepted changes after which some pages fetch a file anew and others its old form, or another new one: whoever sees both kinds of
 * page fetches both. They pay only where what a page saves is at least what a second form costs, and what all save what the others
 * may cost. What most pages fetch decides for all that may go back to the old form with it.
 * @param {readonly Ready[]} accepted
 * @param {Linked} linked
 * @param {(path: SitePath) => number} sizeOf
 * @returns {Set<Ready>} those that do not pay
 */
export function findTwins(accepted, { graph }, sizeOf) {
  const usersOf = (/** @type {SitePath} */ path) => graph.usedBy.get(path) ?? [];
  const pagesOf = (/** @type {readonly Ready[]} */ entries) =>
    // Sheets stand in pages, and pages in frames of others.
    new Set(
      entries.flatMap(({ proposal: { page } }) => [...(graph.fetches.has(page) ? [page] : []), ...usersOf(page)]),
    );
  /** @type {Set<Ready>} */
  const twins = new Set();
  for (const [path, entries] of Map.groupBy(accepted, ({ proposal }) => proposal.resource)) {
    const renamed = entries.filter(isRenamed);
    if (path === null || renamed.length === 0) continue;
    const without = pagesOf(entries.filter((entry) => !isRenamed(entry) && !KEEPS_FILE.has(entry.rule.meta.category)));
    const forms = formsOf(renamed, pagesOf);
    const [main, ...others] = forms;
    const showing = usersOf(path).filter((page) => main.pages.has(page) || !without.has(page));
    const pays = (/** @type {Form} */ { pages, bytes }) => {
      const left = showing.filter((page) => !pages.has(page)).length;
      const saved = sizeOf(path) - bytes;
      return left === 0 || (saved >= bytes && pages.size * saved >= left * bytes);
    };
    const isLeft = showing.some((page) => !forms.some(({ pages }) => pages.has(page)));
    const dear = pays(main) ? others.filter((form) => isLeft && !pays(form)) : forms;
    for (const entry of dear.flatMap((form) => form.entries)) twins.add(entry);
  }
  return twins;
}

/**
 * What pages fetch in the place of a file, with the form of most pages first.
 * @param {readonly Ready[]} renamed
 * @param {(entries: readonly Ready[]) => ReadonlySet<SitePath>} pagesOf
 * @returns {Form[]}
 */
function formsOf(renamed, pagesOf) {
  const groups = Map.groupBy(renamed, ({ proposal: { rule, data } }) => `${rule} ${data.to ?? ''}`);
  const sizeOf = (/** @type {Ready} */ { made }) =>
    Math.max(...made.map((thing) => (thing.ok && thing.bytes?.length) || 0));
  const forms = [...groups.values()].map((entries) => ({
    entries,
    pages: pagesOf(entries),
    bytes: Math.max(...entries.map(sizeOf)),
  }));
  return forms.sort((a, b) => b.pages.size - a.pages.size);
}

/**
 * Changes that a page by itself would not gain by, but the site does: without them the page would fetch a file in its old form that at
 * least as many others fetch anew or carry themselves, or a small file that no other page fetches.
 * @param {readonly Ready[]} wanted
 * @param {ReadonlySet<Proposal>} accepted
 * @param {readonly Refused[]} dropped
 * @param {ReadonlySet<Proposal>} little what may be sent along at next to no cost
 * @param {(path: SitePath) => number} pagesWith how many pages fetch a file
 * @returns {Ready[]}
 */
export function findJoiners(wanted, accepted, dropped, little, pagesWith) {
  const keyOf = (/** @type {Proposal} */ { rule, resource }) => `${rule} ${resource}`;
  const taken = Map.groupBy(accepted, keyOf);
  // A file of another name takes no more bytes to ask for; what is sent along does.
  const mayJoin = (/** @type {Proposal} */ proposal) => hasNewName(proposal) || little.has(proposal);
  const isLone = (/** @type {Proposal} */ proposal) =>
    proposal.resource !== null && little.has(proposal) && pagesWith(proposal.resource) === 1;
  const dear = dropped.filter(({ reason }) => reason === 'costs-more').map(({ proposal }) => proposal);
  const left = new Set(
    [...Map.groupBy(dear, keyOf)].flatMap(([key, proposals]) =>
      proposals.length <= (taken.get(key)?.length ?? 0) ? proposals.filter(mayJoin) : proposals.filter(isLone),
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
