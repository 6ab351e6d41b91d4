/** @import { ImageFacts, ImageUsage, Made } from '../types.ts' */
/** @import { Store } from '../make/run-jobs.js' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { Tinypool } from 'tinypool';

/**
 * Sizes of one text under each encoding.
 * @typedef {{ identity: number, gzip: number, br: number, zstd: number }} Weight
 */

/**
 * Threads that look, make and weigh; what they once found is remembered.
 * @param {{ jobs: number, store: Store | null, version: string }} options
 */
export function openCrew({ jobs, store, version }) {
  const pool = new Tinypool({
    filename: new URL('./worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: jobs,
    idleTimeout: 1000,
    // Pixels and compressed bytes live outside the heap: a small nursery keeps many short-lived arrays from piling up in it.
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });

  /**
   * @template T
   * @param {string} name
   * @param {string} key
   * @param {object} task
   * @returns {Promise<T>}
   */
  const remembered = async (name, key, task) => {
    const slot = `${name}/${version}/${key}`;
    const known = await store?.get(slot);
    if (known) return deserialize(known);
    const result = await pool.run(task, { name });
    await store?.put(slot, serialize(result));
    return result;
  };

  return {
    /**
     * @param {{ hash: string, bytes: Uint8Array }} file
     * @param {readonly ImageUsage[]} usages
     * @returns {Promise<ImageFacts>}
     */
    look: ({ hash, bytes }, usages) => {
      const digest = createHash('sha256')
        .update(JSON.stringify(usages.map(({ page: _, ...usage }) => usage)))
        .digest('hex');
      return remembered('look', `${hash}/${digest}`, { bytes, usages });
    },
    /**
     * @param {string} maker
     * @returns {import('../make/run-jobs.js').Maker}
     */
    makerOf: (maker) => (bytes, options) =>
      /** @type {Promise<Made>} */ (pool.run({ maker, bytes, options }, { name: 'make' })),
    /**
     * @param {{ hash: string, bytes: Uint8Array }} file
     * @returns {Promise<Weight>}
     */
    weigh: ({ hash, bytes }) => remembered('weigh', hash, { bytes }),
    close: () => pool.destroy(),
  };
}
