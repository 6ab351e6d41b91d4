/** @import { Level, Proposal, Site, SitePath } from '../types.ts' */
/** @import { Effect, PageInput } from '../price/types.ts' */
/** @import { Choice } from '../plan/types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

import { planChanges } from '../plan/index.js';
import { applyEffects } from '../price/index.js';
import { combineEffects, effectsOf, isPureGain } from './effects.js';

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
 * @param {(done: number, of: number) => void} tick
 * @returns {Planned}
 */
export function planSite({ site, linked, ready, refused, levelOf, safety, inputOf, pricer }, tick) {
  const wanted = ready.filter(({ proposal, rule }) => levelOf(proposal) !== 'advise' && rule.apply);
  const advised = ready.filter(({ proposal, rule }) => levelOf(proposal) === 'advise' || !rule.apply);
  const groups = groupByPage(wanted, linked);
  const accepted = new Set();
  /** @type {Refused[]} */
  const dropped = [];
  let done = 0;
  for (const [page, entries] of groups) {
    const scenario = inputOf(page);
    const effects = effectsOf(entries, scenario, site);
    const byProposal = new Map(entries.map((entry) => [entry.proposal, entry]));
    const changes = entries.map((entry, index) => ({
      entry,
      effect: effects[index],
      isWhole: entry.proposal.range === null,
    }));
    const sure = sureChanges(changes, scenario.input);
    for (const { entry } of sure) accepted.add(entry.proposal);
    const choices = changes.filter((change) => !sure.includes(change)).map(choiceOf);
    const pageWith = (/** @type {readonly Choice<Weighed>[]} */ chosen) =>
      applyEffects(scenario.input, combineEffects([...sure, ...chosen.map(({ effect }) => effect)]));
    const plan = planChanges({
      choices,
      safety,
      price: (chosen) => pricer.priceView(pageWith(chosen)),
      count: (chosen) => pricer.countView(pageWith(chosen)),
      ...(groups.size > MOST_SEARCHED_PAGES ? { mostRuns: FEW_RUNS } : {}),
    });
    for (const { proposal } of plan.accepted) accepted.add(proposal);
    for (const { proposal, reason } of plan.rejected) {
      const { rule } = /** @type {Ready} */ (byProposal.get(proposal));
      dropped.push({ proposal, rule, reason, message: null });
    }
    tick(++done, groups.size);
  }
  return {
    accepted: wanted.filter(({ proposal }) => accepted.has(proposal)),
    advised,
    refused: [...refused, ...dropped],
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
        isPureGain(effects, input) &&
        bundle.every((change) => changes.every((other) => bundle.includes(other) || !clash(change, other)))
      );
    })
    .flat();
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
