/** @import { Command } from '../types.ts' */

import { InputError } from '../../../base/errors.js';
import { imagePairs } from '../../image-pairs.js';
import { readInput } from '../../read-input.js';
import { runOptimize } from '../../run-optimize.js';
import { settingsOf } from '../flags.js';
import { openProgress } from '../progress.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Says what each change would save, and changes nothing.',
  usage: '<folder | page.html | image | URL | file.har>',
  flags: {
    effort: { type: 'string', value: 'LEVEL', help: 'how hard to compress: fast, balanced (default), max' },
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'which pages to render before and after: all, changed, “sample N”, off',
    },
  },
  async run({ world, values, positionals: [target, ...rest] }) {
    if (!target || rest.length > 0)
      throw new InputError(
        'usage',
        'name one thing to audit: pagethrift audit <folder | page.html | image | URL | file.har>',
      );
    const settings = await settingsOf(world, values);
    const { site, input } = await readInput(target, world.cwd, settings);
    const progress = openProgress(world.stderr, { quiet: values.quiet === true });
    const job = { command: 'audit', input, onlyFetched: true, isIllustrated: Boolean(values.html) };
    const { report, verdicts } = await runOptimize(site, job, settings, progress.tick).finally(progress.done);
    writeReports(report, { world, values }, imagePairs(verdicts));
    const isRead = values.quiet !== true && values.json !== '';
    if (isRead && input.kind === 'folder') world.stdout.write(describeNext(target));
    return 0;
  },
};

/** What to type next. @param {string} folder as it was written */
function describeNext(folder) {
  const plain = folder.replace(/[/\\]+$/, '');
  const named = /^[\w./@-]+$/.test(plain) ? plain : '<folder>';
  const steps = [
    [`npx pagethrift build ${named} --out ${named}-lean`, 'makes these changes in a copy'],
    [`npx pagethrift ${named} --html report.html`, 'shows all of them, with pictures'],
    ['npx pagethrift init', 'makes it part of the build'],
  ];
  const width = Math.max(...steps.map(([command]) => command.length));
  return `\nNext\n${steps.map(([command, does]) => `  ${command.padEnd(width)}  ${does}\n`).join('')}`;
}
