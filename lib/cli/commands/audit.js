/** @import { Command } from '../types.ts' */

import { InputError } from '../../errors.js';
import { readSettings } from '../config.js';
import { readInput } from '../read-input.js';
import { runOptimize } from '../run.js';
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
    const settings = await readSettings(world, values);
    const { site, input } = await readInput(target, world, settings);
    const { report } = await runOptimize(
      site,
      { command: 'audit', input, onlyFetched: true },
      { world, values, settings },
    );
    writeReports(report, { world, values });
    return 0;
  },
};
