/** @import { FileLookup } from '../browser/serve.js' */
/** @import { StyleDifference } from '../styles/compare-styles.js' */
/** @import { Sight } from './look.js' */
/** @import { Difference } from './types.js' */

import { exact } from '../../base/exact.js';
import { compareStyles } from '../styles/compare-styles.js';
import { snapshotStyles } from '../styles/snapshot-styles.js';

/** CSS pixels: a phone, a tablet, a desktop. */
const WIDTHS = [360, 800, 1280];
/** Max reported differences. */
const MAX_DIFFERENCES = 20;

/**
 * Compares the computed styles and boxes of a page before and after the changes that are verified in this way.
 * @param {Sight} sight
 * @returns {Promise<{ after: FileLookup, differences: Difference[], served: string[] } | null>} null if there are none
 */
export async function checkStyles({ browser, place, page, before, build, budget }) {
  const ids = page.changes.flatMap(({ id, isStyled }) => (isStyled ? id : []));
  if (ids.length === 0) return null;
  const after = await build(ids);
  const order = { path: page.path, widths: WIDTHS, place, budget };
  const look = () => snapshotStyles(browser, { ...order, files: before });
  const first = await look();
  const second = await snapshotStyles(browser, { ...order, files: after });
  const differences = WIDTHS.flatMap((width, index) =>
    compareStyles(first.snapshots[index], second.snapshots[index]).map((found) => describe(found, width)),
  );
  if (differences.length === 0) differences.push(...(await comparePixels(first.pictures, second.pictures, look)));
  return {
    after,
    differences: differences.slice(0, MAX_DIFFERENCES),
    served: [...first.traffic, ...second.traffic].flatMap(({ served, missing }) => [...served, ...missing]),
  };
}

/** @param {StyleDifference} found @param {number} width @returns {Difference} */
function describe({ kind, what, before, after }, width) {
  const message = `${kind} of ${what}: ${after || 'none'} instead of ${before || 'none'}`;
  return { depth: 'styles', view: String(width), kind, message };
}

/**
 * Compares screenshots of pages with equal styles and boxes, because browsers round the position of a line according to
 * the elements around it. Windows in which the unchanged page differs from itself are left out.
 * @param {readonly string[]} before
 * @param {readonly string[]} after
 * @param {() => Promise<{ pictures: readonly string[] }>} look
 * @returns {Promise<Difference[]>}
 */
async function comparePixels(before, after, look) {
  if (before.every((picture, index) => picture === after[index])) return [];
  const again = (await look()).pictures;
  return WIDTHS.flatMap((width, index) =>
    before[index] === after[index] || before[index] !== again[index]
      ? []
      : { depth: exact('picture'), view: String(width), kind: 'shown', message: 'pixels differ' },
  );
}
