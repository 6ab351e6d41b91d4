/** @import { Hands, ImageFacts, ImageUsage, Made, Weight } from '../types.ts' */
/** @import { Store } from '../make/run-jobs.js' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** @typedef {ReturnType<typeof openWorkerPool>} WorkerPool */

/**
 * Looks, makes and weighs by the hands of a run; what was once found is remembered.
 * @param {{ hands: Hands, store: Store | null, version: string }} options
 */
export function openWorkerPool({ hands, store, version }) {
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
    const result = /** @type {T} */ (await hands.run(name, task));
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
    makerOf: (maker) => (bytes, options) => /** @type {Promise<Made>} */ (hands.run('make', { maker, bytes, options })),
    /**
     * @param {{ hash: string, bytes: Uint8Array }} file
     * @returns {Promise<Weight>}
     */
    weigh: ({ hash, bytes }) => remembered('weigh', hash, { bytes }),
  };
}
