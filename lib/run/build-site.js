/** @import { Site } from '../types.ts' */
/** @import { Outcome } from '../optimize/index.js' */
/** @import { OutputEntry } from '../write/write-output.js' */
/** @import { Settings } from './types.ts' */

import { basename, resolve } from 'node:path';
import { openCache } from '../cache/cache.js';
import { InputError } from '../errors.js';
import { readSite } from '../site/read-site.js';
import { writeOutput } from '../write/write-output.js';
import { imagePairs } from './image-pairs.js';
import { fingerprintOf, recallRun, rememberRun } from './remember-run.js';
import { runOptimize } from './run-optimize.js';

/**
 * Optimises a folder into another, whole or not at all; what a former run on the same input made is taken from the cache.
 * @param {{ folder: string, out: string, inPlace: boolean, force: boolean }} where absolute paths
 * @param {Settings} settings
 * @param {(stage: string, done: number, of: number) => void} progress
 * @returns {Promise<{ report: Outcome['report'], isSound: boolean, images: ReturnType<typeof imagePairs> }>}
 */
export async function buildSite({ folder, out, inPlace, force }, settings, progress) {
  const site = await readSite(folder, settings);
  const lost = site.warnings.find(({ code }) => code === 'unreadable');
  if (lost) throw new InputError('unreadable', lost.message.replace('it is left out; ', 'nothing was written; '));
  if (![...site.files.values()].some(({ type }) => type === 'html')) {
    throw new InputError('no-page', `${folder} holds no page: name the folder that the site build writes`);
  }
  const fingerprint = fingerprintOf(site, settings);
  const options = { inputFolder: folder, force, inPlace, fingerprint };
  const write = (/** @type {readonly OutputEntry[]} */ entries) => writeOutput(out, entries, options);
  const cache = settings.cache === 'off' ? null : await openCache(settings.cache);
  const known = cache && (await recallRun(cache, fingerprint, site));
  if (known) {
    await write(known.entries);
    return { ...known, images: new Map() };
  }
  const job = { command: 'build', input: { kind: 'folder', name: basename(resolve(folder)) }, onlyFetched: false };
  const { report, verdicts, files } = await runOptimize(site, job, settings, progress, async (outcome) => {
    await write(entriesOf(outcome.files));
  });
  const isSound = verdicts.every(({ status }) => status === 'same' || status === 'skipped');
  if (cache) await rememberRun(cache, fingerprint, site, { report, isSound, entries: entriesOf(files) });
  return { report, isSound, images: imagePairs(verdicts) };
}

/**
 * Files to write; a compressed file that the input brought gives way to the one made from what is shipped.
 * @param {Outcome['files']} files
 */
function entriesOf(files) {
  const made = new Map(
    [...files.values()].flatMap(({ entries }) => entries.slice(1).map((entry) => [entry.path, entry])),
  );
  for (const { path, entries } of files.values()) {
    if (!made.has(path) && !isStale(path, files)) made.set(path, entries[0]);
  }
  return [...made.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * Whether a compressed file that the input brought holds what its text no longer says.
 * @param {string} path
 * @param {Outcome['files']} files
 */
function isStale(path, files) {
  const suffix = /\.(?:gz|br|zst)$/.exec(path)?.[0];
  const text = suffix === undefined ? undefined : files.get(path.slice(0, -suffix.length));
  return text ? text.changed : false;
}
