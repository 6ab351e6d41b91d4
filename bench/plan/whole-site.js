/**
 * Plans small sites as a whole, including what their pages share, and compares the plans with the best of all sets of
 * changes.
 */

/** @import { Conditions } from '../../lib/plan/price/types.ts' */
/** @import { Change } from '../../lib/plan/types.ts' */

import { findConflicts, isFree } from '../../lib/plan/conflicts.js';
import { weighAmount } from '../../lib/plan/index.js';
import { openPlanner } from '../../lib/plan/plan-site.js';
import { combineEffects } from '../../lib/plan/price/combine-effects.js';
import { applyEffects } from '../../lib/plan/price/index.js';
import { groupByPage, openPlanPricer } from '../../lib/plan/price/price-site.js';
import { weighChanges } from '../../lib/plan/price/weigh-changes.js';
import { makeRandom } from '../random.js';

/** Max number of changes of which all sets are tried. */
const MAX_CHANGES = 12;
const HALF_PACKET = 0.005;

/**
 * Draws some of the changes of a site, with all those for the same file, few enough to try all sets.
 * @param {readonly Change[]} wanted
 * @param {number} seed
 */
export function drawChanges(wanted, seed) {
  const random = makeRandom(seed);
  const about = Map.groupBy(wanted, ({ proposal: { resource, page } }) => resource ?? page);
  const inOrder = [...about.values()].map((changes) => ({ changes, key: random() })).sort((a, b) => a.key - b.key);
  /** @type {Change[]} */
  const drawn = [];
  for (const { changes } of inOrder) if (drawn.length + changes.length <= MAX_CHANGES) drawn.push(...changes);
  return drawn;
}

/**
 * Returns the cost of the plan for all pages, and that of the best set of changes.
 * @param {Awaited<ReturnType<typeof import('./corpus.js').readProposals>>} proposals
 * @param {readonly Change[]} offered
 * @param {Conditions} conditions
 */
export function holdWholeSite({ site, linked, inputOf, levelOf, safety }, offered, conditions) {
  const whole = /** @type {any} */ ({ ...conditions, links: [], https: [], server: 'gzip', pagesPerVisit: 0 });
  const pricer = openPlanPricer(linked, whole);
  const most = { identity: Number.POSITIVE_INFINITY, sent: Number.POSITIVE_INFINITY };
  const plan = openPlanner({ site, linked, levelOf, safety, most, inputOf, pricer, others: [] });
  const planned = new Set(plan({ changes: offered, refused: [] }, () => {}).accepted);
  const pages = [...groupByPage(offered, linked)].map(([path, entries]) => {
    const scenario = inputOf(path);
    return { input: scenario.input, weighed: weighChanges(entries, scenario, site) };
  });
  const price = openPrices(pages, offered, pricer);
  const bitsOf = (/** @type {ReadonlySet<Change>} */ set) =>
    offered.reduce((bits, change, index) => (set.has(change) ? bits | (1 << index) : bits), 0);
  const { cost } = price(bitsOf(planned));
  // The plan itself is a permitted set, even if a change costs one page a packet that it saves another.
  return { plan: cost, nothing: price(0).cost, best: Math.min(cost, findBest(offered, price)) };
}

/**
 * @param {readonly { input: import('../../lib/plan/price/types.ts').PageInput,
 *   weighed: readonly import('../../lib/plan/price/weigh-changes.js').Weighed[] }[]} pages
 * @param {readonly Change[]} offered
 * @param {import('../../lib/plan/plan-page.js').PlanPricer} pricer
 */
function openPrices(pages, offered, pricer) {
  const masks = pages.map(({ weighed }) =>
    weighed.reduce((bits, { change }) => bits | (1 << offered.indexOf(change)), 0),
  );
  const known = pages.map(() => /** @type {Map<number, import('../../lib/plan/types.ts').Amount>} */ (new Map()));
  /** @param {number} page @param {number} bits */
  const priceOn = (page, bits) => {
    const own = bits & masks[page];
    const former = known[page].get(own);
    if (former) return former;
    const { input, weighed } = pages[page];
    const chosen = weighed.filter(({ change }) => own & (1 << offered.indexOf(change)));
    const amount = pricer.priceView(applyEffects(input, combineEffects(chosen)));
    known[page].set(own, amount);
    return amount;
  };
  /** @param {number} bits */
  return (bits) => {
    const amounts = pages.map((_, page) => priceOn(page, bits));
    return {
      cost: amounts.reduce((sum, amount) => sum + weighAmount(amount), 0),
      packets: amounts.map(({ packets }) => packets),
    };
  };
}

/**
 * Finds the lowest cost of all permitted sets: no member conflicts with another, groups are complete, and no change
 * costs a page packets with all others kept.
 * @param {readonly Change[]} offered
 * @param {ReturnType<typeof openPrices>} price
 */
function findBest(offered, price) {
  const conflicts = findConflicts(
    offered.map((change) => ({
      ...{ safety: change.rule.safety, effect: null, claims: change.claims },
      thing: change.group?.take === 'one' ? change.group.id : null,
      copies: change.carries.filter(({ isCopy }) => isCopy).map(({ path }) => path),
      writes: change.edits.flatMap(({ document }) => (document ? [document] : [])),
    })),
  );
  const groups = Map.groupBy(offered.keys(), (index) =>
    offered[index].group?.take === 'all' ? (offered[index].group?.id ?? null) : null,
  );
  groups.delete(null);
  const isPossible = (/** @type {ReadonlySet<number>} */ chosen) =>
    [...chosen].every((index) => isFree(conflicts[index], chosen)) &&
    [...groups.values()].every((group) => new Set(group.map((index) => chosen.has(index))).size === 1);
  let best = Number.POSITIVE_INFINITY;
  for (let bits = 0; bits < 2 ** offered.length; bits += 1) {
    const chosen = new Set([...offered.keys()].filter((index) => bits & (1 << index)));
    if (!isPossible(chosen)) continue;
    const { cost, packets } = price(bits);
    if (cost >= best) continue;
    const isAllowed = [...chosen].every((index) => {
      const together = [...groups.values()].find((group) => group.includes(index)) ?? [index];
      const less = price(together.reduce((rest, each) => rest & ~(1 << each), bits));
      return less.packets.every((count, page) => count >= packets[page] - HALF_PACKET);
    });
    if (isAllowed) best = cost;
  }
  return best;
}
