/** @import { FullReport } from './types.ts' */

import { formatBytes, formatChange, formatCount, formatMs, formatNumber, sayNoChange } from './format.js';
import { summariseReport } from './summary.js';

/**
 * Summarises a build in two lines, for the log of a framework.
 * @param {FullReport} report
 * @returns {string[]}
 */
export function renderBrief(report) {
  const { before, after, cost } = summariseReport(report);
  const parts = [
    formatCount(report.pages.length, 'page'),
    `${formatNumber(before.requests)} → ${formatNumber(after.requests)} requests`,
    `${formatBytes(before.bytes)} → ${formatBytes(after.bytes)} (${formatChange(before.bytes, after.bytes)})`,
  ];
  if (cost.pages > 0) {
    const [from, to] = [cost.before.ms / cost.pages, cost.after.ms / cost.pages].map(formatMs);
    const { link } = report.conditions;
    parts.push(cost.isWithinError ? `${sayNoChange()} in time on ${link}` : `${from} → ${to} a page on ${link}`);
  }
  const count = Map.groupBy(report.changes, ({ status }) => status);
  const done = [
    `${formatCount(count.get('applied')?.length ?? 0, 'change')} made`,
    `${formatNumber(count.get('advised')?.length ?? 0)} advised`,
    `${formatNumber(count.get('rejected')?.length ?? 0)} not done`,
    formatCount(report.warnings.length, 'warning'),
  ];
  return [parts.join(', '), done.join(', ')];
}
