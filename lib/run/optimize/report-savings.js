/** @import { ChangeReport, PageReport, RuleReport, WaterfallStep } from '../../report/types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Amount } from '../../plan/price/types.ts' */

import { bandOfDifference } from '../../network/index.js';
import { addAmounts, subtractAmounts } from '../../plan/price/amounts.js';

/** The last step: minifying and compressing, and differences that are only known after packing. */
const PACKING = 'packing';

/** Min difference. Smaller ones occur between two runs of the model. */
const MIN_MS = 0.5;

/**
 * Returns the steps from the cost before to the cost after. They add up to the difference.
 * @param {Omit<PageReport, 'waterfall'>} page
 * @param {ReadonlyMap<string, Amount>} steps of the model
 * @returns {WaterfallStep[]}
 */
export function waterfallOf({ before, after, estimates: [estimate] }, steps) {
  const whole = subtractAmounts(amountOf(after, estimate.after), amountOf(before, estimate.before));
  const rest = [...steps.values()].reduce(subtractAmounts, whole);
  return [...new Map([...steps, [PACKING, rest]])].map(([step, amount]) => Object.freeze({ step, ...amount }));
}

/**
 * Sums the steps of all pages.
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
 * Sets a time below the model's error to 0. The same applies to a loss of time with a saving of requests and bytes:
 * that is the model's error.
 * @template {{ requests: number, bytes: number, ms: number }} T
 * @param {T} saves @param {number} msBand error of `ms`
 * @returns {T & { isWithinError?: true }}
 */
export function settleTime(saves, msBand) {
  const { requests, bytes, ms } = saves;
  const isCheaper = requests >= 0 && bytes >= 0 && requests + bytes > 0;
  if (ms === 0 || (Math.abs(ms) > Math.max(MIN_MS, msBand) && !(ms < 0 && isCheaper))) return saves;
  return { ...saves, ms: 0, isWithinError: true };
}

/**
 * Returns the saving of each rule with all its changes. Requests and bytes are those of a visitor to every page once.
 * @param {readonly ChangeReport[]} rows
 * @param {ReadonlyMap<string, Amount>} byRule
 * @param {(rule: string) => { requests: number, bytes: number }} onSite
 * @param {number} pages over which times are summed
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
 * Marks rows whose time is below the model's error.
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
