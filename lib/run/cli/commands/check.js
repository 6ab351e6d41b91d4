/** @import { Command } from '../types.ts' */

import { resolve } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { replaceFile } from '../../../output/write/replace-file.js';
import { makeBaseline, renderBaseline } from '../../../report/gate/index.js';
import { openGate, readBaseline } from '../../hold.js';
import { imagePairs } from '../../image-pairs.js';
import { readInput } from '../../read-input.js';
import { runOptimize } from '../../run-optimize.js';
import { settingsOf } from '../flags.js';
import { openProgress } from '../progress.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Holds a site against budgets, a baseline and the rules at level error; fails where it is worse.',
  usage: '<folder | URL | HAR>',
  flags: {
    baseline: { type: 'string', value: 'FILE', help: 'a former report or baseline: nothing may get worse than it' },
    'update-baseline': {
      type: 'boolean',
      help: 'write the baseline anew: what is over a budget now is accepted until it grows',
    },
    tolerance: { type: 'string', value: 'PERCENT', help: 'how much worse than the baseline a page may get' },
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'which pages to render before and after: all, changed, “sample N”, off',
    },
  },
  async run({ world, values, positionals: [target, ...rest] }) {
    if (!target || rest.length > 0)
      throw new InputError('usage', 'name one thing to check: pagethrift check <folder | URL | file.har>');
    if (values['update-baseline'] && !values.baseline)
      throw new InputError('usage', '--update-baseline needs --baseline FILE');
    const settings = await settingsOf(world, values);
    const gate = openGate(settings);
    const baselinePath = values.baseline ? resolve(world.cwd, String(values.baseline)) : null;
    const isUpdate = values['update-baseline'] === true;
    const baseline = baselinePath && !isUpdate ? readBaseline(baselinePath, String(values.baseline)) : null;
    const { site, input } = await readInput(target, world.cwd, settings);
    const progress = openProgress(world.stderr, { quiet: values.quiet === true });
    const isIllustrated = Boolean(values.html);
    const job = { command: 'check', input, onlyFetched: true, onlyLimits: true, isIllustrated };
    const { report, verdicts } = await runOptimize(site, job, gate.settings, progress.tick).finally(progress.done);
    let verdict = gate.judge(report, baseline);
    if (baselinePath && isUpdate) {
      const accepted = makeBaseline(report, verdict.failures);
      replaceFile(baselinePath, renderBaseline(accepted));
      verdict = gate.judge(report, accepted);
    }
    writeReports({ ...report, gate: verdict }, { world, values }, imagePairs(verdicts));
    return verdict.passed ? 0 : 1;
  },
};
