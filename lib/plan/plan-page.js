/** @import { Change, Refused, Safety } from './types.ts' */
/** @import { PageInput } from './price/types.ts' */
/** @import { Weighed } from './price/weigh-changes.js' */
/** @import { Choice, Plan } from './types.ts' */

import { exact } from '../base/exact.js';
import { changesIn, listChoices } from './choices.js';
import { describeWinner, isDelivery, refuse } from './constraints.js';
import { planChanges, weighAmount } from './plan-changes.js';
import { applyEffects } from './price/apply-effects.js';
import { combineEffects } from './price/combine-effects.js';

/**
 * The model under one set of conditions: exact, approximate, and without a run.
 * @typedef {ReturnType<typeof import('./price/price-site.js').openPlanPricer>} PlanPricer
 * @typedef {{ accepted: readonly Change[], dropped: readonly Refused[], join: (changes: readonly Change[]) => Change[]
 *   }} PagePlan
 */

/** Page count above which each page gets a shorter search: what pages share is decided once anyway. */
const FEW_RUNS = 128;
/**
 * Max factor of cost on other links for files that a page carries for the sake of others, without an additional packet.
 */
const MAX_JOINED = 1.01;
/** Packets are means over several runs, so half a packet more counts as none. */
const HALF_PACKET = 0.5;

/**
 * Chooses the changes of one page.
 * @param {PageInput} input
 * @param {object} order
 * @param {readonly Weighed[]} order.shared changes that the site has decided on
 * @param {readonly Weighed[]} order.own choices of the page
 * @param {ReadonlySet<Change>} order.settled changes of a former plan
 * @param {Safety} order.safety
 * @param {PlanPricer} order.pricer
 * @param {readonly PlanPricer[]} order.others the same on the other links of the run
 * @param {boolean} order.isShort true if the search is short
 * @returns {PagePlan}
 */
export function planPage(input, { shared, own, settled, safety, pricer, others, isShort }) {
  const pageWith = (/** @type {readonly Choice<readonly Weighed[]>[]} */ chosen) =>
    applyEffects(input, combineEffects([...shared, ...chosen.flatMap(({ effect }) => effect)]));
  const { after, most, ...found } = planChanges({
    choices: listChoices(own, input, settled),
    safety,
    price: (chosen) => pricer.priceView(pageWith(chosen)),
    glance: (chosen) => pricer.glanceView(pageWith(chosen)),
    count: (chosen) => pricer.countView(pageWith(chosen)),
    otherPrices: others.map((other) => (chosen) => other.priceView(pageWith(chosen))),
    paints: [pricer, ...others].map(
      (each) => (/** @type {readonly Choice<readonly Weighed[]>[]} */ chosen) => each.paintView(pageWith(chosen)),
    ),
    ...(isShort ? { maxRuns: FEW_RUNS } : {}),
  });
  const mostBytes = sentBytes(input);
  const { accepted, rejected } = limitPage(found, (chosen) => sentBytes(pageWith(chosen)), mostBytes);
  return {
    accepted: changesIn(accepted),
    dropped: rejected.flatMap(({ choice, reason, winner }) => {
      const message = winner ? describeWinner(changesIn([winner])[0]) : null;
      return changesIn([choice]).map((change) => refuse(change, reason, message));
    }),
    join: (changes) => {
      const wanted = new Set(changes);
      const offered = rejected
        .filter(({ choice, reason }) => reason === 'costs-more' && changesIn([choice]).every((one) => wanted.has(one)))
        .map(({ choice }) => choice);
      if (offered.length === 0) return [];
      const limits = [
        { priceView: pricer.priceView, most, packets: after.packets },
        ...others.map(({ priceView }) => {
          const amount = priceView(pageWith(accepted));
          return { priceView, most: weighAmount(amount) * MAX_JOINED, packets: amount.packets };
        }),
      ];
      /** @type {Choice<readonly Weighed[]>[]} */
      const joined = [];
      for (const choice of offered) {
        const page = pageWith([...accepted, ...joined, choice]);
        const isCheap =
          sentBytes(page) <= mostBytes &&
          limits.every((limit) => {
            const amount = limit.priceView(page);
            return weighAmount(amount) <= limit.most && amount.packets <= limit.packets + HALF_PACKET;
          });
        if (isCheap) joined.push(choice);
      }
      return changesIn(joined);
    },
  };
}

/**
 * Rejects changes of a page until it is not larger than the original: visitors with slow links pay by the byte for what
 * is faster in the mean. The changes that take most bytes go first.
 * @template Effect
 * @param {Pick<Plan<Effect>, 'accepted' | 'rejected'>} plan
 * @param {(chosen: readonly Choice<Effect>[]) => number} weigh bytes of the page with some changes
 * @param {number} most
 * @returns {Pick<Plan<Effect>, 'accepted' | 'rejected'>}
 */
export function limitPage({ accepted, rejected }, weigh, most) {
  const out = listExcess(accepted, weigh, most);
  return {
    accepted: accepted.filter((choice) => !out.includes(choice)),
    rejected: [...rejected, ...out.map((choice) => ({ choice, reason: exact('costs-more') }))],
  };
}

/**
 * Returns what to leave out until the rest is not too large: that which takes most bytes goes first.
 * @template T
 * @param {readonly T[]} accepted
 * @param {(chosen: readonly T[]) => number} weigh
 * @param {number} most
 * @returns {T[]}
 */
export function listExcess(accepted, weigh, most) {
  const size = weigh(accepted);
  if (size <= most) return [];
  const costly = accepted
    .map((choice) => ({ choice, bytes: size - weigh(accepted.filter((other) => other !== choice)) }))
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes);
  const left = new Set(accepted);
  const out = [];
  for (const { choice } of costly) {
    left.delete(choice);
    out.push(choice);
    if (weigh([...left]) <= most) break;
  }
  return out;
}

/** Returns the bytes that are sent of a page and its files. @param {PageInput} page */
export function sentBytes({ files }) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/**
 * Returns changes that pages make at a small cost because the others make them, too: no page can use another page's
 * file then. The same applies to a file that no other page requests.
 * @param {readonly Refused[]} dropped
 * @param {ReadonlySet<Change>} accepted
 * @param {readonly Change[]} wanted
 * @param {(path: string) => number} pagesWith
 * @returns {Change[]}
 */
export function findJoining(dropped, accepted, wanted, pagesWith) {
  const keyOf = (/** @type {Change} */ { rule, proposal }) => `${rule.id} ${proposal.resource}`;
  const costly = new Set(dropped.flatMap(({ reason, proposal }) => (reason === 'costs-more' ? [proposal] : [])));
  const open = wanted.filter((change) => isDelivery(change) && costly.has(change.proposal));
  const taken = Map.groupBy([...accepted].filter(isDelivery), keyOf);
  return [...Map.groupBy(open, keyOf)].flatMap(([key, changes]) => {
    const areMost = changes.length <= (taken.get(key)?.length ?? 0);
    return changes.filter(({ proposal }) => areMost || pagesWith(proposal.resource ?? '') === 1);
  });
}
