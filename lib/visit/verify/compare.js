import { pathOfUrl } from '../../site/addresses.js';
import { comparePictures as compareHere } from './compare-pictures.js';
import { compareGeometry } from './geometry.js';
import { compareMeaning } from './meaning.js';
import { isMovement, movingBoxes, STILL } from './movement.js';
import { listAllowances, listHovered, pairPictures } from './screenshots.js';

/** @import { Rendering } from '../browser/render.js' */
/** @import { PicturePair } from './compare-pictures.js' */
/** @import { ChangeInfo, Difference, Movement } from './types.js' */

/**
 * Compares screenshots of a page, in this thread or another one.
 * @typedef {(pairs: readonly PicturePair[]) => Difference[][] | Promise<Difference[][]>} ComparePictures
 */

/**
 * Compares renderings of a page view by view, in geometry, pixels and meaning. Without a difference,
 * no visitor can tell the pages apart.
 * @param {readonly Rendering[]} before @param {readonly Rendering[]} after the same views in the same order
 * @param {{ changes: readonly ChangeInfo[], comparePictures?: ComparePictures, movement?: Movement,
 *   isWhole?: boolean }} options `movement`: what is not compared; `isWhole`: report every area that differs
 * @returns {Promise<Difference[]>}
 */
export async function compareRenderings(before, after, options) {
  const { changes, comparePictures = (pairs) => compareHere(pairs), movement = STILL, isWhole = false } = options;
  const views = before.map((first, index) => {
    const second = after[index];
    const allowances = listAllowances(first, changes, pathOfUrl);
    const grown = listGrown(first, allowances, changes);
    const { name: view, scale } = first.view;
    const shared = { view, scale, ignored: movingBoxes(movement, view), isWhole };
    const shown = pairPictures(first.screenshot, second.screenshot, { ...shared, allowances, kind: 'picture' });
    const hovered = pairPictures(...listHovered(first, second), {
      ...shared,
      allowances: [...allowances, ...grown],
      kind: 'hover',
    });
    return {
      plain: [...compareMeaning(first, second, changes), ...compareGeometry(first, second)],
      differences: [...shown.differences, ...hovered.differences],
      pairs: [...shown.pairs, ...hovered.pairs],
    };
  });
  const pairs = views.flatMap((view) => view.pairs);
  const compared = pairs.length > 0 ? await comparePictures(pairs) : [];
  const found = new Map(pairs.map((pair, index) => [pair, compared[index]]));
  return views
    .flatMap((view) => [...view.plain, ...view.differences, ...view.pairs.flatMap((pair) => found.get(pair) ?? [])])
    .filter((difference) => !isMovement(movement, difference));
}

/**
 * Lists the places that replaced images cover only under the pointer.
 * @param {Rendering} before @param {ReturnType<typeof listAllowances>} known @param {readonly ChangeInfo[]} changes
 */
function listGrown({ seenOnHover }, known, changes) {
  if (!seenOnHover) return [];
  const placeOf = (/** @type {(typeof known)[number]} */ { change, box }) => `${change.id} ${box}`;
  const keys = new Set(known.map(placeOf));
  return listAllowances({ seen: seenOnHover }, changes, pathOfUrl).filter((one) => !keys.has(placeOf(one)));
}

/**
 * Leaves out differences that come and go by themselves: one counts if a second rendering has it again, and if two
 * renderings of the original page do not.
 * @param {readonly Difference[]} seen @param {readonly Difference[]} seenAgain
 * @param {readonly Difference[]} unsteady between two renderings of the original page
 */
export function keepSteady(seen, seenAgain, unsteady) {
  const again = new Set(seenAgain.map(keyOf));
  const shaky = new Set(unsteady.map(keyOf));
  return seen.filter((difference) => again.has(keyOf(difference)) && !shaky.has(keyOf(difference)));
}

/** @param {Difference} difference */
function keyOf({ depth, view, kind, box }) {
  return JSON.stringify([depth, view, kind, depth === 'picture' ? box : null]);
}
