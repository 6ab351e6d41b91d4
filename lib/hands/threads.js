/** @import { Hands } from '../types.ts' */

import { Tinypool } from 'tinypool';

/** A thread that had nothing to do for so long is let go. */
const IDLE_MS = 5000;

/**
 * Pixels, compressed bytes and parsed pages live outside of it or die young: a large nursery only keeps them longer.
 */
const NURSERY_MB = 8;

/**
 * @param {number} jobs threads at most
 * @returns {Hands}
 */
export function openThreads(jobs) {
  const pool = new Tinypool({
    filename: new URL('./thread.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: jobs,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxYoungGenerationSizeMb: NURSERY_MB },
  });
  return {
    atOnce: jobs,
    run: (kind, task, { signal } = {}) => pool.run({ kind, task }, signal ? { signal } : {}),
    close: () => pool.destroy(),
  };
}
