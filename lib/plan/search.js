import { isFree, leaveOut } from './conflicts.js';

/** So few choices are tried in every combination. */
const mostExhaustive = 7;
/** So few are also tried in pairs. */
const mostPaired = 14;
/** The search stops where it is after so many moves. */
const mostTries = 600;
/** So many of the cheapest sets seen are looked at for members that cost packets. */
const mostChecked = 60;

/**
 * `score`: what a set of choices costs; `listCostly`: those of its members that cost packets, the dearest first;
 * `worth`: about what each choice saves, for the order in which they are tried.
 * @typedef {object} Problem
 * @property {readonly ReadonlySet<number>[]} conflicts
 * @property {readonly number[]} worth
 * @property {(chosen: ReadonlySet<number>) => number} score
 * @property {(chosen: ReadonlySet<number>) => readonly number[]} listCostly
 */

/** Looks for the set of choices that costs least and has no member that costs packets. @param {Problem} problem @returns {ReadonlySet<number>} */
export function searchBest(problem) {
  const indices = problem.worth.map((_, index) => index);
  if (indices.length <= mostExhaustive) return tryAll(indices, problem);
  const order = indices.toSorted((a, b) => problem.worth[b] - problem.worth[a] || a - b);
  const worthwhile = order.filter((index) => problem.worth[index] > 0);
  const starts = [order, worthwhile, []].map((each) => takeAll(each, problem.conflicts));
  return indices.length <= mostPaired ? searchFew(starts, order, problem) : searchMany(starts, order, problem);
}

/**
 * Goes from each start by single moves and pairs: first wherever costs fall, then, from the best of the sets seen that
 * are allowed, only through such.
 * @param {readonly ReadonlySet<number>[]} starts @param {readonly number[]} order @param {Problem} problem
 */
function searchFew(starts, order, problem) {
  /** @type {Map<string, { chosen: ReadonlySet<number>, cost: number }>} */
  const seen = new Map();
  const score = (/** @type {ReadonlySet<number>} */ chosen) => {
    const cost = problem.score(chosen);
    seen.set([...chosen].sort().join(' '), { chosen, cost });
    return cost;
  };
  const moves = listMoves(order, problem.conflicts);
  for (const start of starts) improve(start, moves, { ...problem, score, listCostly: () => [] });
  const bound = { ...problem, score };
  const repaired = starts.map((start) => repair(start, bound));
  return improve(leastOf([...repaired, ...findAllowed(seen, problem)], score), moves, bound);
}

/** Looks once at each choice of the best start, then makes all moves that help together: a run of the model for each choice, and one more for those that cost packets. @param {readonly ReadonlySet<number>[]} starts @param {readonly number[]} order @param {Problem} problem */
function searchMany(starts, order, problem) {
  const { conflicts, score } = problem;
  const start = leastOf(starts, score);
  const helping = order
    .map((index) => ({ index, gain: score(start) - score(flip(start, index, conflicts)) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || a.index - b.index);
  const together = helping.reduce((chosen, { index }) => flip(chosen, index, conflicts), start);
  const alone = helping.slice(0, 1).map(({ index }) => flip(start, index, conflicts));
  return leastOf([repair(leastOf([start, together, ...alone], score), problem), new Set()], score);
}

/** @param {readonly ReadonlySet<number>[]} sets @param {Problem['score']} score */
function leastOf(sets, score) {
  return sets.reduce((least, each) => (score(each) < score(least) ? each : least));
}

/** Gives the cheapest set seen that has nothing in it that costs packets. @param {ReadonlyMap<string, { chosen: ReadonlySet<number>, cost: number }>} seen @param {Problem} problem */
function findAllowed(seen, { listCostly }) {
  const inOrder = [...seen.values()].sort((a, b) => a.cost - b.cost).slice(0, mostChecked);
  const found = inOrder.find(({ chosen }) => listCostly(chosen).length === 0);
  return found ? [found.chosen] : [];
}

/** @param {readonly number[]} indices @param {Problem} problem */
function tryAll(indices, problem) {
  /** @type {ReadonlySet<number>} */
  let best = new Set();
  for (let bits = 1; bits < 2 ** indices.length; bits += 1) {
    const chosen = new Set(indices.filter((index) => bits & (1 << index)));
    const stands = [...chosen].every((index) => isFree(problem.conflicts[index], chosen));
    if (stands && isBetter(chosen, best, problem)) best = chosen;
  }
  return best;
}

/** Takes every choice that nothing taken before excludes. @param {readonly number[]} order @param {Problem['conflicts']} conflicts @returns {ReadonlySet<number>} */
function takeAll(order, conflicts) {
  /** @type {Set<number>} */
  const chosen = new Set();
  for (const index of order) if (isFree(conflicts[index], chosen)) chosen.add(index);
  return chosen;
}

/** Takes out what costs packets with all else kept: of many the dearer half at once, of few the dearest. @param {ReadonlySet<number>} chosen @param {Problem} problem @returns {ReadonlySet<number>} */
function repair(chosen, problem) {
  const costly = problem.listCostly(chosen);
  if (costly.length === 0) return chosen;
  const worst = new Set(costly.slice(0, costly.length > 4 ? Math.ceil(costly.length / 2) : 1));
  return repair(new Set([...chosen].filter((index) => !worst.has(index))), problem);
}

/** Whether a set costs less than another and has nothing in it that costs packets. @param {ReadonlySet<number>} next @param {ReadonlySet<number>} best @param {Problem} problem */
function isBetter(next, best, { score, listCostly }) {
  return score(next) < score(best) && listCostly(next).length === 0;
}

/** @typedef {(chosen: ReadonlySet<number>) => ReadonlySet<number>} Move */

/** Makes one move after the other that helps, until none does. @param {ReadonlySet<number>} start @param {readonly Move[]} moves @param {Problem} problem */
function improve(start, moves, problem) {
  let best = start;
  let tries = 0;
  for (let moved = true; moved; ) {
    moved = false;
    for (const move of moves) {
      tries += 1;
      if (tries > mostTries) return best;
      const next = move(best);
      if (isBetter(next, best, problem)) [best, moved] = [next, true];
    }
  }
  return best;
}

/** Single moves and pairs of them. @param {readonly number[]} order @param {Problem['conflicts']} conflicts @returns {Move[]} */
function listMoves(order, conflicts) {
  const pairs = order.flatMap((one, at) => order.slice(at + 1).map((other) => [one, other]));
  return [...order.map((index) => [index]), ...pairs].map(
    (indices) => (chosen) => indices.reduce((next, index) => flip(next, index, conflicts), chosen),
  );
}

/** Takes a choice out, or in, with what it excludes out. @param {ReadonlySet<number>} chosen @param {number} index @param {Problem['conflicts']} conflicts @returns {ReadonlySet<number>} */
function flip(chosen, index, conflicts) {
  if (chosen.has(index)) return leaveOut(chosen, index);
  return new Set([...chosen, index].filter((each) => !conflicts[index].has(each)));
}
