/** @import { FileLookup } from '../browser/serve.js' */
/** @import { StyleDifference } from '../styles/compare-styles.js' */
/** @import { Sight } from './look.js' */
/** @import { Difference } from './types.js' */

import { compareStyles } from '../styles/compare-styles.js';
import { snapshotStyles } from '../styles/snapshot-styles.js';

/** CSS pixels: a phone, a tablet, a desktop. */
const WIDTHS = [360, 800, 1280];
/** More of the same says no more. */
const MAX_DIFFERENCES = 20;

/**
 * Compares the computed styles and boxes of a page before and after those of its changes that they prove.
 * @param {Sight} sight
 * @returns {Promise<{ after: FileLookup, differences: Difference[], served: string[] } | null>} null where it has none
 */
export async function checkStyles({ browser, place, page, before, build, budget }) {
  const ids = page.changes.flatMap(({ id, isStyled }) => (isStyled ? id : []));
  if (ids.length === 0) return null;
  const after = await build(ids);
  const order = { path: page.path, widths: WIDTHS, place, budget };
  const first = await snapshotStyles(browser, { ...order, files: before });
  const second = await snapshotStyles(browser, { ...order, files: after });
  const differences = WIDTHS.flatMap((width, index) =>
    compareStyles(first.snapshots[index], second.snapshots[index]).map((found) => describe(found, width)),
  );
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
