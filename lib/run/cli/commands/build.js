/** @import { Command } from '../types.ts' */

import { resolve } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { buildSite } from '../../build-site.js';
import { settingsOf } from '../flags.js';
import { openProgress } from '../progress.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Optimises a built site into another folder, whole or not at all.',
  usage: '<folder> --out <folder>',
  flags: {
    out: { type: 'string', value: 'FOLDER', help: 'where the leaner site goes' },
    'in-place': { type: 'boolean', help: 'build beside the folder, then swap the two' },
    force: { type: 'boolean', help: 'replace an out folder that holds something else' },
    effort: { type: 'string', value: 'LEVEL', help: 'how hard to compress: fast, balanced (default), max' },
    variants: { type: 'string', value: 'LIST', help: 'compressed files to write: gz,br,zst (default), deflate' },
    fingerprint: { type: 'boolean', help: 'name files by a digest of their content, so that browsers keep them' },
    dictionaries: { type: 'boolean', help: 'write a compression dictionary of what the pages have in common' },
    previous: { type: 'string', value: 'FOLDER', help: 'what was deployed before: changed files are sent as changes' },
    servers: { type: 'string', value: 'DIR', help: 'write there what nginx, Apache, Caddy, lighttpd and hosts need' },
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'which pages to render before and after: all, changed, “sample N”, off',
    },
    strict: { type: 'boolean', help: 'fail where verification had to take a change back' },
  },
  async run({ world, values, positionals: [folder, ...rest] }) {
    const out = resolve(world.cwd, targetOf(folder, rest, values));
    const settings = await settingsOf(world, values);
    const progress = openProgress(world.stderr, { quiet: values.quiet === true });
    const where = {
      folder: resolve(world.cwd, folder),
      out,
      inPlace: values['in-place'] === true,
      force: values.force === true,
      servers: typeof values.servers === 'string' ? resolve(world.cwd, values.servers) : null,
      isIllustrated: Boolean(values.html),
    };
    const { report, isSound, images } = await buildSite(where, settings, progress.tick).finally(progress.done);
    writeReports(report, { world, values }, images);
    return settings.strict && !isSound ? 1 : 0;
  },
};

/**
 * @param {string | undefined} folder
 * @param {readonly string[]} rest
 * @param {import('../types.ts').Values} values
 */
function targetOf(folder, rest, values) {
  if (!folder || rest.length > 0)
    throw new InputError('usage', 'name one folder: pagethrift build <folder> --out <folder>');
  if (values['in-place'] && values.out)
    throw new InputError('usage', '--in-place writes into the folder itself: leave --out away');
  if (!values['in-place'] && !values.out)
    throw new InputError('usage', `say where the leaner site goes: pagethrift build ${folder} --out ${folder}-lean`);
  return String(values.out ?? folder);
}
