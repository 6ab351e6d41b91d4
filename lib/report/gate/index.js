/** The gate: compares a report with budgets, rules and a baseline. */

/** @import { Failure, Report, Verdict } from '../types.ts' */
/** @import { GateOptions, Tolerance } from './types.ts' */

import { isAccepted } from './baseline.js';
import { checkBudgets } from './budgets.js';
import { compareBaseline } from './compare-baseline.js';
import { createAdvisor } from './fix.js';
import { isOpen } from './shipped.js';
import { formatLimit } from './units.js';

export { makeBaseline, parseBaseline, renderBaseline } from './baseline.js';
export { listBudgetConditions, parseBudgets } from './budgets.js';
export { parseTolerance } from './tolerance.js';

/**
 * Judges a report: returns the failures, the worst first, and the limits that were checked.
 * @param {Report} report
 * @param {GateOptions} options
 * @returns {Verdict}
 */
export function runGate(report, { budgets, levels, baseline, tolerance, roundTripMs = 0 }) {
  const advisor = createAdvisor(report);
  const compared = baseline ? compareBaseline(report, baseline, { tolerance, roundTripMs, advisor }) : null;
  const failures = [
    ...withoutAccepted(checkBudgets(report, budgets, advisor), baseline, tolerance),
    ...checkRules(report, levels),
    ...(compared?.failures ?? []),
  ];
  return {
    passed: failures.length === 0,
    against: listLimits({ budgets, levels, baseline }),
    failures: failures.sort((a, b) => excess(b) - excess(a)),
    ...(compared ? { comparison: compared.comparison } : {}),
  };
}

/**
 * Lists the limits of a report. None means that there is no gate.
 * @param {Pick<GateOptions, 'budgets' | 'levels' | 'baseline'>} options
 * @returns {Verdict['against']}
 */
export function listLimits({ budgets, levels, baseline }) {
  const hasRule = [...levels.values()].some(({ level }) => level === 'error');
  /** @type {[Verdict['against'][number], boolean][]} */
  const all = [
    ['baseline', baseline !== null],
    ['budgets', budgets.length > 0],
    ['rules', hasRule],
  ];
  return all.flatMap(([name, isAsked]) => (isAsked ? [name] : []));
}

/**
 * Removes failures that a baseline accepted, until they get worse.
 * @param {readonly Failure[]} failures
 * @param {GateOptions['baseline']} baseline
 * @param {Tolerance} tolerance
 */
function withoutAccepted(failures, baseline, tolerance) {
  if (!baseline) return failures;
  return failures
    .filter((failure) => !isAccepted(baseline, failure, tolerance))
    .map((failure) => ({ ...failure, fix: `${failure.fix} To accept it: --update-baseline.`.trim() }));
}

/**
 * Finds open changes of rules at level `error`. Changes that were made or rejected are no failures.
 * @param {Report} report
 * @param {GateOptions['levels']} levels
 * @returns {Failure[]}
 */
function checkRules(report, levels) {
  return report.changes
    .filter((change) => isOpen(report, change) && levels.get(change.rule)?.level === 'error')
    .map(({ rule, page, line, column, resource, message, saves }) => ({
      kind: 'rule',
      page,
      line,
      column,
      resource,
      measure: rule,
      limit: null,
      actual: null,
      message: `${[page, line, column].filter((part) => part !== null).join(':')}: ${message} (${rule})`,
      fix: `It saves ${formatLimit('bytes', saves.bytes)}. “npx pagethrift build” makes all safe changes.`,
    }));
}

/**
 * Returns the excess of a failure over its limit. Rules are between large and small ones.
 * @param {Failure} failure
 */
function excess({ limit, actual }) {
  return limit === null || actual === null ? 1 : actual / Math.max(limit, 1);
}
