/** @import { Reason, Safety } from '../types.ts' */
/** @import { Amount, Choice, Plan, PlanInput, Price } from './types.ts' */

import { findConflicts, isFree, leaveOut } from './conflicts.js';
import { searchBest } from './search.js';
import { estimateWorth } from './worth.js';

/** @type {readonly Safety[]} */
const safeties = ['safe', 'visual', 'lossy'];
/** Less than this is rounding, no packet. */
const halfPacket = 0.005;

/**
 * Chooses what to do to a page: the set of changes that makes it cheapest under the target conditions.
 * @template Effect
 * @param {PlanInput<Effect>} input
 * @returns {Plan<Effect>}
 */
export function planChanges({ choices, safety, price, count, otherPrices = [], weigh = weighAmount, mostRuns = 4096 }) {
  const refused = new Map(choices.flatMap((choice) => refuseAtOnce(choice, safety)));
  const open = choices.filter((choice) => !refused.has(choice));
  const conflicts = findConflicts(open);
  const remembered = rememberPrice(open, price);

  // What is worth doing beyond its cost is added last; the search is over the rest.
  const costed = open.flatMap((choice, index) => (choice.beyondCost ? [] : [index]));
  const positions = new Map(costed.map((index, at) => [index, at]));
  /** @param {Iterable<number>} found */
  const toIndices = (found) => new Set([...found].map((at) => costed[at]));
  const best = searchBest({
    mostRuns,
    worth: estimateWorth(
      costed.map((index) => open[index]),
      { price, count, weigh },
    ),
    conflicts: costed.map((index) => new Set([...conflicts[index]].flatMap((other) => positions.get(other) ?? []))),
    score: (found) => weigh(remembered(toIndices(found))),
    listCostly: (found, among = found) =>
      listCostly(toIndices(found), remembered, toIndices(among)).map((index) => positions.get(index) ?? -1),
  });
  const chosen = toIndices(best);
  for (const other of otherPrices) dropWithoutGain(open, chosen, rememberPrice(open, other), weigh);
  for (const [index, choice] of open.entries()) {
    if (choice.beyondCost && isFree(conflicts[index], chosen)) addFree(chosen, index, remembered);
  }

  const nothing = remembered(new Set());
  const accepted = open.filter((_, index) => chosen.has(index));
  const rejected = choices.flatMap((choice) => {
    const index = open.indexOf(choice);
    if (chosen.has(index)) return [];
    const reason = refused.get(choice) ?? explain(index, chosen, open, conflicts, nothing, remembered);
    return [{ proposal: choice.proposal, reason }];
  });
  return { accepted, rejected, before: nothing, after: remembered(chosen) };
}

/** What counts where nothing else is said: a packet weighs as much as a millisecond, a tenth of a megabyte as ten. @param {Amount} amount */
export function weighAmount({ ms, packets, bytes, requests }) {
  return ms + packets + bytes / 10_000 + requests / 1000;
}

/** @param {Choice} choice @param {Safety} allowed @returns {[Choice, Reason][]} */
function refuseAtOnce(choice, allowed) {
  const reason = choice.rejected ?? choice.proposal.rejected;
  if (reason) return [[choice, reason]];
  return safeties.indexOf(choice.safety) > safeties.indexOf(allowed) ? [[choice, 'safety']] : [];
}

/** Keeps the price of every set that was asked for. @template Effect @param {readonly Choice<Effect>[]} choices @param {Price<Effect>} price */
function rememberPrice(choices, price) {
  /** @type {Map<string, Amount>} */
  const known = new Map();
  return (/** @type {ReadonlySet<number>} */ chosen) => {
    const inOrder = [...chosen].sort((a, b) => a - b);
    const key = inOrder.join(' ');
    const amount = known.get(key) ?? price(inOrder.map((index) => choices[index]));
    known.set(key, amount);
    return amount;
  };
}

/** @typedef {(chosen: ReadonlySet<number>) => Amount} Remembered */

/** Lists what costs packets with all else kept, the dearest first. @param {ReadonlySet<number>} chosen @param {Remembered} price @param {ReadonlySet<number>} among those of them that are looked at */
function listCostly(chosen, price, among) {
  const all = price(chosen).packets;
  return [...among]
    .map((index) => ({ index, extra: all - price(leaveOut(chosen, index)).packets }))
    .filter(({ extra }) => extra > halfPacket)
    .sort((a, b) => b.extra - a.extra || a.index - b.index)
    .map(({ index }) => index);
}

/** Takes out what must gain everywhere and does not. @param {readonly Choice[]} choices @param {Set<number>} chosen @param {Remembered} price @param {(amount: Amount) => number} weigh */
function dropWithoutGain(choices, chosen, price, weigh) {
  for (const index of [...chosen]) {
    if (!choices[index].everywhere) continue;
    const without = price(leaveOut(chosen, index));
    const kept = price(chosen);
    if (weigh(kept) >= weigh(without) || kept.packets > without.packets + halfPacket) chosen.delete(index);
  }
}

/** Adds what is done for another reason than cost, if it costs no packet. @param {Set<number>} chosen @param {number} index @param {Remembered} price */
function addFree(chosen, index, price) {
  const more = new Set([...chosen, index]);
  if (price(more).packets <= price(chosen).packets + halfPacket) chosen.add(index);
}

/** Says why a choice was not taken. @param {number} index @param {ReadonlySet<number>} chosen @param {readonly Choice[]} choices @param {readonly ReadonlySet<number>[]} conflicts @param {Amount} nothing @param {Remembered} price @returns {Reason} */
function explain(index, chosen, choices, conflicts, nothing, price) {
  const { thing } = choices[index];
  const inTheWay = [...conflicts[index]].filter((other) => chosen.has(other));
  // Another way to change the same thing was cheaper; something else in the same place is in the way.
  if (inTheWay.some((other) => thing === null || choices[other].thing !== thing)) return 'overlaps';
  if (inTheWay.length > 0) return 'costs-more';
  const alone = price(new Set([index]));
  if (alone.packets > nothing.packets + halfPacket) return 'costs-more';
  return alone.bytes >= nothing.bytes && alone.requests >= nothing.requests ? 'not-smaller' : 'costs-more';
}
