/** Formats the results of `pagethrift estimate` for people. */

/** @import { Cost } from '../../report/types.ts' */

import { formatBytes, formatCount, formatMs, formatNumber } from '../../report/format.js';

/** @typedef {{ link: string, http: string, visit: string, estimate: Cost }} PageEstimate */

/**
 * Describes a scenario in one line.
 * @param {{ estimate: Cost } | { cases: readonly { name: string, estimate: Cost }[] }} result
 */
export function describeScenario(result) {
  if ('cases' in result) return result.cases.map(({ name, estimate }) => `${name}: ${costLine(estimate)}\n`).join('');
  return `${costLine(result.estimate)}\n`;
}

/** @param {Cost} cost */
function costLine({ requests, connections, packets, packetsUp, packetsDown, bytesUp, bytesDown, ...more }) {
  const { overheadPercent, ms, msBand } = more;
  return (
    `${requests} requests on ${connections} connections, ${packets} packets (${packetsUp} up, ${packetsDown} ` +
    `down), ${bytesUp + bytesDown} bytes, ${overheadPercent.toFixed(1)} % overhead, ${Math.round(ms)} ± ` +
    `${Math.round(msBand)} ms`
  );
}

/**
 * Tabulates each page: its cost on each link over each version.
 * @param {{ pages: readonly { path: string, title?: string, requests: number, bytes: number, estimates:
 *   readonly PageEstimate[] }[], notes: readonly string[] }} result
 */
export function describePages({ pages, notes }) {
  const tables = pages.map(({ path, title, requests, bytes, estimates }) => {
    const [{ visit }] = estimates;
    const what = `${formatCount(requests, 'request')}, ${formatBytes(bytes)}`;
    const head = `${path}${title ? ` (${title})` : ''}: ${visit === 'first' ? what : `revisit of ${what}`}`;
    return [head, layOut([HEAD, ...estimates.map(rowOf)])].join('\n');
  });
  return `${[...tables, ...notes].join('\n')}\n`;
}

const HEAD = ['link', 'HTTP', 'connections', 'packets', 'up', 'down', 'on the wire', 'overhead', 'time'];

/** @param {PageEstimate} estimate */
function rowOf({ link, http, estimate }) {
  const { connections, packets, packetsUp, packetsDown, bytesUp, bytesDown, overheadPercent, ms, msBand } = estimate;
  return [
    link,
    http,
    ...[connections, packets, packetsUp, packetsDown].map(formatNumber),
    formatBytes(bytesUp + bytesDown),
    `${overheadPercent.toFixed(1)} %`,
    `${formatMs(ms)} ± ${formatMs(msBand)}`,
  ];
}

/**
 * Aligns columns to their content: names to the left, numbers to the right.
 * @param {readonly string[][]} rows
 */
function layOut(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  return rows
    .map(
      (row) => `  ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  ')}`,
    )
    .join('\n');
}
