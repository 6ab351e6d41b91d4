/** @import { Values, World } from './types.ts' */

import { resolve } from 'node:path';
import { replaceFile } from '../../output/write/replace-file.js';
import { renderTimings, renderTrace } from '../../report/timings.js';
import { startTimings } from '../timings.js';

/**
 * Runs a command and writes its timings if requested, also if it failed.
 * @template T
 * @param {{ world: World, values: Values }} call
 * @param {() => Promise<T>} run
 * @returns {Promise<T>}
 */
export async function withTimings({ world, values: { timings: file } }, run) {
  if (file === undefined) return run();
  const running = startTimings();
  try {
    return await run();
  } finally {
    const timings = running.stop();
    world.stderr.write(renderTimings(timings));
    if (file !== '') replaceFile(resolve(world.cwd, String(file)), renderTrace(timings));
  }
}
