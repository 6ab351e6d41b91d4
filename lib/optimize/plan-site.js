/** @import { Level, Proposal, Site, SitePath } from '../types.ts' */
/** @import { Effect, PageInput } from '../price/types.ts' */
/** @import { Choice } from '../plan/types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

import { planChanges } from '../plan/index.js';
import { applyEffects } from '../price/index.js';
import { combineEffects, effectsOf, findLarger, isOfFile, isPureGain } from './effects.js';

/**
 * What will be done, what is only advised, and what will not be done.
 * @typedef {{ accepted: Ready[], advised: Ready[], refused: Refused[] }} Planned
 */

/** Sites of more pages get a shorter search for each: what their pages share is decided alike anyway. */
const MOST_SEARCHED_PAGES = 40;
const FEW_RUNS = 128;

/**
 * Chooses page by page what to do.
 * @param {object} order
 * @param {Site} order.site
 * @param {Linked} order.linked
 * @param {readonly Ready[]} order.ready
 * @param {readonly Refused[]} order.refused
 * @param {(proposal: Proposal) => Level} order.levelOf
 * @param {import('../types.ts').Safety} order.safety
 * @param {ReturnType<typeof import('./page-inputs.js').openPageInputs>} order.inputOf
 * @param {ReturnType<typeof import('./price-site.js').openPricer>} order.pricer
 * @param {ReturnType<typeof import('./price-site.js').openPricer>[]} order.others the same on the other links of the run
 * @param {(done: number, of: number) => void} tick
 * @returns {Planned}
 */
export function planSite({ site, linked, ready, refused, levelOf, safety, inputOf, pricer, others }, tick) {
  const wanted = ready.filter(({ proposal, rule }) => levelOf(proposal) !== 'advise' && rule.apply);
  const advised = ready.filter(({ proposal, rule }) => levelOf(proposal) === 'advise' || !rule.apply);
  const groups = groupByPage(wanted, linked);
  const accepted = new Set();
  /** @type {Refused[]} */
  const dropped = [];
  const fileSizes = {
    sizeOf: (/** @type {SitePath} */ path) => site.files.get(path)?.size ?? 0,
    pagesWith: (/** @type {SitePath} */ path) => linked.graph.usedBy.get(path)?.length ?? 1,
  };
  let done = 0;
  for (const [page, entries] of groups) {
    const scenario = inputOf(page);
    const effects = effectsOf(entries, scenario, site);
    const byProposal = new Map(entries.map((entry) => [entry.proposal, entry]));
    const all = entries.map((entry, index) => ({
      entry,
      effect: effects[index],
      isWhole: isOfFile(entry.proposal, effects[index]),
    }));
    const larger = findLarger(all, fileSizes);
    const changes = all.filter(({ entry }) => !larger.has(entry.proposal));
    for (const { proposal, rule } of entries) {
      if (larger.has(proposal)) dropped.push({ proposal, rule, reason: 'costs-more', message: null });
    }
    const sure = sureChanges(changes, scenario.input);
    for (const { entry } of sure) accepted.add(entry.proposal);
    const rest = changes.filter((change) => !sure.includes(change));
    const open = rest.filter((change) => !sure.some((other) => clash(change, other)));
    for (const { entry } of rest.filter((change) => !open.includes(change))) {
      dropped.push({ proposal: entry.proposal, rule: entry.rule, reason: 'overlaps', message: null });
    }
    const choices = open.map(choiceOf);
    const pageWith = (/** @type {readonly Choice<Weighed>[]} */ chosen) =>
      applyEffects(scenario.input, combineEffects([...sure, ...chosen.map(({ effect }) => effect)]));
    const plan = planChanges({
      choices,
      safety,
      price: (chosen) => pricer.priceView(pageWith(chosen)),
      count: (chosen) => pricer.countView(pageWith(chosen)),
      otherPrices: others.map((other) => (chosen) => other.priceView(pageWith(chosen))),
      ...(groups.size > MOST_SEARCHED_PAGES ? { mostRuns: FEW_RUNS } : {}),
    });
    for (const { proposal } of plan.accepted) accepted.add(proposal);
    for (const { proposal, reason } of plan.rejected) {
      const { rule } = /** @type {Ready} */ (byProposal.get(proposal));
      dropped.push({ proposal, rule, reason, message: null });
    }
    tick(++done, groups.size);
  }
  const { kept, moot } = withoutStaleInlining(wanted.filter(({ proposal }) => accepted.has(proposal)));
  return { accepted: kept, advised, refused: [...refused, ...dropped, ...moot] };
}

/**
 * A sheet that other changes write is not inlined: the page would get it as it was.
 * @param {readonly Ready[]} accepted
 */
function withoutStaleInlining(accepted) {
  const written = new Set(accepted.map(({ proposal }) => proposal.page));
  const isStale = (/** @type {Ready} */ { proposal }) =>
    Array.isArray(proposal.data.inlines) && proposal.data.inlines.some((path) => written.has(path));
  return {
    kept: accepted.filter((entry) => !isStale(entry)),
    moot: accepted
      .filter(isStale)
      .map(({ proposal, rule }) => ({ proposal, rule, reason: /** @type {const} */ ('overlaps'), message: null })),
  };
}

/**
 * The changes that need no weighing: what a rule does to one file on a page, all places together, where that only takes
 * bytes away and nothing else would write the same places.
 * @param {readonly Weighed[]} changes
 * @param {PageInput} input
 */
function sureChanges(changes, input) {
  const bundles = Map.groupBy(changes, ({ entry: { proposal } }) => `${proposal.rule} ${proposal.resource}`);
  return [...bundles.values()]
    .filter((bundle) => {
      const effects = bundle.map(({ effect }) => effect);
      return (
        !isDelivery(bundle[0]) &&
        isPureGain(effects, input) &&
        bundle.every((change) =>
          changes.every((other) => bundle.includes(other) || isDelivery(other) || !clash(change, other)),
        )
      );
    })
    .flat();
}

/**
 * Whether a change only sends the same thing otherwise: it gives way to one that makes the thing needless.
 * @param {Weighed} change
 */
function isDelivery({ entry }) {
  return entry.rule.meta.category === 'delivery';
}

/**
 * @param {Weighed} a
 * @param {Weighed} b
 */
function clash(a, b) {
  const [first, second] = [a.entry.proposal.range, b.entry.proposal.range];
  return first !== null && second !== null && first.start < second.end && second.start < first.end;
}

/**
 * @typedef {{ entry: Ready, effect: Effect, isWhole: boolean }} Weighed
 *
 * @param {Weighed} change
 * @returns {Choice<Weighed>}
 */
function choiceOf(change) {
  const { proposal, rule } = change.entry;
  return {
    proposal,
    thing: null,
    range: proposal.range,
    safety: rule.meta.safety,
    beyondCost: rule.meta.category === 'markup',
    everywhere: rule.meta.category === 'delivery',
    effect: change,
  };
}

/**
 * Changes by the page they are decided on: a style sheet's on the first page that uses it.
 * @param {readonly Ready[]} ready
 * @param {Linked} linked
 */
export function groupByPage(ready, { graph }) {
  return Map.groupBy(ready, ({ proposal }) =>
    graph.fetches.has(proposal.page) ? proposal.page : (graph.usedBy.get(proposal.page)?.[0] ?? ''),
  );
}

/**
 * The plan as it turned out: what had nothing left to change is refused, since another change is in its place.
 * @param {Planned} planned
 * @param {ReadonlySet<Proposal>} overridden
 * @param {readonly SitePath[]} removed files that nothing asks for any more
 * @returns {Planned}
 */
export function settlePlan({ accepted, advised, refused }, overridden, removed) {
  const gone = new Set(removed);
  const isMoot = (/** @type {Ready} */ { proposal, rule }) =>
    overridden.has(proposal) ||
    (proposal.range === null &&
      proposal.resource !== null &&
      gone.has(proposal.resource) &&
      rule.meta.safety === 'safe' &&
      !hasEdits(proposal));
  const moot = accepted
    .filter(isMoot)
    .map(({ proposal, rule }) => ({ proposal, rule, reason: /** @type {const} */ ('overlaps'), message: null }));
  return { accepted: accepted.filter((entry) => !isMoot(entry)), advised, refused: [...refused, ...moot] };
}

/** @param {Proposal} proposal */
function hasEdits({ data }) {
  return Array.isArray(data.edits) && data.edits.length > 0;
}
