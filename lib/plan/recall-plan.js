/** @import { Memo } from '../base/memo.js' */
/** @import { Change, Reason, Safety } from './types.ts' */
/** @import { FileInput, PageInput } from './price/types.ts' */
/** @import { PagePlan, PlanPricer } from './plan-page.js' */
/** @import { Weighed } from './price/weigh-changes.js' */

import { digestOfPlain } from '../base/digest.js';
import { recallOr } from '../base/memo.js';
import { refuse } from './constraints.js';
import { documentsOf } from './make/draft-changes.js';
import { planPage } from './plan-page.js';
import { describeEffect, withoutShare } from './price/describe-inputs.js';

/**
 * The plan of a page as plain data: its changes by their place in the list.
 * @typedef {{ accepted: number[], dropped: [index: number, reason: Reason, message: string | null][] }} KeptPlan
 */

/**
 * Plans a page, or returns its plan of an earlier run: a page whose files and changes are the same is not planned
 * again.
 * @param {PageInput} input
 * @param {Parameters<typeof planPage>[1]} order
 * @param {Memo} memo
 * @returns {PagePlan}
 */
export function recallPlan(input, order, memo) {
  const changes = order.own.map(({ change }) => change);
  const key = digestOfPlain(describeOrder(input, order));
  /** @type {KeptPlan} */
  const kept = recallOr(memo, 'plan', key, () => keepPlan(planPage(input, order), changes));
  const dropped = kept.dropped.map(([index, reason, message]) => refuse(changes[index], reason, message));
  const costly = new Set(kept.dropped.flatMap(([index, reason]) => (reason === 'costs-more' ? [changes[index]] : [])));
  return {
    accepted: kept.accepted.map((index) => changes[index]),
    dropped,
    // Few pages join others, so only these are planned again.
    join: (joining) => (joining.some((change) => costly.has(change)) ? planPage(input, order).join(joining) : []),
  };
}

/** @param {PagePlan} plan @param {readonly Change[]} changes @returns {KeptPlan} */
function keepPlan({ accepted, dropped }, changes) {
  const indices = new Map(changes.map((change, index) => [change, index]));
  const byProposal = new Map(changes.map(({ proposal }, index) => [proposal, index]));
  return {
    accepted: accepted.flatMap((change) => indices.get(change) ?? []),
    dropped: dropped.flatMap(({ proposal, reason, message }) => {
      const index = byProposal.get(proposal);
      return index === undefined ? [] : [[index, reason, message]];
    }),
  };
}

/**
 * Returns all that the plan of a page depends on.
 * @param {PageInput} input
 * @param {{ shared: readonly Weighed[], own: readonly Weighed[], settled: ReadonlySet<Change>, safety: Safety, pricer:
 *   PlanPricer, others: readonly PlanPricer[], isShort: boolean }} order
 */
function describeOrder(input, { shared, own, settled, safety, pricer, others, isShort }) {
  const describeFile = (/** @type {FileInput} */ file) => [withoutShare(file), pricer.isCached(file)];
  const { files, ...page } = input;
  return [
    pricer.model,
    others.map(({ model }) => model),
    safety,
    isShort,
    page,
    files.map(describeFile),
    shared.map(({ effect, rank }) => [rank, describeEffect(effect, describeFile)]),
    own.map(({ change, effect, rank }) => [
      rank,
      describeEffect(effect, describeFile),
      settled.has(change),
      describeChange(change),
    ]),
  ];
}

/** Returns what decides which changes exclude each other. @param {Change} change */
function describeChange(change) {
  const { rule, proposal, group, claims, carries } = change;
  return [
    [rule.id, rule.safety, rule.beyondCost, rule.isPreferred, rule.showsEarlier],
    proposal.resource,
    group && [group.take, group.id],
    claims,
    carries.map(({ path, isCopy }) => [path, isCopy]),
    [...documentsOf(change)],
  ];
}
