/** @import { ChangeReport, PageReport, RuleReport, WaterfallStep } from '../../report/types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Amount } from '../../plan/price/types.ts' */

import { bandOfDifference } from '../../network/index.js';
import { addAmounts, subtractAmounts } from '../../plan/price/amounts.js';

/** The last step: what minifying and compressing do, and what is only known once files are packed. */
const PACKING = 'packing';

/** Less is no difference between two runs of the model. */
const LEAST_MS = 0.5;

/**
 * The way from what a page cost to what it costs, one step after the other: they sum to the difference.
 * @param {Omit<PageReport, 'waterfall'>} page
 * @param {ReadonlyMap<string, Amount>} steps as the model has them
 * @returns {WaterfallStep[]}
 */
export function waterfallOf({ before, after, estimates: [estimate] }, steps) {
  const whole = subtractAmounts(amountOf(after, estimate.after), amountOf(before, estimate.before));
  const rest = [...steps.values()].reduce(subtractAmounts, whole);
  return [...new Map([...steps, [PACKING, rest]])].map(([step, amount]) => Object.freeze({ step, ...amount }));
}

/**
 * The steps of all pages, summed.
 * @param {readonly PageReport[]} pages
 * @param {readonly string[]} order of the steps
 * @returns {WaterfallStep[]}
 */
export function sumWaterfalls(pages, order) {
  const steps = Map.groupBy(
    pages.flatMap(({ waterfall = [] }) => waterfall),
    ({ step }) => step,
  );
  return [...order, PACKING].flatMap((step) => {
    const all = steps.get(step);
    return all ? [Object.freeze({ step, ...all.map(({ step: _, ...amount }) => amount).reduce(addAmounts) })] : [];
  });
}

/**
 * Sets a time to 0 that is less than the model can tell. So is a loss of time where requests and bytes were saved:
 * that is
 * the model's error, not the change's.
 * @template {{ requests: number, bytes: number, ms: number }} T
 * @param {T} saves @param {number} msBand how far off `ms` may be
 * @returns {T & { isWithinError?: true }}
 */
export function settleTime(saves, msBand) {
  const { requests, bytes, ms } = saves;
  const isCheaper = requests >= 0 && bytes >= 0 && requests + bytes > 0;
  if (ms === 0 || (Math.abs(ms) > Math.max(LEAST_MS, msBand) && !(ms < 0 && isCheaper))) return saves;
  return { ...saves, ms: 0, isWithinError: true };
}

/**
 * What each rule saves with all its changes. Requests and bytes are those of a visitor to every page once.
 * @param {readonly ChangeReport[]} rows
 * @param {ReadonlyMap<string, Amount>} byRule
 * @param {(rule: string) => { requests: number, bytes: number }} onSite
 * @param {number} pages that times are summed over
 * @returns {RuleReport[]}
 */
export function ruleReports(rows, byRule, onSite, pages) {
  return [...Map.groupBy(rows, ({ rule }) => rule)].map(([rule, group]) => {
    const count = (/** @type {ChangeReport['status']} */ wanted) =>
      group.filter(({ status }) => status === wanted).length;
    const { packets, ms } = byRule.get(rule) ?? { packets: 0, ms: 0 };
    const counts = { applied: count('applied'), advised: count('advised'), rejected: count('rejected') };
    const msBand = pages * bandOfDifference(ms / Math.max(1, pages));
    const saves = settleTime({ ...onSite(rule), packets, ms }, msBand);
    return Object.freeze({ rule, ...counts, saves: Object.freeze(saves) });
  });
}

/**
 * Rows whose time is less than the model can tell say so.
 * @param {readonly ChangeReport[]} rows
 * @returns {ChangeReport[]}
 */
export function markWithinError(rows) {
  return rows.map((row) => {
    const saves = settleTime(row.saves, row.saves.msBand);
    return saves === row.saves ? row : Object.freeze({ ...row, saves: Object.freeze(saves) });
  });
}

/**
 * @param {{ requests: number, bytes: number }} totals
 * @param {{ packets: number, ms: number }} cost
 * @returns {Amount}
 */
function amountOf({ requests, bytes }, { packets, ms }) {
  return { requests, bytes, packets, ms };
}
