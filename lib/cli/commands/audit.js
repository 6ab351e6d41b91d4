/** @import { Command } from '../types.ts' */

import { basename, resolve } from 'node:path';
import { InputError } from '../../errors.js';
import { readSite } from '../../site/read-site.js';
import { readSettings } from '../config.js';
import { runOptimize } from '../run.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Says what each change would save, and changes nothing.',
  usage: '<folder | page.html | image | URL | file.har>',
  flags: {},
  async run({ world, values, positionals: [target] }) {
    if (!target)
      throw new InputError(
        'usage',
        'name what to audit: pagethrift audit <folder | page.html | image | URL | file.har>',
      );
    const settings = { ...(await readSettings(world, values)), effort: /** @type {const} */ ('fast') };
    const root = resolve(world.cwd, target);
    const site = await readSite(root, settings);
    const job = { command: 'audit', input: { kind: 'folder', name: basename(root) }, onlyFetched: true };
    writeReports(await runOptimize(site, job, { world, values, settings }), { world, values });
    return 0;
  },
};
