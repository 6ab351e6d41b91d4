import { pathOfUrl } from '../../site/addresses.js';
import { findCulprits } from './culprits.js';
import { compare, confirm, listServed, look, observeMovement, pickViews } from './look.js';
import { isMoving, isRestless } from './movement.js';
import { filesOf } from './screenshots.js';

/** @import { Rendering, View } from '../browser/render.js' */
/** @import { Sight } from './look.js' */
/** @import { ChangeInfo, Difference, Movement } from './types.js' */

/** Max rounds of searching the changes at fault before a page ships unchanged. */
const MAX_ROUNDS = 3;
/** Visits to the unchanged page that find its changes by itself. */
const MAX_VISITS = 4;

/**
 * Finds the changes at fault in the view that differed first, and verifies the others in full. If the unchanged page
 * always differs from its first visit, or too many changes are at fault, only changes that were verified when they were
 * made are kept.
 * @param {Sight & { movement: Movement }} sight
 * @param {{ first: Rendering[], differences: Difference[] }} found
 * @returns {Promise<{ accepted: string[], culprits: string[], original: boolean, isUncompared: boolean, movement:
 *   Movement, served: string[] | null }>} `isUncompared`: other pages decide which changes are at fault; `served`:
 *   files of the renderings in which the accepted changes look the same, null if they were not compared
 */
export async function rollBack(sight, { first, differences }) {
  /** @type {string[]} */
  const culprits = [];
  let where = differences;
  let { movement } = sight;
  for (let round = 0; round < MAX_ROUNDS && !isRestless(movement, first); round += 1) {
    const left = sight.page.changes.filter(({ id }) => !culprits.includes(id));
    const named = await blameNamed({ ...sight, movement }, left, where, first);
    const found = named ?? (await findIn({ ...sight, movement }, left, where, first));
    if (!found && round === MAX_ROUNDS - 1) break;
    // By chance, a page that changes by itself can look the same without a change that was verified when it was made.
    const isDoubtful = !found || sight.page.changes.some((one) => found.culprits.includes(one.id) && isJudged(one));
    const watched = isDoubtful ? await watch({ ...sight, movement }, first) : movement;
    if (!found && watched === movement) break;
    const blamed = isDoubtful && watched !== movement ? null : found;
    movement = watched;
    if (blamed) culprits.push(...blamed.culprits);
    const accepted = inOrder(left, blamed?.accepted ?? left.map(({ id }) => id));
    const confirmed = named?.confirmed ?? (await judge({ ...sight, movement }, first, accepted));
    ({ movement } = confirmed);
    where = confirmed.differences;
    if (where.length === 0 && !isRestless(movement, first))
      return { accepted, culprits, original: false, isUncompared: false, movement, served: confirmed.served };
  }
  const [kept, rejected] = [true, false].map((isKept) =>
    sight.page.changes.flatMap((change) => (isJudged(change) === isKept ? change.id : [])),
  );
  if (isMoving(movement) || (await passesWith(sight, kept, first)))
    return { accepted: kept, culprits: rejected, original: false, isUncompared: true, movement, served: null };
  return { accepted: [], culprits, original: true, isUncompared: false, movement, served: null };
}

/** @param {Sight} sight @param {readonly string[]} ids @param {Rendering[]} first */
async function passesWith(sight, ids, first) {
  if (ids.length === 0) return false;
  return (await compare(sight, first, await look(sight, await sight.build(ids), sight.views))).length === 0;
}

/**
 * Finds the changes at fault in the views that differ, or null if the page differs without any.
 * @param {Sight} sight @param {readonly ChangeInfo[]} left @param {readonly Difference[]} where
 * @param {Rendering[]} first
 */
async function findIn(sight, left, where, first) {
  const judgeIn = (/** @type {Rendering[]} */ base, /** @type {readonly View[]} */ views) => {
    return async (/** @type {readonly string[]} */ subset) =>
      (await compare(sight, base, await look(sight, await sight.build(subset), views))).length === 0;
  };
  const names = new Set([where[0].view]);
  const passesThere = judgeIn(
    pickViews(first, names),
    sight.views.filter(({ name }) => names.has(name)),
  );
  // An earlier view can affect later ones. Then all views are rendered together.
  const isEnough = await passesThere([]);
  const passes = isEnough ? passesThere : judgeIn(first, sight.views);
  return findCulprits(orderBySuspicion(left, where, first, pathOfUrl), async (subset) =>
    isEnough && subset.length === 0 ? true : passes(subset),
  );
}

/**
 * Visits the unchanged page until no new difference appears.
 * @param {Sight & { movement: Movement }} sight @param {Rendering[]} first
 */
async function watch(sight, first) {
  let { movement } = sight;
  for (let visit = 0; visit < MAX_VISITS; visit += 1) {
    const again = await look(sight, sight.before, sight.views);
    const grown = await observeMovement({ ...sight, movement }, first, again);
    if (grown === movement && visit > 0) break;
    movement = grown;
  }
  return movement;
}

/** Returns true if a change needs no rendering of this page. @param {ChangeInfo} change */
function isJudged({ isProven, isInPlace, isDrawn, isOnOthers, kind }) {
  const isJudgedWhenMade = kind === 'replaced' && isInPlace === true;
  const isJudgedOnOthers = isDrawn === true && isOnOthers === true;
  return isProven === true || isJudgedWhenMade || isJudgedOnOthers;
}

/**
 * Returns the changes that differences name, if each difference is in a replaced image and disappears without the
 * change.
 * @param {Sight & { movement: Movement }} sight
 * @param {readonly ChangeInfo[]} changes
 * @param {readonly Difference[]} differences
 * @param {Rendering[]} first
 */
async function blameNamed(sight, changes, differences, first) {
  const named = new Set(differences.map(({ change }) => change));
  const [culprits, accepted] = [true, false].map((isNamed) =>
    changes.map(({ id }) => id).filter((id) => named.has(id) === isNamed),
  );
  // A page that changes by itself can differ inside an image that was verified when it was made.
  const isDoubtful = changes.some((change) => named.has(change.id) && isJudged(change));
  if (culprits.length < named.size || isDoubtful) return null;
  const confirmed = await judge(sight, first, accepted);
  const isSure = confirmed.differences.every(({ change }) => change !== undefined && !named.has(change));
  return isSure ? { culprits, accepted, confirmed } : null;
}

/**
 * Compares a page with only some of its changes in all views.
 * @param {Sight & { movement: Movement }} sight @param {Rendering[]} first @param {readonly string[]} accepted
 */
async function judge(sight, first, accepted) {
  const files = await sight.build(accepted);
  const second = await look(sight, files, sight.views);
  const seen = await compare(sight, first, second);
  const confirmed = await confirm(sight, { files, first, second, seen });
  return { ...confirmed, served: listServed([...first, ...second]) };
}

/**
 * Sorts changes: first those that a difference names or that are in its place, in the view of the first difference,
 * last those that are in other places. Fonts and styles have no place. Where a font moved text on a page with 23
 * changes of images, the search took 5 renderings instead of 11.
 * @param {readonly ChangeInfo[]} changes @param {readonly Difference[]} differences @param {readonly Rendering[]} first
 * @param {(url: string) => string | null} pathOf
 */
export function orderBySuspicion(changes, differences, first, pathOf) {
  const [{ view }] = differences;
  const named = new Set(differences.map(({ change }) => change));
  const places = differences.flatMap((difference) =>
    difference.box && difference.view === view ? [difference.box] : [],
  );
  const elements = first.find((rendering) => rendering.view.name === view)?.seen.elements ?? [];
  /** @param {ChangeInfo} change */
  const boxesOf = (change) => {
    if (change.box) return [change.box];
    const files = filesOf(change);
    const shown = elements.filter(({ shows }) => shows.some((url) => files.includes(pathOf(url) ?? '')));
    return shown.map(({ box }) => box);
  };
  /** @param {readonly [number, number, number, number]} box */
  const isNear = ([x, y, w, h]) =>
    places.some(
      (place) => x <= place[0] + place[2] && place[0] <= x + w && y <= place[1] + place[3] && place[1] <= y + h,
    );
  const rank = (/** @type {ChangeInfo} */ change) => {
    if (named.has(change.id)) return 0;
    const boxes = boxesOf(change);
    if (boxes.length === 0) return 2;
    return boxes.some(isNear) ? 1 : 3;
  };
  return changes.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

/** @param {readonly ChangeInfo[]} changes @param {readonly string[]} ids */
function inOrder(changes, ids) {
  return changes.map(({ id }) => id).filter((id) => ids.includes(id));
}
