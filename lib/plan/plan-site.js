/** @import { Change, Level, Proposal, Refused, Safety } from './types.ts' */
/** @import { Site, SitePath } from '../site/types.ts' */
/** @import { Weighed } from './price/weigh-changes.js' */
/** @import { Linked } from '../site/graph/build-graph.js' */
/** @import { Drafted } from './constraints.js' */
/** @import { OpenPage } from './decide-shared.js' */
/** @import { ExpectedSheet, ExpectedSheets } from './apply/expect-sheets.js' */
/** @import { PagePlan, PlanPricer } from './plan-page.js' */

import { NO_MEMO } from '../base/memo.js';
import { workOn } from '../base/working-on.js';
import { expectSheets, keepExpected } from './apply/expect-sheets.js';
import { completeGroups, leaveOut, refuse } from './constraints.js';
import { decideShared } from './decide-shared.js';
import { decideTogether } from './decide-together.js';
import { findHeavier } from './limit-sheets.js';
import { documentsOf } from './make/draft-changes.js';
import { weighAmount } from './plan-changes.js';
import { findJoining } from './plan-page.js';
import { applyEffects } from './price/apply-effects.js';
import { combineEffects } from './price/combine-effects.js';
import { findLarger } from './price/find-larger.js';
import { groupByPage } from './price/price-site.js';
import { openSiteSize } from './price/site-size.js';
import { weighChanges } from './price/weigh-changes.js';
import { recallPlan } from './recall-plan.js';
import { findTooLarge } from './size-limit.js';

/** Reasons of changes that give way to others, which are not known one by one. */
const COPY_CHANGED = 'the file that it would copy into the page is changed by another change';
const REPLACED = 'an applied change replaces the whole place';
const NOT_REQUESTED = 'nothing requests the file after the other changes';

/**
 * Changes that are made, that are only advised, and that are rejected.
 * @typedef {{ accepted: Change[], advised: Change[], refused: Refused[] }} Planned
 *
 * @typedef {object} Order
 * @property {Site} site
 * @property {Linked} linked
 * @property {(proposal: Proposal) => Level} levelOf
 * @property {Safety} safety
 * @property {import('./price/site-size.js').SiteSize} most max size of the site
 * @property {ReturnType<typeof import('./price/page-inputs.js').openPageInputs>} inputOf
 * @property {PlanPricer} pricer
 * @property {readonly PlanPricer[]} others the same on the other links of the run
 * @property {import('../base/memo.js').Memo} [memo] keeps plans of pages
 */

/** Page count above which each page gets a shorter search. */
const MAX_SEARCHED_PAGES = 40;
const TOO_LARGE = 'the site would take more bytes than before';
const HEAVIER = 'a page that loads the style sheet, and not the image, would take more bytes than before';

/**
 * Creates the planner of a site. Plans are repeated without the changes that verification rejected. A page with the
 * same changes as before is not planned again.
 * @param {Order} order
 */
export function openPlanner(order) {
  const { linked, levelOf, most, inputOf } = order;
  const siteWith = openSiteSize(linked, inputOf.fileAt);
  const isWanted = (/** @type {Change} */ { proposal, isAdvice }) => levelOf(proposal) !== 'advise' && !isAdvice;
  const planPages = openPagePlans(order);
  const pageInput = (/** @type {SitePath} */ path) => inputOf(path).input;

  /** @param {Drafted} drafted @param {(done: number, of: number) => void} tick @returns {Planned} */
  return (drafted, tick) => {
    const possible = completeGroups(drafted);
    const advised = possible.changes.filter((change) => !isWanted(change));
    const wanted = possible.changes.filter(isWanted);
    const together = decideTogether(wanted, { ...order, inputOf: pageInput });
    const costly = [...together.left].map(([change, message]) => refuse(change, 'costs-more', message));
    let left = {
      changes: wanted.filter((change) => !together.left.has(change)),
      refused: [...possible.refused, ...costly],
    };
    let sheets = expectSheets(left.changes, linked.reads);
    let plan = planPages(left.changes, tick, new Set(), together.taken, sheets);
    // Changes that are left out stay out, and expected sheets only lose classes and pages, so the loop ends.
    for (;;) {
      const kept = keepExpected(sheets, expectSheets([...plan.accepted], linked.reads));
      const isSettled = kept === sheets;
      const tooLarge = isSettled ? findTooLarge(plan.pages, siteWith, most) : new Set();
      const heavier = isSettled && tooLarge.size === 0 ? findHeavier(plan.pages, linked.graph, pageInput) : new Set();
      if (isSettled && tooLarge.size + heavier.size === 0) break;
      sheets = kept;
      left = leaveOut(left, (change) => tooLarge.has(change), { reason: 'costs-more', message: TOO_LARGE });
      left = leaveOut(left, (change) => heavier.has(change), { reason: 'costs-more', message: HEAVIER });
      plan = planPages(left.changes, tick, plan.accepted, together.taken, sheets);
    }
    return { accepted: [...plan.accepted], advised, refused: [...left.refused, ...plan.dropped] };
  };
}

/** @typedef {{ settled: ReadonlySet<Change>, isShort: boolean }} How */

/**
 * Creates a function that weighs the changes of a page, once for the same changes.
 * @param {Order} order
 * @param {{ sizeOf: (path: SitePath) => number, pagesWith: (path: SitePath) => number }} sizes
 */
function openWeighing({ site, inputOf }, sizes) {
  /** @type {Map<SitePath, { entries: readonly Change[], sheet?: ExpectedSheet, open: ReturnType<typeof openPage> }>} */
  const opened = new Map();

  /** @param {SitePath} path @param {readonly Change[]} entries @param {ExpectedSheet} [sheet] */
  const openPage = (path, entries, sheet) => {
    const scenario = { ...inputOf(path), ...(sheet ? { sheet } : {}) };
    const all = weighChanges(entries, scenario, site);
    const larger = findLarger(all, sizes);
    return {
      path,
      ...scenario,
      changes: all.filter(({ change }) => !larger.has(change)),
      larger: [...larger],
    };
  };
  /** @param {SitePath} path @param {readonly Change[]} entries @param {ExpectedSheet} [sheet] */
  return (path, entries, sheet) => {
    const former = opened.get(path);
    const isFormer = former && former.sheet === sheet && isSame(former.entries, entries);
    const open = isFormer ? former.open : openPage(path, entries, sheet);
    opened.set(path, { entries, open, ...(sheet ? { sheet } : {}) });
    return open;
  };
}

/**
 * Creates a function that plans a page, once for the same changes.
 * @param {Order} order
 */
function openPlanning({ safety, pricer, others, memo = NO_MEMO }) {
  /** @type {Map<SitePath, { key: readonly (readonly unknown[])[], plan: PagePlan }>} */
  const planned = new Map();
  /**
   * @param {OpenPage & { sheet?: ExpectedSheet }} page
   * @param {ReadonlySet<Change>} taken
   * @param {readonly Change[]} offered
   * @param {How} how
   */
  return ({ path, input, changes, sheet }, taken, offered, how) => {
    const shared = changes.filter(({ change }) => taken.has(change));
    const isOffered = new Set(offered);
    const own = changes.filter(({ change }) => isOffered.has(change));
    const key = [shared.map(({ change }) => change), offered, [sheet]];
    const former = planned.get(path);
    if (former?.key.every((list, index) => isSame(list, key[index]))) return former.plan;
    const plan = recallPlan(input, { shared, own, safety, pricer, others, ...how }, memo);
    planned.set(path, { key, plan });
    return plan;
  };
}

/** @param {Order} order */
function openPagePlans(order) {
  const { site, linked, inputOf, pricer } = order;
  const { graph } = linked;
  const pagesWith = (/** @type {SitePath} */ path) => graph.usedBy.get(path)?.length ?? 1;
  const sizes = { sizeOf: (/** @type {SitePath} */ path) => site.files.get(path)?.size ?? 0, pagesWith };
  const pageInput = (/** @type {SitePath} */ path) => inputOf(path).input;
  const pageWith = openWeighing(order, sizes);
  const planOne = openPlanning(order);

  /**
   * Plans one page after the other.
   * @param {readonly ReturnType<typeof pageWith>[]} pages
   * @param {{ taken: ReadonlySet<Change>, left: ReadonlySet<Change> }} answers
   * @param {How} how
   * @param {(done: number) => void} tick
   */
  const planEach = (pages, { taken, left }, how, tick) => {
    const dropped = [...pages.flatMap(({ larger }) => larger), ...left].map((change) => refuse(change, 'costs-more'));
    const accepted = new Set(taken);
    const written = new Set([...taken].flatMap((change) => [...documentsOf(change)]));
    const plans = pages.map((page, index) => {
      workOn(page.path);
      const own = page.changes.map(({ change }) => change).filter((change) => !taken.has(change) && !left.has(change));
      const isStale = (/** @type {Change} */ { carries }) =>
        carries.some(({ path, isCopy }) => isCopy && written.has(path));
      dropped.push(...own.filter(isStale).map((change) => refuse(change, 'overlaps', COPY_CHANGED)));
      const plan = planOne(
        page,
        taken,
        own.filter((change) => !isStale(change)),
        how,
      );
      for (const change of plan.accepted) accepted.add(change);
      for (const path of plan.accepted.flatMap((change) => [...documentsOf(change)])) written.add(path);
      tick(index + 1);
      return plan;
    });
    return { plans, accepted, dropped: [...dropped, ...plans.flatMap((plan) => plan.dropped)] };
  };

  /**
   * Plans all pages: each by itself, then again with the decisions about shared files.
   * @param {readonly Change[]} wanted
   * @param {(done: number, of: number) => void} tick
   * @param {ReadonlySet<Change>} settled changes of a former plan
   * @param {ReadonlySet<Change>} together changes that are made on all possible pages
   * @param {ExpectedSheets} sheets
   */
  return (wanted, tick, settled, together, sheets) => {
    const pages = [...groupByPage(wanted, linked)].map(([path, entries]) => pageWith(path, entries, sheets.get(path)));
    const how = { settled, isShort: pages.length > MAX_SEARCHED_PAGES };
    const ticked = (/** @type {number} */ done) => tick(done, pages.length);
    const first = planEach(pages, { taken: together, left: new Set() }, how, ticked);
    const answers = decideShared(pages, first.accepted, { graph, inputOf: pageInput, pricer, ...sizes });
    const isAgreed = answers.taken.size + answers.left.size === 0;
    const agreed = { taken: new Set([...together, ...answers.taken]), left: answers.left };
    const { plans, accepted, dropped } = isAgreed ? first : planEach(pages, agreed, how, ticked);
    const joining = findJoining(dropped, accepted, wanted, pagesWith);
    for (const change of plans.flatMap((plan) => plan.join(joining))) accepted.add(change);
    const done = new Set([...accepted].map(({ proposal }) => proposal));
    return {
      accepted: new Set(wanted.filter((change) => accepted.has(change))),
      dropped: dropped.filter(({ proposal }) => !done.has(proposal)),
      pages: pages.map(({ path, input, references, changes }) => ({
        path,
        input,
        references,
        changes: changes.filter(({ change }) => accepted.has(change)),
        weigh: (/** @type {readonly Weighed[]} */ some) =>
          weighAmount(pricer.glanceView(applyEffects(input, combineEffects(some)))),
      })),
    };
  };
}

/** @param {readonly unknown[]} one @param {readonly unknown[]} other */
function isSame(one, other) {
  return one.length === other.length && one.every((change, index) => change === other[index]);
}

/**
 * Returns the plan after it was applied: changes that had nothing left to change are rejected, because another is in
 * their place.
 * @param {Planned} planned
 * @param {Pick<import('./apply/apply-plan.js').Applied, 'overridden'>} applied
 * @param {readonly SitePath[]} removed files that nothing requests any more
 * @returns {Planned}
 */
export function settlePlan({ accepted, advised, refused }, { overridden }, removed) {
  const gone = new Set(removed);
  const isSuperseded = (/** @type {Change} */ change) =>
    overridden.has(change) ||
    (change.edits.length === 0 && gone.has(change.proposal.resource ?? '') && change.rule.safety === 'safe');
  const superseded = accepted
    .filter(isSuperseded)
    .map((change) => refuse(change, 'overlaps', overridden.has(change) ? REPLACED : NOT_REQUESTED));
  return {
    accepted: accepted.filter((change) => !isSuperseded(change)),
    advised,
    refused: [...refused, ...superseded],
  };
}
