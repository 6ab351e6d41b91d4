/** @import { Reason, Safety } from './types.ts' */
/** @import { Amount, Choice, Count, Plan, PlanInput } from './types.ts' */

import { findConflicts, isFree, leaveOut, takeAll } from './conflicts.js';
import { allows } from './levels.js';
import { modelError } from './price/price-changes.js';
import { searchBest } from './search.js';
import { estimateWorth } from './worth.js';

/** Differences below this are rounding errors and no packet. */
const halfPacket = 0.005;
/** Packets are means over several runs, so half a packet more counts as none for a preferred change. */
const meanPacket = 0.5;
/**
 * Max factor of cost for changes that are made for other reasons: no additional packet, and almost no cost in total.
 */
const maxBeyond = 1.01;
/**
 * Max factor of cost for preferred changes, which never make a page more expensive than it was: text instead of an
 * image that could be inlined.
 */
const maxPreferable = 1.05;
/** Differences of weight below this are none. */
const noDifference = 0.5;
/** Max runs, which enumerate ten choices without conflicts. */
const manyRuns = 1024;

/**
 * Chooses the changes of a page: the set that makes it cheapest under the target conditions.
 * @template Effect
 * @param {PlanInput<Effect>} input
 * @returns {Plan<Effect>}
 */
export function planChanges({
  choices,
  safety,
  price,
  glance = price,
  count,
  otherPrices = [],
  paints = [],
  weigh = weighAmount,
  maxRuns = manyRuns,
}) {
  const refused = new Map(choices.flatMap((choice) => refuseAtOnce(choice, safety)));
  const open = choices.filter((choice) => !refused.has(choice));
  const conflicts = findConflicts(open);
  const priceOf = rememberSets(open, price);
  const roughly = glance === price ? priceOf : rememberSets(open, glance);
  const countOf = count && rememberSets(open, count);
  const indicesOf = (/** @type {(choice: Choice<Effect>) => boolean | undefined} */ isWanted) =>
    new Set(open.flatMap((choice, index) => (isWanted(choice) ? [index] : [])));
  const sure = indicesOf((choice) => choice.sure);
  // Changes for other reasons than cost are added last. The search is over the rest.
  const fixed = indicesOf((choice) => choice.beyondCost && !choice.sure);
  const early = indicesOf(({ showsEarlier }) => showsEarlier);
  const searched = [...open.keys()].filter((index) => !sure.has(index) && !fixed.has(index) && !early.has(index));
  const tried = searched.map((index) => open[index]);
  const worth = estimateWorth(tried, { price: glance, count, weigh });

  /** @param {ReadonlySet<number>} chosen @param {ReadonlySet<number>} [among] */
  const listCostly = (chosen, among = chosen) => {
    const isSuspect = (/** @type {number} */ index) =>
      !sure.has(index) && !(countOf && isMore(countOf(leaveOut(chosen, index)), countOf(chosen)));
    const { packets } = priceOf(chosen);
    return [...among]
      .filter(isSuspect)
      .map((index) => ({ index, extra: packets - priceOf(leaveOut(chosen, index)).packets }))
      .filter(({ extra }) => extra > halfPacket)
      .sort((a, b) => b.extra - a.extra || a.index - b.index)
      .map(({ index }) => index);
  };
  const best = searchBest({
    conflicts,
    sure,
    fixed,
    maxRuns,
    worth: new Map(searched.map((index, at) => [index, worth[at]])),
    score: (chosen) => weigh(priceOf(chosen)),
    glance: (chosen) => weigh(roughly(chosen)),
    isMore: (chosen, than) => countOf !== undefined && isMore(countOf(chosen), countOf(than)),
    listCostly,
  });
  const made = new Set(best);
  for (const other of otherPrices) dropWithoutGain(open, made, rememberSets(open, other), weigh);
  const nothing = new Set();
  const limits = { priceOf, countOf, weigh, conflicts };
  const rivals = [nothing, takeAll(open.keys(), conflicts)].filter((set) => listCostly(set).length === 0);
  const most = limitBeyond(weigh(priceOf(made)), rivals.map(priceOf).map(weigh));
  const maxPreferred = limitPreferred(weigh(priceOf(made)), weigh(priceOf(nothing)));
  const preferring = addPreferred(made, [...indicesOf(({ isPreferred }) => isPreferred)], maxPreferred, limits);
  const cheapest = addBeyond(preferring, [...fixed], Math.max(most, weigh(priceOf(preferring))), limits);
  const chosen = addEarlier(cheapest, early, { open, conflicts, paints });

  const accepted = open.filter((_, index) => chosen.has(index));
  const rejected = choices.flatMap((choice) => {
    const index = open.indexOf(choice);
    if (chosen.has(index)) return [];
    const brings = () => isMore((countOf ?? priceOf)(new Set([index])), (countOf ?? priceOf)(nothing));
    // A change that was added for another reason than cost took a place that the search had left free.
    const among = fixed.has(index) || early.has(index) ? chosen : preferring;
    return [{ choice, ...(refused.get(choice) ?? explain(index, among, open, conflicts, brings)) }];
  });
  return { accepted, rejected, before: priceOf(nothing), after: priceOf(chosen), most };
}

/**
 * Weighs costs by default: a packet counts as a millisecond, a tenth of a megabyte as ten. So does a request, which
 * keeps browser and server busy for longer than its bytes on the wire (bench/requests.js).
 * @param {Amount} amount
 */
export function weighAmount({ ms, packets, bytes, requests }) {
  return ms + packets + requests + bytes / 10_000;
}

/**
 * Returns true if one count has at least as many requests and bytes as the other.
 * @param {Count} one @param {Count} other
 */
function isMore(one, other) {
  return one.requests >= other.requests && one.bytes >= other.bytes;
}

/** @param {Choice} choice @param {Safety} allowed @returns {[Choice, { reason: Reason }][]} */
function refuseAtOnce(choice, allowed) {
  if (choice.rejected) return [[choice, { reason: choice.rejected }]];
  return allows(allowed, choice.safety) ? [] : [[choice, { reason: 'safety' }]];
}

/**
 * Caches the result for every set.
 * @template Effect, Said
 * @param {readonly Choice<Effect>[]} choices @param {(chosen: readonly Choice<Effect>[]) => Said} say
 */
function rememberSets(choices, say) {
  /** @type {Map<string, Said>} */
  const known = new Map();
  return (/** @type {ReadonlySet<number>} */ chosen) => {
    const inOrder = [...chosen].sort((a, b) => a - b);
    const key = inOrder.join(' ');
    const said = known.get(key) ?? say(inOrder.map((index) => choices[index]));
    known.set(key, said);
    return said;
  };
}

/** @typedef {(chosen: ReadonlySet<number>) => Amount} Remembered */

/**
 * Removes changes that must gain everywhere and do not.
 * @param {readonly Choice[]} choices
 * @param {Set<number>} chosen
 * @param {Remembered} price
 * @param {(amount: Amount) => number} weigh
 */
function dropWithoutGain(choices, chosen, price, weigh) {
  for (const index of [...chosen]) {
    if (!choices[index].everywhere || choices[index].sure) continue;
    const without = price(leaveOut(chosen, index));
    const kept = price(chosen);
    if (weigh(kept) >= weigh(without) || kept.packets > without.packets + halfPacket) chosen.delete(index);
  }
}

/**
 * Returns the max cost with all changes for other reasons: almost no more, and no more than the rivals of the plan that
 * cost about as much.
 * @param {number} cost without
 * @param {readonly number[]} rivals
 */
function limitBeyond(cost, rivals) {
  const near = rivals.filter((rival) => rival < cost * maxBeyond);
  return Math.min(cost * maxBeyond, Math.max(cost, Math.min(...near)) + noDifference);
}

/**
 * The prices, counts and conflicts of the choices.
 * @typedef {{ priceOf: Remembered, countOf?: (chosen: ReadonlySet<number>) => Count,
 *   weigh: (amount: Amount) => number, conflicts: readonly ReadonlySet<number>[] }} Limits
 */

/**
 * Returns the max cost with preferred changes: a little more than without, and no more than that of the unchanged page.
 * @param {number} cost without @param {number} unchanged
 */
function limitPreferred(cost, unchanged) {
  return Math.max(cost, Math.min(cost * maxPreferable, unchanged)) + noDifference;
}

/**
 * Adds preferred changes, each instead of those that it excludes: all of them, because they can share the cost of a
 * font, or one after the other. They cost no packet, unless the page still has no more requests and bytes than
 * unchanged. Those that save requests and bytes can cost a little time, because the model knows that less exactly: a
 * font arrives later than the images that it replaces.
 * @param {ReadonlySet<number>} chosen
 * @param {readonly number[]} preferred
 * @param {number} most
 * @param {Limits} limits
 */
function addPreferred(chosen, preferred, most, { priceOf, countOf, weigh, conflicts }) {
  const add = (/** @type {ReadonlySet<number>} */ set, /** @type {readonly number[]} */ more) => {
    const next = new Set([...set].filter((other) => more.every((one) => !conflicts[one].has(other))).concat(more));
    const without = new Set([...next].filter((one) => !more.includes(one)));
    const savesBoth = countOf !== undefined && isMore(countOf(without), countOf(next));
    const isNoMore = countOf !== undefined && isMore(countOf(new Set()), countOf(next));
    const isAlmostFree = isNoMore || savesBoth || priceOf(next).packets <= priceOf(without).packets + meanPacket;
    return isAlmostFree && weigh(priceOf(next)) <= most * (savesBoth ? maxBeyond : 1) ? next : set;
  };
  let set = chosen;
  const all = [...takeAll(preferred, conflicts)].filter((index) => !set.has(index));
  if (all.length > 1) set = add(set, all);
  for (const index of preferred)
    if (!set.has(index) && !preferred.some((other) => set.has(other) && conflicts[index].has(other)))
      set = add(set, [index]);
  return set;
}

/**
 * Adds changes for other reasons than cost: all of them, or as many of the first as are allowed. More are never
 * cheaper, so a few runs find their count.
 * @param {ReadonlySet<number>} chosen
 * @param {readonly number[]} more
 * @param {number} most
 * @param {Limits} limits
 */
function addBeyond(chosen, more, most, { priceOf, weigh, conflicts }) {
  const free = more.filter((index) => isFree(conflicts[index], chosen));
  const { packets } = priceOf(chosen);
  const withFirst = (/** @type {number} */ count) => takeAll([...chosen, ...free.slice(0, count)], conflicts);
  const isAllowed = (/** @type {ReadonlySet<number>} */ set) =>
    weigh(priceOf(set)) <= most && priceOf(set).packets <= packets + halfPacket;
  if (isAllowed(withFirst(free.length))) return withFirst(free.length);
  let [fits, tooMany] = [0, free.length];
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (isAllowed(withFirst(middle))) fits = middle;
    else tooMany = middle;
  }
  return withFirst(fits);
}

/**
 * Adds changes that render the page earlier on the first visit, by more than the model's error, and no later on others,
 * as far as is known.
 * @template Effect
 * @param {ReadonlySet<number>} chosen
 * @param {ReadonlySet<number>} early
 * @param {{ open: readonly Choice<Effect>[], conflicts: readonly ReadonlySet<number>[], paints:
 *   NonNullable<PlanInput<Effect>['paints']> }} page
 */
function addEarlier(chosen, early, { open, conflicts, paints }) {
  const paintAll = (/** @type {ReadonlySet<number>} */ set) =>
    paints.map((paint) => paint([...set].map((index) => open[index])));
  let set = chosen;
  for (const index of early) {
    if (!isFree(conflicts[index], set)) continue;
    const more = new Set([...set, index]);
    const [before, after] = [paintAll(set), paintAll(more)];
    const isNoLater = after.every(({ later }, at) => later <= before[at].later * (1 + modelError));
    const isEarlier = after.every(({ first }, at) => first < before[at].first * (1 - modelError));
    if (after.length > 0 && isEarlier && isNoLater) set = more;
  }
  return set;
}

/**
 * Returns the reason why a choice was not taken, and the choice in its place.
 * @template Effect
 * @param {number} index
 * @param {ReadonlySet<number>} chosen when it was decided
 * @param {readonly Choice<Effect>[]} choices
 * @param {readonly ReadonlySet<number>[]} conflicts
 * @param {() => boolean} brings true if it adds a saving of requests or bytes that the others do not have
 * @returns {{ reason: Reason, winner?: Choice<Effect> }}
 */
function explain(index, chosen, choices, conflicts, brings) {
  const { thing, beyondCost, showsEarlier } = choices[index];
  const inTheWay = [...conflicts[index]].filter((other) => chosen.has(other));
  // Another change of the same thing was cheaper, or another one is in the same place.
  const winner = inTheWay.find((other) => thing === null || choices[other].thing !== thing);
  if (winner !== undefined) return { reason: 'overlaps', winner: choices[winner] };
  if (inTheWay.length > 0 || beyondCost || showsEarlier) return { reason: 'costs-more' };
  return { reason: brings() ? 'not-smaller' : 'costs-more' };
}
