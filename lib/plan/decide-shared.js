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
import { combineEffects } from './price/combine-effects.js';

/** Max pages that are weighed for a shared file. Their mean is within the model's error of the mean of all. */
const MAX_ASKED = 12;

/**
 * A page with its open changes.
 * @typedef {{ path: SitePath, input: PageInput, changes: readonly Weighed[] }} OpenPage
 */

/**
 * Decides, once for all pages, the name under which a file is requested if the plans of pages differ: a visitor who
 * sees pages of both kinds fetches both forms. The candidates are the plans of the pages, the new name on all pages
 * that can use it, or on none. The cheapest one for visitors is chosen, with each form cached in proportion to the
 * pages that request it.
 * @param {readonly OpenPage[]} pages
 * @param {ReadonlySet<Change>} accepted plans of the pages by themselves
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
  const inputAsPlanned = openPlanned(pages, accepted, inputOf);
  const without = Map.groupBy(
    [...accepted].filter((change) => newNameOf(change) === null && takesAway(change)),
    ({ proposal }) => proposal.resource ?? '',
  );
  /** @type {Set<Change>} */
  const taken = new Set();
  /** @type {Set<Change>} */
  const left = new Set();
  const questions = Map.groupBy(entries, ({ change, to, resource }) => `${change.rule.id} ${resource} ${to}`);
  // Files that most pages can request are decided first.
  for (const group of [...questions.values()].sort((a, b) => b.length - a.length)) {
    const [{ resource, to }] = group;
    const changes = group.map(({ change }) => change);
    const coverOf = (/** @type {readonly Change[]} */ some) =>
      new Set(some.flatMap((one) => pagesShowing([one], graph)));
    if (!changes.some((change) => accepted.has(change))) continue;
    // A page that keeps the old name in its markup loads both forms with a sheet that has the new one.
    const kept = coverOf(changes.filter((change) => !accepted.has(change)));
    const named = coverOf(changes.filter((change) => accepted.has(change)));
    const former = new Set([...named].filter((page) => !kept.has(page)));
    const gone = coverOf(without.get(resource) ?? []);
    const showing = (graph.usedBy.get(resource) ?? []).filter((page) => named.has(page) || !gone.has(page));
    if (showing.every((page) => former.has(page))) continue;
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
      return (
        own * Math.max(shown.length, all.size) + meanOf(others, (path) => weigh(inputAsPlanned(path))) * others.length
      );
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
 * Creates a function that returns a page as its own plan leaves it: its visitors may request another form of a file.
 * @param {readonly OpenPage[]} pages @param {ReadonlySet<Change>} accepted
 * @param {(path: SitePath) => PageInput} inputOf
 */
function openPlanned(pages, accepted, inputOf) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  /** @type {Map<SitePath, PageInput>} */
  const known = new Map();
  return (/** @type {SitePath} */ path) => {
    const page = byPath.get(path);
    if (!page) return inputOf(path);
    const chosen = page.changes.filter(({ change }) => accepted.has(change));
    const planned = known.get(path) ?? applyEffects(page.input, combineEffects(chosen));
    known.set(path, planned);
    return planned;
  };
}

/**
 * Returns true if a file may be requested in two forms: the saving of a page is at least the cost of a second form, and
 * the saving of all at least the possible cost of the others. So no site becomes larger by it.
 * @param {{ pages: number, left: number, former: number, size: number }} forms
 */
function mayStandBeside({ pages, left, former, size }) {
  const saved = former - size;
  return left <= 0 || (saved >= size && pages * saved >= left * size);
}

/** Returns true if a page no longer requests the file that a change is about. @param {Change} change */
function takesAway({ carries, claims, rule }) {
  return carries.length > 0 || (claims.length > 0 && !rule.beyondCost);
}

/**
 * Returns the pages that render the result of changes: their own, and those that fetch the sheets or contain the
 * frames.
 * @param {readonly Change[]} changes
 * @param {Linked['graph']} graph
 */
function pagesShowing(changes, { fetches, usedBy }) {
  const documents = new Set(changes.flatMap((change) => [change.proposal.page, ...documentsOf(change)]));
  return [...documents].flatMap((path) => [...(fetches.has(path) ? [path] : []), ...(usedBy.get(path) ?? [])]);
}

/**
 * Returns a page whose visitors come from a site where given counts of pages request a file in its new and in its old
 * form.
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
  const asked = pickEvenly(list, MAX_ASKED);
  return asked.length === 0 ? 0 : asked.reduce((sum, one) => sum + weigh(one), 0) / asked.length;
}

/** @template T @param {readonly T[]} list @param {number} most @returns {T[]} */
export function pickEvenly(list, most) {
  return list.filter(
    (_, index) => Math.floor((index * most) / list.length) !== Math.floor(((index - 1) * most) / list.length),
  );
}
