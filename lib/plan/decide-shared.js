/** @import { Change } from './types.ts' */
/** @import { SitePath } from '../site/types.ts' */
/** @import { Linked } from '../site/graph/build-graph.js' */
/** @import { PageInput } from './price/types.ts' */
/** @import { Weighed } from './price/weigh-changes.js' */
/** @import { PlanPricer } from './plan-page.js' */

import { newNameOf } from './constraints.js';
import { documentsOf } from './make/draft-changes.js';
import { weighAmount } from './plan-changes.js';
import { applyEffects } from './price/apply-effects.js';
import { combineEffects } from './price/weigh-changes.js';

/**
 * Of many pages that show the same file some say what all gain: their mean is within the model's error of that of all.
 */
const MOST_ASKED = 12;

/**
 * A page, and what may be done to it.
 * @typedef {{ path: SitePath, input: PageInput, changes: readonly Weighed[] }} OpenPage
 */

/**
 * Answers, once for all pages, under which name a file is asked for where the plans of pages differ: a visitor who sees
 * pages of both kinds fetches it in both its forms. It stays as pages plan it, or all that can ask for the new name do,
 * or none does: of what may be, what costs visitors least, with each form as likely at hand as there are pages that ask
 * for it.
 * @param {readonly OpenPage[]} pages
 * @param {ReadonlySet<Change>} accepted what pages plan for themselves
 * @param {{ graph: Linked['graph'], inputOf: (path: SitePath) => PageInput, sizeOf: (path: SitePath) => number, pricer:
 *   PlanPricer }} site
 * @returns {{ taken: ReadonlySet<Change>, left: ReadonlySet<Change> }}
 */
export function decideShared(pages, accepted, { graph, inputOf, sizeOf, pricer }) {
  const entries = pages.flatMap((page) =>
    page.changes.flatMap(({ change }) => {
      const to = newNameOf(change);
      return to === null ? [] : [{ page, change, to, resource: change.proposal.resource ?? '' }];
    }),
  );
  const without = Map.groupBy(
    [...accepted].filter((change) => newNameOf(change) === null && takesAway(change)),
    ({ proposal }) => proposal.resource ?? '',
  );
  /** @type {Set<Change>} */
  const taken = new Set();
  /** @type {Set<Change>} */
  const left = new Set();
  const questions = Map.groupBy(entries, ({ change, to, resource }) => `${change.rule.id} ${resource} ${to}`);
  // What most pages could ask for is decided first.
  for (const group of [...questions.values()].sort((a, b) => b.length - a.length)) {
    const [{ resource, to }] = group;
    const changes = group.map(({ change }) => change);
    const coverOf = (/** @type {readonly Change[]} */ some) =>
      new Set(some.flatMap((one) => pagesShowing([one], graph)));
    const former = coverOf(changes.filter((change) => accepted.has(change)));
    const gone = coverOf(without.get(resource) ?? []);
    const showing = (graph.usedBy.get(resource) ?? []).filter((page) => former.has(page) || !gone.has(page));
    if (former.size === 0 || showing.every((page) => former.has(page))) continue;
    const all = coverOf(changes);
    const others = showing.filter((page) => !all.has(page));
    const shown = [...Map.groupBy(group, ({ page }) => page)];
    const costOf = (/** @type {(change: Change) => boolean} */ isTaken, /** @type {number} */ pagesOfNew) => {
      const share = { to, resource, new: pagesOfNew, old: Math.max(0, showing.length - pagesOfNew) };
      const weigh = (/** @type {PageInput} */ input) => weighAmount(pricer.glanceView(withShares(input, share, graph)));
      const own = meanOf(shown, ([page]) => {
        const chosen = page.changes.filter(({ change }) =>
          changes.includes(change) ? isTaken(change) : accepted.has(change),
        );
        return weigh(applyEffects(page.input, combineEffects(chosen)));
      });
      return own * Math.max(shown.length, all.size) + meanOf(others, (path) => weigh(inputOf(path))) * others.length;
    };
    const size = Math.max(0, ...changes.flatMap(({ files }) => files.map(({ bytes }) => bytes.length)));
    const mayBe = (/** @type {number} */ pagesOfNew) =>
      mayStandBeside({ pages: pagesOfNew, left: showing.length - pagesOfNew, former: sizeOf(resource), size });
    const costs = {
      asPlanned: mayBe(former.size) ? costOf((change) => accepted.has(change), former.size) : Infinity,
      withAll: mayBe(all.size) ? costOf(() => true, all.size) : Infinity,
      withNone: costOf(() => false, 0),
    };
    if (costs.asPlanned <= Math.min(costs.withAll, costs.withNone)) continue;
    const answer = costs.withAll < costs.withNone ? taken : left;
    for (const change of changes) answer.add(change);
  }
  return { taken, left };
}

/**
 * Whether a file may be asked for in two forms: what a page saves has to be at least what a second form costs, and what
 * all save what the others may cost. So no site gets larger by it.
 * @param {{ pages: number, left: number, former: number, size: number }} forms
 */
function mayStandBeside({ pages, left, former, size }) {
  const saved = former - size;
  return left <= 0 || (saved >= size && pages * saved >= left * size);
}

/** Whether a page no longer asks for the file that a change is about. @param {Change} change */
function takesAway({ carries, claims, rule }) {
  return carries.length > 0 || (claims.length > 0 && !rule.beyondCost);
}

/**
 * The pages that show what changes write: their own, and those of the sheets that they fetch and the frames that they
 * hold.
 * @param {readonly Change[]} changes
 * @param {Linked['graph']} graph
 */
function pagesShowing(changes, { fetches, usedBy }) {
  const documents = new Set(changes.flatMap((change) => [change.proposal.page, ...documentsOf(change)]));
  return [...documents].flatMap((path) => [...(fetches.has(path) ? [path] : []), ...(usedBy.get(path) ?? [])]);
}

/**
 * A page whose visitors come from a site where so many pages ask for a file in its new and in its old form.
 * @param {PageInput} page
 * @param {{ old: number, new: number, to: string, resource: string }} pages
 * @param {Linked['graph']} graph
 */
function withShares(page, pages, { fetches }) {
  return {
    ...page,
    files: page.files.map((file) => {
      if (file.url === pages.to) return { ...file, share: pages.new / fetches.size };
      return file.url === pages.resource ? { ...file, share: pages.old / fetches.size } : file;
    }),
  };
}

/** @template T @param {readonly T[]} list @param {(one: T) => number} weigh */
function meanOf(list, weigh) {
  const asked = pickEvenly(list, MOST_ASKED);
  return asked.length === 0 ? 0 : asked.reduce((sum, one) => sum + weigh(one), 0) / asked.length;
}

/** @template T @param {readonly T[]} list @param {number} most @returns {T[]} */
export function pickEvenly(list, most) {
  return list.filter(
    (_, index) => Math.floor((index * most) / list.length) !== Math.floor(((index - 1) * most) / list.length),
  );
}
