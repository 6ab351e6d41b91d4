/** @import { Baseline } from '../report/gate/types.ts' */
/** @import { FullReport } from '../report/types.ts' */
/** @import { Settings } from './types.ts' */

import { existsSync, readFileSync } from 'node:fs';
import { rules } from '../../rules/index.js';
import { InputError } from '../base/errors.js';
import { checkConditions } from '../plan/price/conditions.js';
import { listBudgetConditions, parseBaseline, parseBudgets, runGate } from '../report/gate/index.js';
import { ruleSettings } from './settings.js';

/**
 * The gate of a run: what the run must estimate for it, and the verdict on its report.
 * @param {Settings} settings
 */
export function openGate(settings) {
  const { safety } = settings;
  const budgets = parseBudgets(settings.budgets);
  const limits = { budgets, levels: ruleSettings(settings, rules), tolerance: settings.tolerance };
  return {
    /** The settings, with the conditions that budgets ask for. @type {Settings} */
    settings: { ...settings, also: listBudgetConditions(budgets, { ...checkConditions(settings), safety }) },
    /** @param {FullReport} report @param {Baseline | null} baseline */
    judge: (report, baseline) => runGate(report, { ...limits, baseline }),
  };
}

/**
 * @param {string} path
 * @param {string} name as the user wrote it
 */
export function readBaseline(path, name) {
  if (!existsSync(path)) {
    const remedy = '“pagethrift check <folder> --baseline FILE --update-baseline” writes it';
    throw new InputError('no-baseline', `${name}: there is no such baseline; ${remedy}`);
  }
  return parseBaseline(readFileSync(path, 'utf8'), name);
}
