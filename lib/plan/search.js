import { isFree, leaveOut } from './conflicts.js';

/** So many sets are listed, and the promising ones among them looked at. */
const mostListed = 2 ** 14;
/** So many of the cheapest sets seen are looked at for members that cost packets. */
const mostChecked = 60;
/** So many of those that have none are gone on from. */
const mostStarts = 3;

/**
 * `score`: what a set of choices costs; `listCostly`: those of its members, or of some of them, that cost packets, the dearest first;
 * `worth`: about what each choice saves, for the order in which they are tried; `mostRuns`: about how many sets may be
 * scored, though each choice is looked at twice where that is more.
 * @typedef {object} Problem
 * @property {readonly ReadonlySet<number>[]} conflicts
 * @property {readonly number[]} worth
 * @property {number} mostRuns
 * @property {(chosen: ReadonlySet<number>) => number} score
 * @property {(chosen: ReadonlySet<number>, among?: ReadonlySet<number>) => readonly number[]} listCostly
 */

/** Looks for the set of choices that costs least and has no member that costs packets: among all sets where they are few enough, else by moving from set to set. @param {Problem} problem @returns {ReadonlySet<number>} */
export function searchBest(problem) {
  const { worth, conflicts, mostRuns } = problem;
  const indices = worth.map((_, index) => index);
  const all = listSets(indices, conflicts, mostListed);
  if (all && all.length <= mostRuns) return findAllowed(all, all.length, problem)[0];
  const order = indices.toSorted((a, b) => worth[b] - worth[a] || a - b);
  const worthwhile = order.filter((index) => worth[index] > 0);
  const starts = [order, indices, worthwhile, []].map((each) => takeAll(each, conflicts));
  return all
    ? searchFew([...starts, ...listPromising(all, problem)], order, problem)
    : searchMany(starts, order, problem);
}

/** Lists the sets whose members together promise most. @param {readonly ReadonlySet<number>[]} sets @param {Problem} problem */
function listPromising(sets, { worth, mostRuns }) {
  const promised = sets.map((chosen) => ({ chosen, sum: [...chosen].reduce((sum, index) => sum + worth[index], 0) }));
  return promised
    .sort((a, b) => b.sum - a.sum)
    .slice(0, mostRuns / 2)
    .map(({ chosen }) => chosen);
}

/** Lists every set of choices that may stand together, or nothing where they are too many. @param {readonly number[]} indices @param {Problem['conflicts']} conflicts @param {number} most */
function listSets(indices, conflicts, most) {
  /** @type {ReadonlySet<number>[]} */
  let sets = [new Set()];
  for (const index of indices) {
    sets = sets.concat(sets.filter((set) => isFree(conflicts[index], set)).map((set) => new Set([...set, index])));
    if (sets.length > most) return null;
  }
  return sets;
}

/**
 * Goes by single moves and pairs from the best of some sets, wherever costs fall; then, from the best of all sets seen
 * that are allowed, only through such.
 * @param {readonly ReadonlySet<number>[]} starts @param {readonly number[]} order @param {Problem} problem
 */
function searchFew(starts, order, problem) {
  /** @type {Map<string, ReadonlySet<number>>} */
  const seen = new Map();
  const score = (/** @type {ReadonlySet<number>} */ chosen) => {
    seen.set([...chosen].sort().join(' '), chosen);
    return problem.score(chosen);
  };
  const moves = listMoves(order, problem.conflicts);
  improve(leastOf(starts, score), moves, { ...problem, score, listCostly: () => [] });
  const bound = { ...problem, score };
  const allowed = [repair(starts[0], bound), ...findAllowed([...seen.values()], mostChecked, problem)];
  return leastOf(
    allowed.map((start) => improve(start, moves, bound)),
    score,
  );
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
  const found = repair(leastOf([start, together, ...alone], score), problem);
  // Repaired, what was cheapest may cost more than where the search began.
  return leastOf([found, ...(score(start) < score(found) ? [repair(start, problem)] : []), new Set()], score);
}

/** @param {readonly ReadonlySet<number>[]} sets @param {Problem['score']} score */
function leastOf(sets, score) {
  return sets.reduce((least, each) => (score(each) < score(least) ? each : least));
}

/** Gives those sets that have nothing in them that costs packets, the cheapest first. @param {readonly ReadonlySet<number>[]} sets @param {number} most to look at @param {Problem} problem */
function findAllowed(sets, most, { score, listCostly }) {
  const inOrder = sets.map((chosen) => ({ chosen, cost: score(chosen) })).sort((a, b) => a.cost - b.cost);
  const allowed = [];
  for (const { chosen } of inOrder.slice(0, most)) {
    if (listCostly(chosen).length === 0) allowed.push(chosen);
    if (allowed.length === mostStarts) break;
  }
  return allowed;
}

/** Takes every choice that nothing taken before excludes. @param {readonly number[]} order @param {Problem['conflicts']} conflicts @returns {ReadonlySet<number>} */
function takeAll(order, conflicts) {
  /** @type {Set<number>} */
  const chosen = new Set();
  for (const index of order) if (isFree(conflicts[index], chosen)) chosen.add(index);
  return chosen;
}

/** Takes out what costs packets with all else kept: of many the dearer half at once, of few the dearest; then looks again at those that were left, and at the end at all. @param {ReadonlySet<number>} chosen @param {Problem} problem @param {ReadonlySet<number>} [suspects] @returns {ReadonlySet<number>} */
function repair(chosen, problem, suspects = chosen) {
  const costly = problem.listCostly(chosen, suspects);
  if (costly.length === 0) return suspects === chosen ? chosen : repair(chosen, problem);
  const worst = new Set(costly.slice(0, costly.length > 4 ? Math.ceil(costly.length / 2) : 1));
  const left = new Set([...chosen].filter((index) => !worst.has(index)));
  return repair(left, problem, new Set(costly.filter((index) => !worst.has(index))));
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
      if (tries > problem.mostRuns) return best;
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
