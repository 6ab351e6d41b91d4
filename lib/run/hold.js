/** @import { Baseline } from '../report/gate/types.ts' */
/** @import { FullReport } from '../report/types.ts' */
/** @import { Settings } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rules } from '../../rules/index.js';
import { docsAddress } from '../base/docs-address.js';
import { InputError } from '../base/errors.js';
import { LINKS } from '../network/index.js';
import { checkConditions } from '../plan/price/conditions.js';
import {
  listBudgetConditions,
  listLimits,
  parseBaseline,
  parseBudgets,
  parseTolerance,
  runGate,
} from '../report/gate/index.js';
import { ruleSettings } from './settings.js';

/** Default name of a project's baseline. */
export const BASELINE_FILE = 'pagethrift-baseline.json';

/**
 * Creates the gate of a run: the estimates that it needs, and the verdict on the report.
 * @param {Settings} settings
 */
export function openGate(settings) {
  const { safety } = settings;
  const budgets = parseBudgets(settings.budgets);
  const tolerance = parseTolerance(settings.tolerance, 'tolerance');
  const roundTripMs = LINKS[checkConditions(settings).link]?.rttMs ?? 0;
  const limits = { budgets, levels: ruleSettings(settings, rules), tolerance, roundTripMs };
  return {
    /** The settings, with the conditions of budgets. @type {Settings} */
    settings: { ...settings, also: listBudgetConditions(budgets, { ...checkConditions(settings), safety }) },
    /** @param {FullReport} report @param {Baseline | null} baseline */
    judge: (report, baseline) => runGate(report, { ...limits, baseline }),
    /** Returns true if nothing can make the gate fail. @param {Baseline | null} baseline */
    isIdle: (baseline) => listLimits({ ...limits, baseline }).length === 0,
  };
}

/**
 * Reads the baseline of a run: the given one, otherwise that of the project, if there is one.
 * @param {string} cwd
 * @param {string | null} named as the user wrote it
 * @returns {Baseline | null}
 */
export function findBaseline(cwd, named) {
  const name = named ?? BASELINE_FILE;
  const path = resolve(cwd, name);
  if (existsSync(path)) return parseBaseline(readFileSync(path, 'utf8'), name);
  if (named === null) return null;
  const remedy = `Write it with “npx pagethrift check <folder> --baseline ${name} --update-baseline”.`;
  throw new InputError('no-baseline', `The baseline ${name} does not exist. ${remedy}`);
}

/**
 * Explains that a gate has no limits, and what to do.
 * @param {string} target
 */
export function explainIdleGate(target) {
  return (
    `There is nothing to compare with: no baseline (${BASELINE_FILE}), no budget and no rule at level “error”. Run ` +
    `“npx pagethrift check ${target} --update-baseline” first and commit the file, or set budgets in the config: ` +
    `${docsAddress('config', 'budgets')}. On the first run of a branch --first-run passes.`
  );
}
