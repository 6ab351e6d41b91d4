import { isFree, leaveOut, takeAll } from './conflicts.js';

/** Max choices that are tried in pairs. */
const maxPaired = 14;
/** Count of the cheapest known sets that are checked for members that cost packets. */
const maxChecked = 60;
/** Count of sets without such members from which the search continues. */
const maxStarts = 3;
/** Runs per choice that must be available to try each of them once more at the end. */
const runsForLast = 16;
/** Sets whose approximate cost is higher than another's by this share are skipped. */
const glanceError = 0.01;
/** A sure choice is dropped for a set that is cheaper by this share. Smaller differences are random. */
const minGain = 0.015;

/** @typedef {ReadonlySet<number>} Chosen choices by their index */

/**
 * `worth`: the choices with their approximate savings, in whose order they are tried; `sure`: those that are made
 * unless a page is clearly cheaper without them; `fixed`: those that stay as they are, except in the set of all;
 * `score`: cost of a set; `glance`: approximate cost; `isMore`: returns true if a set has at least as many requests and
 * bytes as another; `listCostly`: members of a set, or of a part of it, that cost packets, the most expensive first;
 * `maxRuns`: approximate max count of sets that are scored, though each choice is tried once or twice even if that is
 * more.
 * @typedef {object} Problem
 * @property {readonly ReadonlySet<number>[]} conflicts
 * @property {ReadonlyMap<number, number>} worth
 * @property {Chosen} sure
 * @property {Chosen} fixed
 * @property {number} maxRuns
 * @property {(chosen: Chosen) => number} score
 * @property {(chosen: Chosen) => number} glance
 * @property {(chosen: Chosen, than: Chosen) => boolean} isMore
 * @property {(chosen: Chosen, among?: Chosen) => readonly number[]} listCostly
 */

/**
 * Searches for the set of choices with the lowest cost and without members that cost packets: among all sets of choices
 * that are not sure if they are few enough, otherwise by moving from set to set. The result is no more expensive than
 * the set of all, if that is allowed, and than the empty set.
 * @param {Problem} problem @returns {Chosen}
 */
export function searchBest(problem) {
  const { worth, conflicts, sure, fixed, maxRuns } = problem;
  const worthOf = (/** @type {number} */ index) => worth.get(index) ?? 0;
  const open = [...worth.keys()].filter((index) => isFree(conflicts[index], sure));
  const order = open.toSorted((a, b) => worthOf(b) - worthOf(a) || a - b);
  const worthwhile = order.filter((index) => worthOf(index) > 0);
  const starts = [order, open, worthwhile, []].map((each) => takeAll([...sure, ...each], conflicts));
  const sets = listSets(sure, open, conflicts, maxRuns);
  const found = sets
    ? findAllowed(sets, sets.length, problem).slice(0, 1)
    : open.length <= maxPaired
      ? searchFew(starts, order, problem)
      : searchMany(starts, order, problem);
  const best = takeLeast([...found, takeAll(conflicts.keys(), conflicts), new Set()], problem);
  const costed = [...conflicts.keys()].filter((index) => !fixed.has(index));
  if (costed.length > Math.min(maxPaired, maxRuns / runsForLast)) return best;
  // Few choices are scored exactly, because the approximation can be wrong by more than a change saves.
  return improve(best, listSingleMoves(costed, conflicts), { ...problem, glance: problem.score });
}

/**
 * Lists every set of choices without conflicts among them and with the sure ones, or none if there are too many.
 * @param {Chosen} sure
 * @param {readonly number[]} open
 * @param {Problem['conflicts']} conflicts
 * @param {number} most
 */
function listSets(sure, open, conflicts, most) {
  let sets = [sure];
  for (const index of open) {
    sets = sets.concat(sets.filter((set) => isFree(conflicts[index], set)).map((set) => new Set([...set, index])));
    if (sets.length > most) return null;
  }
  return sets;
}

/**
 * Improves the best of some sets by single moves and pairs that lower the cost, then, from the best allowed sets, only
 * through allowed ones.
 * @param {readonly Chosen[]} starts @param {readonly number[]} order @param {Problem} problem @returns {Chosen[]}
 */
function searchFew(starts, order, problem) {
  /** @type {Map<string, Chosen>} */
  const seen = new Map();
  const glance = (/** @type {Chosen} */ chosen) => {
    seen.set([...chosen].sort().join(' '), chosen);
    return problem.glance(chosen);
  };
  const moves = listMoves(order, problem.conflicts);
  improve(minOf(starts, glance), moves, { ...problem, glance, score: glance, listCostly: () => [] });
  const allowed = [repair(starts[0], problem), ...findAllowed([...seen.values()], maxChecked, problem)];
  return allowed.map((start) => improve(start, moves, problem));
}

/**
 * Tries each choice on the best start once, then makes all moves that help together.
 * @param {readonly Chosen[]} starts @param {readonly number[]} order @param {Problem} problem @returns {Chosen[]}
 */
function searchMany(starts, order, problem) {
  const { conflicts, glance, isMore } = problem;
  const start = minOf(starts, glance);
  const cost = glance(start);
  const helping = order
    .map((index) => ({ index, next: flip(start, index, conflicts) }))
    .filter(({ next }) => !isMore(next, start))
    .map(({ index, next }) => ({ index, next, gain: cost - glance(next) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || a.index - b.index);
  const together = helping.reduce((chosen, { index }) => flip(chosen, index, conflicts), start);
  const alone = helping.slice(0, 1).map(({ next }) => next);
  const best = minOf([start, together, ...alone], glance);
  const found = repair(best, problem);
  // After repair, the cheapest set can cost more than the start of the search.
  return best !== start && glance(found) > cost ? [found, repair(start, problem)] : [found];
}

/** @param {readonly Chosen[]} sets @param {(chosen: Chosen) => number} score */
function minOf(sets, score) {
  return sets.reduce((least, each) => (score(each) < score(least) ? each : least));
}

/**
 * Returns the cheapest set without members that cost packets.
 * @param {readonly Chosen[]} sets the last of which has no such members
 * @param {Problem} problem
 */
function takeLeast(sets, { score, listCostly }) {
  const inOrder = sets.toSorted((a, b) => score(a) - score(b));
  return inOrder.find((chosen) => listCostly(chosen).length === 0) ?? sets[sets.length - 1];
}

/**
 * Returns the sets without members that cost packets, the cheapest first.
 * @param {readonly Chosen[]} sets
 * @param {number} most max sets to check
 * @param {Problem} problem
 */
function findAllowed(sets, most, { glance, score, listCostly }) {
  const inOrder = sets.map((chosen) => ({ chosen, cost: glance(chosen) })).sort((a, b) => a.cost - b.cost);
  const allowed = [];
  for (const { chosen } of inOrder.slice(0, most)) {
    if (listCostly(chosen).length === 0) allowed.push(chosen);
    if (allowed.length === maxStarts) break;
  }
  return allowed.sort((a, b) => score(a) - score(b));
}

/**
 * Removes members that cost packets with all others kept: the more expensive half of many at once, the most expensive
 * of few. Then checks the rest again, and at the end all members.
 * @param {Chosen} chosen
 * @param {Problem} problem
 * @param {Chosen} [suspects]
 * @returns {Chosen}
 */
function repair(chosen, problem, suspects = chosen) {
  const costly = problem.listCostly(chosen, suspects);
  if (costly.length === 0) return suspects === chosen ? chosen : repair(chosen, problem);
  const worst = new Set(costly.slice(0, costly.length > 4 ? Math.ceil(costly.length / 2) : 1));
  const left = new Set([...chosen].filter((index) => !worst.has(index)));
  return repair(left, problem, new Set(costly.filter((index) => !worst.has(index))));
}

/**
 * Returns true if a set costs less than another, clearly less if it leaves out a sure choice, and has no member that
 * costs packets.
 * @param {Chosen} next
 * @param {Chosen} best
 * @param {Problem} problem
 */
function isBetter(next, best, { score, glance, sure, listCostly }) {
  const part = [...best].some((index) => sure.has(index) && !next.has(index)) ? minGain : 0;
  return (
    glance(next) < glance(best) * (1 + glanceError - part) &&
    score(next) < score(best) * (1 - part) &&
    listCostly(next).length === 0
  );
}

/** @typedef {(chosen: Chosen) => Chosen} Move */

/**
 * Makes one helpful move after the other until there is none.
 * @param {Chosen} start
 * @param {readonly Move[]} moves
 * @param {Problem} problem
 */
function improve(start, moves, problem) {
  let best = start;
  let tries = 0;
  for (let moved = true; moved; ) {
    moved = false;
    for (const move of moves) {
      tries += 1;
      if (tries > problem.maxRuns) return best;
      const next = move(best);
      if (isBetter(next, best, problem)) [best, moved] = [next, true];
    }
  }
  return best;
}

/** @param {readonly number[]} order @param {Problem['conflicts']} conflicts @returns {Move[]} */
function listSingleMoves(order, conflicts) {
  return order.map((index) => (chosen) => flip(chosen, index, conflicts));
}

/**
 * Lists single moves and pairs of them.
 * @param {readonly number[]} order
 * @param {Problem['conflicts']} conflicts
 * @returns {Move[]}
 */
function listMoves(order, conflicts) {
  const pairs = order.flatMap((one, at) => order.slice(at + 1).map((other) => [one, other]));
  return [
    ...listSingleMoves(order, conflicts),
    ...pairs.map(
      (pair) => (/** @type {Chosen} */ chosen) => pair.reduce((next, index) => flip(next, index, conflicts), chosen),
    ),
  ];
}

/**
 * Removes a choice, or adds it and removes those that it excludes.
 * @param {Chosen} chosen
 * @param {number} index
 * @param {Problem['conflicts']} conflicts
 * @returns {Chosen}
 */
function flip(chosen, index, conflicts) {
  if (chosen.has(index)) return leaveOut(chosen, index);
  return new Set([...chosen, index].filter((each) => !conflicts[index].has(each)));
}
