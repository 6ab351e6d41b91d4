/** @import { Step } from '../next-steps.js' */
/** @import { Command, Values } from '../types.ts' */

import { resolve } from 'node:path';
import { InputError } from '../../../base/errors.js';
import { buildShard } from '../../build-shard.js';
import { buildSite } from '../../build-site.js';
import { readShard } from '../../optimize/shard.js';
import { chooseTarget } from '../choose-target.js';
import { describeSteps, leanFolder, quoteName, stepsToGate } from '../next-steps.js';
import { openProgress } from '../progress.js';
import { writeReports } from '../write-reports.js';

/** @type {Command} */
export const command = {
  summary: 'Optimises a built site into another folder, completely or not at all.',
  usage: '[folder] --out <folder>',
  flags: {
    out: { type: 'string', value: 'FOLDER', help: 'folder for the optimised site' },
    'in-place': { type: 'boolean', help: 'build next to the folder, then swap the two' },
    force: { type: 'boolean', help: 'replace an output folder with other content' },
    effort: { type: 'string', value: 'LEVEL', help: 'compression effort: fast, balanced (default), max' },
    variants: { type: 'string', value: 'LIST', help: 'compressed files to write: gz,br,zst (default), deflate' },
    fingerprint: { type: 'boolean', help: 'add content digests to file names for permanent caching' },
    dictionaries: { type: 'boolean', help: 'write a compression dictionary of the common parts of pages' },
    previous: { type: 'string', value: 'FOLDER', help: 'folder deployed before: write changed files as deltas' },
    servers: { type: 'string', value: 'DIR', help: 'write configuration for nginx, Apache, Caddy, lighttpd and hosts' },
    hints: { type: 'string', value: 'DIR', help: 'like --servers, with preloads of pages for Early Hints' },
    prefetch: { type: 'boolean', help: 'with --servers or --hints: let browsers fetch likely next pages ahead' },
    verify: {
      type: 'string',
      value: 'MODE',
      help: 'pages to render before and after: all, changed, “sample N”, off',
    },
    shard: {
      type: 'string',
      value: 'I/N',
      help: 'build one of N parts and store it in the cache for “pagethrift merge”',
    },
    strict: { type: 'boolean', help: 'fail if verification had to roll a change back' },
  },
  async run(call) {
    return call.values.shard === undefined ? buildWhole(call) : buildPart(call);
  },
};

/**
 * Builds a whole site.
 * @param {Parameters<Command['run']>[0]} call
 */
export async function buildWhole({ world, values, positionals }) {
  checkPlaces(values);
  const { target, settings } = await chooseTarget(world, values, positionals, 'build');
  const out = outOf(target, values, world.cwd);
  const progress = openProgress(world.stderr, { quiet: values.quiet === true });
  const where = {
    folder: resolve(world.cwd, target),
    out: resolve(world.cwd, out),
    inPlace: values['in-place'] === true,
    force: values.force === true,
    servers: typeof values.servers === 'string' ? resolve(world.cwd, values.servers) : null,
    hints: typeof values.hints === 'string' ? resolve(world.cwd, values.hints) : null,
    prefetch: values.prefetch === true,
    isIllustrated: Boolean(values.html),
    shards: readCount(values.shards),
  };
  const { report, isSound, images } = await buildSite(where, settings, progress.tick).finally(progress.done);
  writeReports(report, { world, values }, images);
  if (values.quiet !== true && values.json !== '') {
    world.stdout.write(
      describeSteps(where.inPlace ? stepsInPlace(target, world.cwd) : stepsOf(target, out, world.cwd)),
    );
  }
  return settings.strict && !isSound ? 1 : 0;
}

/**
 * Runs one of several parts of a build.
 * @param {Parameters<Command['run']>[0]} call
 */
async function buildPart({ world, values, positionals }) {
  const shard = readShard(String(values.shard));
  const { target, settings } = await chooseTarget(world, values, positionals, 'build');
  const progress = openProgress(world.stderr, { quiet: values.quiet === true });
  const part = buildShard(resolve(world.cwd, target), shard, settings, progress.tick);
  const { own, all, warnings } = await part.finally(progress.done);
  for (const { message } of warnings) world.stderr.write(`${message}\n`);
  const name = `Shard ${shard.index} of ${shard.of}`;
  if (values.quiet !== true) world.stdout.write(`${name}: ${own} of ${all} files are in the cache.\n`);
  return 0;
}

/** Returns the number of shards that are merged, 0 if none are. @param {Values[string]} value */
function readCount(value) {
  if (value === undefined) return 0;
  const count = Number(value);
  if (Number.isInteger(count) && count > 0) return count;
  throw new InputError('usage', `“--shards ${value}” is not the number of shards.`);
}

/** @param {Values} values */
function checkPlaces(values) {
  if (values['in-place'] && values.out)
    throw new InputError('usage', '“--in-place” writes into the folder itself. Omit “--out”.');
  if (values.prefetch && !values.servers && !values.hints)
    throw new InputError('usage', '“--prefetch” changes server files. Name a folder for them with --servers.');
}

/** @param {string} folder @param {Values} values @param {string} cwd */
function outOf(folder, values, cwd) {
  if (values['in-place']) return folder;
  if (values.out) return String(values.out);
  const out = leanFolder(folder, cwd);
  throw new InputError('usage', `Name a folder for the optimised site: npx pagethrift build ${folder} --out ${out}`);
}

/** @param {string} folder @param {string} out @param {string} cwd @returns {Step[]} */
function stepsOf(folder, out, cwd) {
  return [
    [`npx pagethrift serve ${quoteName(out)} --compare ${quoteName(folder)}`, 'shows both sites next to each other'],
    ...stepsToGate(out, cwd),
  ];
}

/** @param {string} folder @param {string} cwd @returns {Step[]} */
function stepsInPlace(folder, cwd) {
  return [[`npx pagethrift serve ${quoteName(folder)}`, 'serves it as a server would'], ...stepsToGate(folder, cwd)];
}
