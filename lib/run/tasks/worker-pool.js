/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Made, Weight } from '../../plan/types.ts' */
/** @import { TaskRunner } from './types.ts' */
/** @import { ImageUsage, SiteFile } from '../../site/types.ts' */
/** @import { Store } from '../../plan/make/run-jobs.js' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { timed } from '../../base/spans.js';

/** @typedef {ReturnType<typeof openWorkerPool>} WorkerPool */

/**
 * Looks, makes and weighs by the run's task runner; what was once found is remembered.
 * @param {{ runner: TaskRunner, store: Store | null, version: string }} options
 */
export function openWorkerPool({ runner, store, version }) {
  /**
   * @template T
   * @param {string} kind of task
   * @param {string} path
   * @param {string} key
   * @param {object} task
   * @returns {Promise<T>}
   */
  const remembered = (kind, path, key, task) =>
    timed({ kind: 'file', by: kind, name: path }, async () => {
      const slot = `${kind}/${version}/${key}`;
      const known = await store?.get(slot);
      if (known) return deserialize(known);
      /** @type {T} */
      const result = await runner.run(kind, task);
      await store?.put(slot, serialize(result));
      return result;
    });

  return {
    /**
     * @param {Pick<SiteFile, 'path' | 'hash' | 'bytes'>} file
     * @param {readonly ImageUsage[]} usages
     * @returns {Promise<ImageFacts>}
     */
    look: ({ path, hash, bytes }, usages) => {
      const digest = createHash('sha256')
        .update(JSON.stringify(usages.map(({ page: _, ...usage }) => usage)))
        .digest('hex');
      return remembered('look', path, `${hash}/${digest}`, { bytes, usages });
    },
    /**
     * @param {string} maker
     * @returns {import('../../plan/make/run-jobs.js').Maker}
     */
    makerOf: (maker) => (bytes, options) =>
      /** @type {Promise<Made>} */ (runner.run('make', { maker, bytes, options })),
    /**
     * @param {Pick<SiteFile, 'path' | 'hash' | 'bytes'>} file
     * @returns {Promise<Weight>}
     */
    weigh: ({ path, hash, bytes }) => remembered('weigh', path, hash, { bytes }),
  };
}
