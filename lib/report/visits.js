/** @import { VisitCost, Visits } from './types.ts' */

import { exact } from '../base/exact.js';
import { formatBytes, formatCount, formatMs, formatNumber } from './format.js';

/** The codings for which a visit is counted, with their common names. */
const WAYS = exact([
  ['identity', 'uncompressed'],
  ['gzip', 'gzip'],
  ['br', 'brotli'],
  ['zstd', 'zstd'],
  ['dictionary', 'with dictionaries'],
]);

/**
 * Tabulates the visits of several pages as columns, and their costs as rows.
 * @param {Visits} visits
 * @returns {{ heads: string[], rows: string[][] }}
 */
export function tabulateVisits({ tour, return: again }) {
  const visits = again ? [tour, again] : [tour];
  const row = (/** @type {string} */ name, /** @type {(visit: VisitCost) => string} */ say) => [
    name,
    ...visits.map(say),
  ];
  return {
    heads: ['', `visit of ${formatCount(tour.pages, 'page')}`, ...(again ? ['the same after this deploy'] : [])],
    rows: [
      row('requests', ({ requests }) => formatNumber(requests)),
      ...WAYS.map(([way, name]) => row(name, (visit) => formatBytes(visit[way]))),
      row('time with brotli', ({ estimates }) => formatMs(estimates.br.ms)),
      row('time with dictionaries', ({ estimates }) => formatMs(estimates.dictionary.ms)),
    ],
  };
}
