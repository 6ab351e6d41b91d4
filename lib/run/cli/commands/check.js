/** @import { Baseline } from '../../../report/gate/types.ts' */
/** @import { FullReport, Verdict } from '../../../report/types.ts' */
/** @import { Command, Values, World } from '../types.ts' */

import { resolve } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { replaceFile } from '../../../output/write/replace-file.js';
import { makeBaseline, renderBaseline } from '../../../report/gate/index.js';
import { BASELINE_FILE, explainIdleGate, findBaseline, openGate } from '../../hold.js';
import { imagePairs } from '../../image-pairs.js';
import { readInput } from '../../read-input.js';
import { runOptimize } from '../../run-optimize.js';
import { chooseTarget } from '../choose-target.js';
import { openProgress } from '../progress.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Compares a site with budgets, a baseline and the rules at level error. Fails if it is worse.',
  usage: '[folder | URL | HAR]',
  flags: {
    baseline: {
      type: 'string',
      value: 'FILE',
      help: `baseline or former report (default: ${BASELINE_FILE}, if it exists)`,
    },
    'update-baseline': {
      type: 'boolean',
      help: 'update the baseline: accept the present failures of budgets',
    },
    tolerance: {
      type: 'string',
      value: 'AMOUNT',
      help: 'max growth of a page: “2 %”, “5 kB” or both (default “1 %, 1 kB”)',
    },
    'first-run': { type: 'boolean', help: 'pass if there is nothing to compare with yet' },
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'pages to render before and after: all, changed, “sample N”, off',
    },
  },
  async run({ world, values, positionals }) {
    const { target, settings } = await chooseTarget(world, values, positionals, 'check');
    const gate = openGate(settings);
    const isUpdate = values['update-baseline'] === true;
    const named = values.baseline === undefined ? null : String(values.baseline);
    const baseline = isUpdate ? null : findBaseline(world.cwd, named);
    refuseIdle(world, values, gate.isIdle(baseline), target);
    const { site, input } = await readInput(target, world.cwd, settings);
    const progress = openProgress(world.stderr, { quiet: values.quiet === true });
    const isIllustrated = Boolean(values.html);
    const job = { command: 'check', input, onlyFetched: true, onlyLimits: true, isIllustrated };
    const { report, verdicts } = await runOptimize(site, job, gate.settings, progress.tick).finally(progress.done);
    const verdict = isUpdate
      ? accept(resolve(world.cwd, named ?? BASELINE_FILE), report, gate.judge)
      : gate.judge(report, baseline);
    writeReports({ ...report, gate: verdict }, { world, values }, imagePairs(verdicts));
    return verdict.passed ? 0 : 1;
  },
};

/**
 * Reports a gate that cannot fail. In CI this is an error, because the output of a run that passes is rarely read.
 * @param {World} world
 * @param {Values} values
 * @param {boolean} isIdle
 * @param {string} target
 */
function refuseIdle({ env, stderr }, values, isIdle, target) {
  if (!isIdle || values['update-baseline'] || values['first-run']) return;
  const explanation = explainIdleGate(target);
  if (env.CI && env.CI !== 'false') throw new InputError('nothing-to-compare', explanation);
  if (!values.quiet) stderr.write(`pagethrift: ${explanation}\n`);
}

/**
 * Writes a report as the baseline and judges it by that.
 * @param {string} path
 * @param {FullReport} report
 * @param {(report: FullReport, baseline: Baseline | null) => Verdict} judge
 */
function accept(path, report, judge) {
  const accepted = makeBaseline(report, judge(report, null).failures);
  replaceFile(path, renderBaseline(accepted));
  return judge(report, accepted);
}
