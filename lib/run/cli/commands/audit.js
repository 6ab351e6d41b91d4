/** @import { Step } from '../next-steps.js' */
/** @import { Command } from '../types.ts' */

import { imagePairs } from '../../image-pairs.js';
import { readInput } from '../../read-input.js';
import { runOptimize } from '../../run-optimize.js';
import { chooseTarget } from '../choose-target.js';
import { describeSteps, hasConfig, leanFolder, quoteName, stepsToGate } from '../next-steps.js';
import { openProgress } from '../progress.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Estimates the saving of each change, and changes nothing.',
  usage: '[folder | page.html | image | URL | file.har]',
  flags: {
    effort: { type: 'string', value: 'LEVEL', help: 'compression effort: fast, balanced (default), max' },
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'pages to render before and after: all, changed, “sample N”, off',
    },
  },
  async run({ world, values, positionals }) {
    const { target, settings } = await chooseTarget(world, values, positionals, 'audit');
    const { site, input } = await readInput(target, world.cwd, settings);
    const progress = openProgress(world.stderr, { quiet: values.quiet === true });
    const job = { command: 'audit', input, onlyFetched: true, isIllustrated: Boolean(values.html) };
    const { report, verdicts } = await runOptimize(site, job, settings, progress.tick).finally(progress.done);
    writeReports(report, { world, values }, imagePairs(verdicts));
    const isRead = values.quiet !== true && values.json !== '';
    if (isRead && input.kind === 'folder') world.stdout.write(describeSteps(stepsOf(target, world.cwd)));
    return 0;
  },
};

/** @type {Step} */
const INIT = ['npx pagethrift init', 'adds npm scripts, a config and a gate'];

/** @param {string} folder as it was written @param {string} cwd @returns {Step[]} */
function stepsOf(folder, cwd) {
  const named = quoteName(folder);
  return [
    [`npx pagethrift build ${named} --out ${quoteName(leanFolder(folder, cwd))}`, 'makes these changes in a copy'],
    // A folder can have the name of a command, such as “build”.
    [`npx pagethrift audit ${named} --html report.html`, 'shows all of them, with images'],
    ...(hasConfig(cwd) ? stepsToGate(folder, cwd) : [INIT]),
  ];
}
