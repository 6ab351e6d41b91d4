/** @import { Level, Proposal, Site, SitePath } from '../types.ts' */
/** @import { PageInput } from '../price/types.ts' */
/** @import { Choice } from '../plan/types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Weighed } from './effects.js' */
/** @import { Refused } from './gather.js' */

import { findConflicts, planChanges, weighAmount } from '../plan/index.js';
import { applyEffects } from '../price/index.js';
import { combineEffects, findLarger, isPureGain, weighChanges } from './effects.js';
import { findOverweight } from './overweight.js';
import { setAside } from './set-aside.js';
import { openSiteSize } from './site-size.js';
import { findJoiners, findTwins } from './twins.js';

/**
 * What will be done, what is only advised, and what will not be done.
 * @typedef {{ accepted: Ready[], advised: Ready[], refused: Refused[] }} Planned
 * `little`: what the page does not gain by, but would send along at next to no cost on any link.
 * `changesOf`: what accepted changes come to on the page.
 * @typedef {{ entries: readonly Ready[], accepted: Proposal[], dropped: Refused[], little: Proposal[],
 *   changesOf: (accepted: ReadonlySet<Ready>) => import('./overweight.js').PlannedPage }} PagePlan
 * @typedef {ReturnType<typeof import('./price-site.js').openPlanPricer>} PlanPricer
 */

/** Sites of more pages get a shorter search for each: what their pages share is decided alike anyway. */
const MOST_SEARCHED_PAGES = 40;
const FEW_RUNS = 128;
/** What a page sends along for the sake of others costs it next to nothing on other links, and no packet. */
const MOST_JOINED = 1.01;
const HALF_PACKET = 0.5;
const OVERWEIGHT = 'with all that pages send along, the site would take more bytes than it came with';

/**
 * Opens the planning of a site, page by page. Plans are made again and again with what verification took back left out: a page whose
 * changes are as they were is not planned anew.
 * @param {object} order
 * @param {Site} order.site
 * @param {Linked} order.linked
 * @param {(proposal: Proposal) => Level} order.levelOf
 * @param {import('../types.ts').Safety} order.safety
 * @param {import('./site-size.js').SiteSize} order.most what all of the site may take
 * @param {ReturnType<typeof import('./page-inputs.js').openPageInputs>} order.inputOf
 * @param {PlanPricer} order.pricer
 * @param {PlanPricer[]} order.others the same on the other links of the run
 */
export function openPlanner({ site, linked, levelOf, safety, most, inputOf, pricer, others }) {
  const fileSizes = {
    sizeOf: (/** @type {SitePath} */ path) => site.files.get(path)?.size ?? 0,
    pagesWith: (/** @type {SitePath} */ path) => linked.graph.usedBy.get(path)?.length ?? 1,
  };

  /** @param {SitePath} page @param {readonly Ready[]} entries @param {{ isShort: boolean, settled: ReadonlySet<Ready> }} how @returns {PagePlan} */
  const planPage = (page, entries, { isShort, settled }) => {
    const scenario = inputOf(page);
    const all = weighChanges(entries, scenario, site);
    const larger = findLarger(all, fileSizes);
    const [left, out] = [false, true].map((isOut) => all.filter(({ entry }) => larger.has(entry.proposal) === isOut));
    const pageWith = (/** @type {readonly Choice<readonly Weighed[]>[]} */ chosen) =>
      applyEffects(scenario.input, combineEffects(chosen.flatMap(({ effect }) => effect)));
    const { accepted, rejected, after, most } = planChanges({
      choices: listChoices(left, scenario.input, settled),
      safety,
      price: (chosen) => pricer.priceView(pageWith(chosen)),
      glance: (chosen) => pricer.glanceView(pageWith(chosen)),
      count: (chosen) => pricer.countView(pageWith(chosen)),
      otherPrices: others.map((other) => (chosen) => other.priceView(pageWith(chosen))),
      ...(isShort ? { mostRuns: FEW_RUNS } : {}),
    });
    const dear = rejected
      .filter(({ choice, reason }) => reason === 'costs-more' && choice.effect.every(isDelivery))
      .map(({ choice }) => choice);
    const othersMay = (dear.length > 0 ? others : []).map(({ priceView }) => {
      const amount = priceView(pageWith(accepted));
      return { priceView, most: weighAmount(amount) * MOST_JOINED, packets: amount.packets };
    });
    const may = [{ priceView: pricer.priceView, most, packets: after.packets }, ...othersMay];
    /** @type {typeof dear} */
    const little = [];
    for (const choice of dear) {
      const page = pageWith([...accepted, ...little, choice]);
      const isLittle = may.every((limit) => {
        const amount = limit.priceView(page);
        return weighAmount(amount) <= limit.most && amount.packets <= limit.packets + HALF_PACKET;
      });
      if (isLittle) little.push(choice);
    }
    return {
      entries,
      changesOf: (accepted) => ({
        references: scenario.references,
        changes: left.filter(({ entry }) => accepted.has(entry)),
        weigh: (changes) => weighAmount(pricer.glanceView(applyEffects(scenario.input, combineEffects(changes)))),
      }),
      little: little.flatMap(({ proposals }) => proposals),
      accepted: accepted.flatMap(({ proposals }) => proposals),
      dropped: [
        ...out.map(({ entry }) => ({ ...refusalOf(entry), reason: /** @type {const} */ ('costs-more') })),
        ...rejected.flatMap(({ choice, reason }) =>
          choice.effect.map(({ entry }) => ({ ...refusalOf(entry), reason })),
        ),
      ],
    };
  };

  const siteWith = openSiteSize(linked, inputOf);
  /** @type {Map<SitePath, PagePlan>} */
  const known = new Map();
  /**
   * Chooses what to do.
   * @param {{ ready: readonly Ready[], refused: readonly Refused[] }} gathered
   * @param {(done: number, of: number) => void} tick
   * @param {ReadonlySet<Ready>} [settled] what is done in any case
   */
  const planPages = ({ ready, refused }, tick, settled = new Set()) => {
    const isWanted = (/** @type {Ready} */ { proposal, rule }) => levelOf(proposal) !== 'advise' && Boolean(rule.apply);
    const wanted = ready.filter(isWanted);
    const groups = [...groupByPage(wanted, linked)];
    const plans = groups.map(([page, entries], index) => {
      const former = known.get(page);
      const plan =
        former && isSame(former.entries, entries)
          ? former
          : planPage(page, entries, { isShort: groups.length > MOST_SEARCHED_PAGES, settled });
      known.set(page, plan);
      tick(index + 1, groups.length);
      return plan;
    });
    const accepted = new Set(plans.flatMap((plan) => plan.accepted));
    const refusals = plans.flatMap((plan) => plan.dropped);
    const little = new Set(plans.flatMap((plan) => plan.little));
    for (const { proposal } of findJoiners(wanted, accepted, refusals, little, fileSizes.pagesWith))
      accepted.add(proposal);
    const { kept, moot } = withoutStaleCopies(wanted.filter(({ proposal }) => accepted.has(proposal)));
    const twins = findTwins(kept, linked, fileSizes.sizeOf);
    const dear = [...twins].map((entry) => ({ ...refusalOf(entry), reason: /** @type {const} */ ('costs-more') }));
    const dropped = refusals.filter(({ proposal }) => !accepted.has(proposal));
    const advised = ready.filter((entry) => !isWanted(entry));
    const done = new Set(kept.filter((entry) => !twins.has(entry)));
    return {
      planned: { accepted: [...done], advised, refused: [...refused, ...dropped, ...moot, ...dear] },
      pages: plans.map(({ changesOf }) => changesOf(done)),
    };
  };

  /** @param {Parameters<typeof planPages>[0]} gathered @param {(done: number, of: number) => void} tick @returns {Planned} */
  return (gathered, tick) => {
    let left = gathered;
    let plan = planPages(left, tick);
    for (;;) {
      const overweight = findOverweight(plan.pages, siteWith, most);
      if (overweight.size === 0) return plan.planned;
      left = setAside(left, (entry) => overweight.has(entry), { reason: 'costs-more', message: OVERWEIGHT });
      plan = planPages(left, tick, new Set(plan.planned.accepted));
    }
  };
}

/** @param {readonly Ready[]} one @param {readonly Ready[]} other */
function isSame(one, other) {
  return one.length === other.length && one.every((entry, index) => entry === other[index]);
}

/**
 * A sheet that other changes write is not copied into another: that would hold it as it was.
 * @param {readonly Ready[]} accepted
 */
function withoutStaleCopies(accepted) {
  const written = new Set(accepted.map(({ proposal }) => proposal.page));
  const isStale = (/** @type {Ready} */ { proposal }) =>
    Array.isArray(proposal.data.copies) && proposal.data.copies.some((path) => written.has(path));
  return {
    kept: accepted.filter((entry) => !isStale(entry)),
    moot: accepted.filter(isStale).map((entry) => ({ ...refusalOf(entry), reason: /** @type {const} */ ('overlaps') })),
  };
}

/** @param {Ready} entry */
function refusalOf({ proposal, rule }) {
  return { proposal, rule, message: null };
}

/**
 * What the planner may choose: each change by itself; but what a rule does to one file on a page, all places together, where
 * that only takes bytes away and nothing else would write the same places.
 * @param {readonly Weighed[]} changes
 * @param {PageInput} input
 * @param {ReadonlySet<Ready>} settled
 * @returns {Choice<readonly Weighed[]>[]}
 */
function listChoices(changes, input, settled) {
  const conflicts = findConflicts(changes.map((change) => choiceOf([change])));
  const bundles = Map.groupBy(changes.keys(), (index) => {
    const { rule, resource } = changes[index].entry.proposal;
    return `${rule} ${resource}`;
  });
  const choices = [...bundles.values()].flatMap((indices) => {
    const bundle = indices.map((index) => changes[index]);
    const isAlone = indices.every((index) =>
      [...conflicts[index]].every((other) => indices.includes(other) || isDelivery(changes[other])),
    );
    const isSure =
      isAlone &&
      !isDelivery(bundle[0]) &&
      isPureGain(
        bundle.map(({ effect }) => effect),
        input,
      );
    return isSure
      ? [{ at: indices[0], choice: { ...choiceOf(bundle), sure: true } }]
      : indices.map((index) => ({
          at: index,
          choice: { ...choiceOf([changes[index]]), sure: settled.has(changes[index].entry) },
        }));
  });
  return choices.sort((a, b) => a.at - b.at).map(({ choice }) => choice);
}

/**
 * Whether a change only sends the same thing otherwise: it gives way to one that makes the thing needless.
 * @param {Weighed} change
 */
function isDelivery({ entry }) {
  return entry.rule.meta.category === 'delivery';
}

/**
 * @param {readonly Weighed[]} changes
 * @returns {Choice<readonly Weighed[]>}
 */
function choiceOf(changes) {
  const { safety, category } = changes[0].entry.rule.meta;
  return {
    proposals: changes.map(({ entry }) => entry.proposal),
    thing: null,
    safety,
    beyondCost: category === 'markup',
    everywhere: category === 'delivery',
    effect: changes,
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
 * @param {Pick<import('./apply-plan.js').Applied, 'overridden' | 'filesOnly'>} applied
 * @param {readonly SitePath[]} removed files that nothing asks for any more
 * @returns {Planned}
 */
export function settlePlan({ accepted, advised, refused }, { overridden, filesOnly }, removed) {
  const gone = new Set(removed);
  const isMoot = (/** @type {Ready} */ { proposal, rule }) =>
    overridden.has(proposal) ||
    (filesOnly.has(proposal) && gone.has(proposal.resource ?? '') && rule.meta.safety === 'safe');
  const moot = accepted
    .filter(isMoot)
    .map((entry) => ({ ...refusalOf(entry), reason: /** @type {const} */ ('overlaps') }));
  return { accepted: accepted.filter((entry) => !isMoot(entry)), advised, refused: [...refused, ...moot] };
}
