/** Finds pages whose time depends on the processor instead of the network. */
/** @import { Report } from './types.ts' */

import { formatCount, formatNumber } from './format.js';

/**
 * Returns the count of pages with more processor time than network time, and the network's share of the time.
 * @param {Pick<Report, 'pages' | 'conditions'>} report
 * @returns {{ bound: number, pages: number, networkPercent: number } | null} null if no visit measured the processor
 */
export function summariseProcessor({ pages, conditions: { link, http, visit } }) {
  const known = pages.flatMap(({ processorMs, estimates }) => {
    const cost = estimates.find((each) => each.link === link && each.http === http && each.visit === visit)?.after;
    return processorMs !== undefined && cost ? [{ processorMs, networkMs: cost.ms }] : [];
  });
  if (known.length === 0) return null;
  const networkMs = known.reduce((sum, page) => sum + page.networkMs, 0);
  const processorMs = known.reduce((sum, page) => sum + page.processorMs, 0);
  return {
    bound: known.filter((page) => page.processorMs > page.networkMs).length,
    pages: known.length,
    networkPercent: (100 * networkMs) / Math.max(networkMs + processorMs, 1),
  };
}

/**
 * Describes it in a sentence. Returns null if no page is bound by its scripts.
 * @param {Pick<Report, 'pages' | 'conditions'>} report
 */
export function describeProcessor(report) {
  const found = summariseProcessor(report);
  if (found === null || found.bound === 0) return null;
  const { bound, pages, networkPercent } = found;
  return (
    `${formatNumber(bound)} of ${formatCount(pages, 'page')} ${bound === 1 ? 'is' : 'are'} bound by scripts: the ` +
    `processor takes longer than the network. Times are the network's share, ${formatNumber(networkPercent)} % of both.`
  );
}
