import { isFree, leaveOut, takeAll } from './conflicts.js';

/** So few choices are tried two by two. */
const mostPaired = 14;
/** So many of the cheapest sets seen are looked at for members that cost packets. */
const mostChecked = 60;
/** So many of those that have none are gone on from. */
const mostStarts = 3;
/** At the end each of a few choices is looked at once more, where so many runs may be made for each. */
const runsForLast = 16;
/** A set that at a glance costs more than another by this part is not looked at. */
const glanceError = 0.01;
/** What is sure gives way to what is cheaper by this part: less is chance. */
const leastGain = 0.015;

/** @typedef {ReadonlySet<number>} Chosen choices by their index */

/**
 * `worth`: the choices that are weighed, and about what each saves, for the order in which they are tried; `sure`:
 * those that are made unless a page is clearly cheaper without; `fixed`: those that are left as they are, but for doing
 * everything; `score`: what a set costs; `glance`: about that; `isMore`: whether a set has as many requests and bytes
 * as another, or more; `listCostly`: those of a set's members, or of some of them, that cost packets, the dearest
 * first; `mostRuns`: about how many sets may be scored, though each choice is looked at once or twice where that is
 * more.
 * @typedef {object} Problem
 * @property {readonly ReadonlySet<number>[]} conflicts
 * @property {ReadonlyMap<number, number>} worth
 * @property {Chosen} sure
 * @property {Chosen} fixed
 * @property {number} mostRuns
 * @property {(chosen: Chosen) => number} score
 * @property {(chosen: Chosen) => number} glance
 * @property {(chosen: Chosen, than: Chosen) => boolean} isMore
 * @property {(chosen: Chosen, among?: Chosen) => readonly number[]} listCostly
 */

/**
 * Looks for the set of choices that costs least and has no member that costs packets: among all sets of those that are
 * not sure where they are few enough, else by moving from set to set. What is found is no dearer than everything, if
 * that may be done, and than nothing.
 * @param {Problem} problem @returns {Chosen}
 */
export function searchBest(problem) {
  const { worth, conflicts, sure, fixed, mostRuns } = problem;
  const worthOf = (/** @type {number} */ index) => worth.get(index) ?? 0;
  const open = [...worth.keys()].filter((index) => isFree(conflicts[index], sure));
  const order = open.toSorted((a, b) => worthOf(b) - worthOf(a) || a - b);
  const worthwhile = order.filter((index) => worthOf(index) > 0);
  const starts = [order, open, worthwhile, []].map((each) => takeAll([...sure, ...each], conflicts));
  const sets = listSets(sure, open, conflicts, mostRuns);
  const found = sets
    ? findAllowed(sets, sets.length, problem).slice(0, 1)
    : open.length <= mostPaired
      ? searchFew(starts, order, problem)
      : searchMany(starts, order, problem);
  const best = takeLeast([...found, takeAll(conflicts.keys(), conflicts), new Set()], problem);
  const costed = [...conflicts.keys()].filter((index) => !fixed.has(index));
  if (costed.length > Math.min(mostPaired, mostRuns / runsForLast)) return best;
  // So few are looked at closely: a glance may be wrong by more than a change brings.
  return improve(best, listSingleMoves(costed, conflicts), { ...problem, glance: problem.score });
}

/**
 * Lists every set of choices that may stand together and beside the sure ones, or nothing where they are too many.
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
 * Goes by single moves and pairs from the best of some sets, wherever costs fall; then, from the best of all sets seen
 * that are allowed, only through such.
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
  improve(leastOf(starts, glance), moves, { ...problem, glance, score: glance, listCostly: () => [] });
  const allowed = [repair(starts[0], problem), ...findAllowed([...seen.values()], mostChecked, problem)];
  return allowed.map((start) => improve(start, moves, problem));
}

/**
 * Looks once at each choice of the best start that may help, then makes all moves that help together.
 * @param {readonly Chosen[]} starts @param {readonly number[]} order @param {Problem} problem @returns {Chosen[]}
 */
function searchMany(starts, order, problem) {
  const { conflicts, glance, isMore } = problem;
  const start = leastOf(starts, glance);
  const cost = glance(start);
  const helping = order
    .map((index) => ({ index, next: flip(start, index, conflicts) }))
    .filter(({ next }) => !isMore(next, start))
    .map(({ index, next }) => ({ index, next, gain: cost - glance(next) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain || a.index - b.index);
  const together = helping.reduce((chosen, { index }) => flip(chosen, index, conflicts), start);
  const alone = helping.slice(0, 1).map(({ next }) => next);
  const best = leastOf([start, together, ...alone], glance);
  const found = repair(best, problem);
  // Repaired, what was cheapest may cost more than where the search began.
  return best !== start && glance(found) > cost ? [found, repair(start, problem)] : [found];
}

/** @param {readonly Chosen[]} sets @param {(chosen: Chosen) => number} score */
function leastOf(sets, score) {
  return sets.reduce((least, each) => (score(each) < score(least) ? each : least));
}

/**
 * Takes the cheapest of some sets that has nothing in it that costs packets.
 * @param {readonly Chosen[]} sets the last of which has nothing in it
 * @param {Problem} problem
 */
function takeLeast(sets, { score, listCostly }) {
  const inOrder = sets.toSorted((a, b) => score(a) - score(b));
  return inOrder.find((chosen) => listCostly(chosen).length === 0) ?? sets[sets.length - 1];
}

/**
 * Gives those sets that have nothing in them that costs packets, the cheapest first.
 * @param {readonly Chosen[]} sets
 * @param {number} most to look at
 * @param {Problem} problem
 */
function findAllowed(sets, most, { glance, score, listCostly }) {
  const inOrder = sets.map((chosen) => ({ chosen, cost: glance(chosen) })).sort((a, b) => a.cost - b.cost);
  const allowed = [];
  for (const { chosen } of inOrder.slice(0, most)) {
    if (listCostly(chosen).length === 0) allowed.push(chosen);
    if (allowed.length === mostStarts) break;
  }
  return allowed.sort((a, b) => score(a) - score(b));
}

/**
 * Takes out what costs packets with all else kept: of many the dearer half at once, of few the dearest; then looks
 * again at those that were left, and at the end at all.
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
 * Whether a set costs less than another, clearly so where it leaves out what is sure, and has nothing in it that costs
 * packets.
 * @param {Chosen} next
 * @param {Chosen} best
 * @param {Problem} problem
 */
function isBetter(next, best, { score, glance, sure, listCostly }) {
  const part = [...best].some((index) => sure.has(index) && !next.has(index)) ? leastGain : 0;
  return (
    glance(next) < glance(best) * (1 + glanceError - part) &&
    score(next) < score(best) * (1 - part) &&
    listCostly(next).length === 0
  );
}

/** @typedef {(chosen: Chosen) => Chosen} Move */

/**
 * Makes one move after the other that helps, until none does.
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
      if (tries > problem.mostRuns) return best;
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
 * Single moves and pairs of them.
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
 * Takes a choice out, or in, with what it excludes out.
 * @param {Chosen} chosen
 * @param {number} index
 * @param {Problem['conflicts']} conflicts
 * @returns {Chosen}
 */
function flip(chosen, index, conflicts) {
  if (chosen.has(index)) return leaveOut(chosen, index);
  return new Set([...chosen, index].filter((each) => !conflicts[index].has(each)));
}
