/** @import { Settings } from './types.ts' */
/** @import { Shard } from './optimize/shard.js' */
/** @import { Cache } from './cache/cache.js' */
/** @import { Warning } from '../site/types.ts' */

import { basename, resolve } from 'node:path';
import { InputError } from '../base/errors.js';
import { exact } from '../base/exact.js';
import { openFolderStamps } from './cache/folder-stamps.js';
import { openRunCache } from './cache/open-run-cache.js';
import { openOwnWork } from './optimize/shard.js';
import { readBuildInput, withPageVisit } from './read-build-input.js';
import { fingerprintOf } from './remember-run.js';
import { runShard } from './run-optimize.js';

/**
 * Runs one part of a build and stores its results in the cache, from which `pagethrift merge` builds the site.
 * @param {string} folder absolute
 * @param {Shard} shard
 * @param {Settings} settings
 * @param {(stage: string, done: number, of: number) => void} progress
 * @returns {Promise<{ own: number, all: number, warnings: readonly Warning[] }>} the number of files of this part, and
 *   of all
 */
export async function buildShard(folder, shard, settings, progress) {
  if (settings.cache === 'off' || settings.cacheReadOnly)
    throw new InputError('usage', 'A shard stores its results in the cache. Use a cache, without --cache-read-only.');
  /** @type {Warning[]} */
  const warnings = [];
  const cache = await openRunCache(settings, warnings);
  try {
    const input = openFolderStamps(cache, folder);
    const { site } = await readBuildInput({ folder, inPlace: false }, settings, input.stamps);
    input.keep();
    const counted = withPageVisit(settings);
    const named = { kind: exact('folder'), name: basename(resolve(folder)) };
    const job = { input: named, isOwn: openOwnWork(shard), cache };
    const filled = await runShard(site, job, counted, progress);
    await cache.put(keyOfShard(fingerprintOf(site, settings), shard), Buffer.from('done'));
    return { ...filled, warnings };
  } finally {
    await cache.close();
  }
}

/**
 * Returns the shards whose results are not in a cache.
 * @param {Cache} cache
 * @param {string} fingerprint of the site and its settings
 * @param {number} of number of shards
 */
export async function listMissingShards(cache, fingerprint, of) {
  const missing = [];
  for (let index = 1; index <= of; index += 1)
    if (!(await cache.get(keyOfShard(fingerprint, { index, of })))) missing.push(index);
  return missing;
}

/** @param {string} fingerprint @param {Shard} shard */
function keyOfShard(fingerprint, { index, of }) {
  return `shard/${fingerprint}/${index}/${of}`;
}
