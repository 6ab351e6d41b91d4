import { keepSteady } from './compare.js';
import { findCulprits } from './culprits.js';
import { compare, confirm, look, pickViews } from './look.js';
import { filesOf } from './screenshots.js';

/** @import { Rendering, View } from '../browser/render.js' */
/** @import { Sight } from './look.js' */
/** @import { ChangeInfo, Difference } from './types.js' */

/** Rounds of finding who is at fault before a page ships as it was. */
const MOST_ROUNDS = 3;

/**
 * Finds the changes that must go, looking only where the page first differed, and checks what is left in full.
 * @param {Sight} sight @param {{ first: Rendering[], differences: Difference[], unsteady: Difference[] }} found
 * @returns {Promise<{ accepted: string[], culprits: string[], original: boolean }>}
 */
export async function rollBack(sight, { first, differences, unsteady }) {
  /** @type {string[]} */
  const culprits = [];
  let where = differences;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const left = sight.page.changes.filter(({ id }) => !culprits.includes(id));
    const judgeIn = (/** @type {Rendering[]} */ base, /** @type {readonly View[]} */ views) => {
      return async (/** @type {readonly string[]} */ subset) => {
        const seen = await compare(sight, base, await look(sight, await sight.build(subset), views));
        return keepSteady(seen, seen, unsteady).length === 0;
      };
    };
    const names = new Set([where[0].view]);
    const passesThere = judgeIn(
      pickViews(first, names),
      sight.views.filter(({ name }) => names.has(name)),
    );
    // A tab that comes from another view may hold another file of a source set: then only all views together tell.
    const isEnough = await passesThere([]);
    const passes = isEnough ? passesThere : judgeIn(first, sight.views);
    const found = await findCulprits(orderBySuspicion(left, where, first), async (subset) =>
      isEnough && subset.length === 0 ? true : passes(subset),
    );
    if (!found) break;
    culprits.push(...found.culprits);
    const accepted = inOrder(left, found.accepted);
    const files = await sight.build(accepted);
    const seen = await compare(sight, first, await look(sight, files, sight.views));
    where = (await confirm(sight, { files, first, seen })).differences;
    if (where.length === 0) return { accepted, culprits, original: false };
  }
  return { accepted: [], culprits, original: true };
}

/**
 * Puts the changes first that are named by a difference or stand where one is.
 * @param {readonly ChangeInfo[]} changes @param {readonly Difference[]} differences @param {readonly Rendering[]} first
 */
function orderBySuspicion(changes, differences, first) {
  const named = new Set(differences.map(({ change }) => change));
  const places = differences.flatMap(({ box }) => (box ? [box] : []));
  const elements = first[0].seen.elements;
  /** @param {ChangeInfo} change */
  const isNear = (change) => {
    const files = filesOf(change);
    const boxes = change.box
      ? [change.box]
      : elements
          .filter(({ shows }) => shows.some((url) => files.some((path) => url.endsWith(path))))
          .map((element) => element.box);
    return boxes.some(([x, y, w, h]) =>
      places.some(
        (place) => x < place[0] + place[2] && place[0] < x + w && y < place[1] + place[3] && place[1] < y + h,
      ),
    );
  };
  const rank = (/** @type {ChangeInfo} */ change) => (named.has(change.id) ? 0 : isNear(change) ? 1 : 2);
  return changes.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

/** @param {readonly ChangeInfo[]} changes @param {readonly string[]} ids */
function inOrder(changes, ids) {
  return changes.map(({ id }) => id).filter((id) => ids.includes(id));
}
