/** @import { Command } from '../types.ts' */
/** @import { Site } from '../../types.ts' */
/** @import { OutputEntry } from '../../write/write-output.js' */
/** @import { Settings } from '../types.ts' */
/** @import { Outcome } from '../../optimize/index.js' */

import { basename, resolve } from 'node:path';
import { openCache } from '../../cache/cache.js';
import { InputError } from '../../errors.js';
import { readSite } from '../../site/read-site.js';
import { writeOutput } from '../../write/write-output.js';
import { readSettings } from '../config.js';
import { fingerprintOf, recallRun, rememberRun } from '../remember-run.js';
import { runOptimize } from '../run.js';
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
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'which pages to render before and after: all, changed, “sample N”, off',
    },
    strict: { type: 'boolean', help: 'fail where verification had to take a change back' },
    'web-fonts': { type: 'string', value: 'MODE', help: 'none (default) or subset' },
  },
  async run({ world, values, positionals: [folder, ...rest] }) {
    const out = targetOf(folder, rest, values);
    const settings = await readSettings(world, values);
    const root = resolve(world.cwd, folder);
    const site = await readSite(root, settings);
    const lost = site.warnings.find(({ code }) => code === 'unreadable');
    if (lost) throw new InputError('unreadable', lost.message.replace('it is left out; ', 'nothing was written; '));
    const fingerprint = fingerprintOf(site, settings);
    const write = (/** @type {readonly OutputEntry[]} */ entries) =>
      writeOutput(resolve(world.cwd, out), entries, {
        inputFolder: root,
        force: values.force === true,
        inPlace: values['in-place'] === true,
        fingerprint,
      });
    const { report, isSound } = await buildOrRecall(
      { site, settings, fingerprint, name: basename(root) },
      { world, values, settings },
      write,
    );
    writeReports(report, { world, values });
    return settings.strict && !isSound ? 1 : 0;
  },
};

/**
 * Builds, or takes what a former run on the same input made.
 * @param {{ site: Site, settings: Settings, fingerprint: string, name: string }} input
 * @param {Parameters<typeof runOptimize>[2]} call
 * @param {(entries: readonly OutputEntry[]) => Promise<unknown>} write
 */
async function buildOrRecall({ site, settings, fingerprint, name }, call, write) {
  const cache = settings.cache === 'off' ? null : await openCache(settings.cache);
  const known = cache && (await recallRun(cache, fingerprint, site));
  if (known) {
    await write(known.entries);
    return known;
  }
  const job = { command: 'build', input: { kind: 'folder', name }, onlyFetched: false };
  const { report, verdicts, files } = await runOptimize(site, job, call, async (outcome) => {
    await write(entriesOf(outcome.files));
  });
  const isSound = verdicts.every(({ status }) => status === 'same' || status === 'skipped');
  if (cache) await rememberRun(cache, fingerprint, site, { report, isSound, entries: entriesOf(files) });
  return { report, isSound };
}

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

/**
 * Files to write; a compressed file that the input brought gives way to the one made from what is shipped.
 * @param {Outcome['files']} files
 */
function entriesOf(files) {
  const made = new Map(
    [...files.values()].flatMap(({ entries }) => entries.slice(1).map((entry) => [entry.path, entry])),
  );
  for (const { entries } of files.values()) if (!made.has(entries[0].path)) made.set(entries[0].path, entries[0]);
  return [...made.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
