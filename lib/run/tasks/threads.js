/** @import { TaskRunner } from './types.ts' */

import { Tinypool } from 'tinypool';
import { charge } from '../../base/spans.js';

/** A thread that had nothing to do for so long is let go. */
const IDLE_MS = 5000;

/**
 * Pixels, compressed bytes and parsed pages live outside of it or die young: a large nursery only keeps them longer.
 */
const NURSERY_MB = 8;

/**
 * @param {number} jobs threads at most
 * @returns {TaskRunner}
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
    async run(kind, task, { signal } = {}) {
      const startMs = performance.now();
      const { done, cpuMs, tookMs } = await pool.run({ kind, task }, signal ? { signal } : {});
      charge({ cpuMs, waitMs: performance.now() - startMs - tookMs });
      return done;
    },
    close: () => pool.destroy(),
  };
}
