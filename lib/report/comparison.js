/** @import { Comparison, PageRow } from './types.ts' */

import { formatBytes, formatChange, formatCount, formatMs, formatNumber } from './format.js';

/** Max rows. Pages over their limit are few or have one cause, and the JSON report has all rows. */
const MAX_ROWS = 12;
/** Smaller shares are written as 0.0 %. */
const MIN_SHARE = 0.0005;

/** @type {Readonly<Record<PageRow['measure'], (value: number) => string>>} */
const FORMATS = { requests: formatNumber, bytes: formatBytes, packets: formatNumber, ms: formatMs };

/**
 * Returns a table of pages with their baseline, and sentences about facts outside of the table.
 * @param {Comparison} comparison
 * @returns {{ heads: string[], rows: { cells: string[], isOver: boolean }[], notes: string[] }}
 */
export function tabulateComparison({ rows, pages, added, removed, isComparable }) {
  // Packets and time follow from the rest. They are shown only if they fail.
  const worth = rows.filter((row) => row.isOver || row.measure === 'requests' || isVisible(row));
  const shown = worth.slice(0, MAX_ROWS);
  const different = new Set(rows.map(({ page }) => page));
  const unchanged = pages - different.size;
  const small = different.size - new Set(worth.map(({ page }) => page)).size;
  const notes = [];
  if (worth.length > shown.length) notes.push(`… and ${formatCount(worth.length - shown.length, 'more row')}`);
  if (unchanged > 0) notes.push(`${formatCount(unchanged, 'page')} unchanged`);
  if (small > 0) notes.push(`${formatCount(small, 'page')} with a difference of less than 0.05 %`);
  if (added.length > 0) notes.push(`${formatCount(added.length, 'new page')}, not in the baseline`);
  if (removed.length > 0) notes.push(`${formatCount(removed.length, 'page')} removed since the baseline`);
  if (!isComparable) notes.push('packets and time are not compared: the baseline is of another link or HTTP version');
  return {
    heads: ['page', '', 'baseline', 'now', 'by', 'limit'],
    rows: shown.map(({ page, measure, was, is, limit, isOver }) => {
      const format = FORMATS[measure];
      return { cells: [page, measure, format(was), format(is), formatChange(was, is), format(limit)], isOver };
    }),
    notes,
  };
}

/** Returns true if a difference in bytes does not round to zero percent. @param {PageRow} row */
function isVisible({ measure, was, is }) {
  return measure === 'bytes' && Math.abs(is - was) >= was * MIN_SHARE;
}
