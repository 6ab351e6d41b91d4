/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Made, Weight } from '../../plan/types.ts' */
/** @import { TaskRunner } from './types.ts' */
/** @import { ImageUsage, SiteFile } from '../../site/types.ts' */
/** @import { Font } from '../../fonts/read-font.js' */
/** @import { Store } from '../../plan/make/run-jobs.js' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { countTask } from '../../base/count-task.js';
import { OverLimitError } from '../../base/errors.js';
import { timed } from '../../base/spans.js';
import { stampStage } from '../stages.js';

/** @typedef {ReturnType<typeof openWorkerPool>} WorkerPool */

/**
 * Looks, makes and weighs by the run's task runner; what was once found is remembered. A file whose analysis goes
 * beyond its limit is left as it is, which `onExcess` hears of.
 * @param {{ runner: TaskRunner, store: Store | null, onExcess?: (path: string, message: string) =>
 *   void }} options
 */
export function openWorkerPool({ runner, store, onExcess = () => {} }) {
  /**
   * @template T
   * @param {'look' | 'font' | 'weigh'} kind of task
   * @param {string} path
   * @param {string} key
   * @param {() => object} openTask
   * @returns {Promise<T>}
   */
  const remembered = (kind, path, key, openTask) =>
    timed({ kind: 'file', by: kind, name: path }, async () => {
      const slot = `${stampStage(kind)}/${key}`;
      const known = await store?.get(slot);
      countTask(kind, Boolean(known));
      if (known) return deserialize(known);
      /** @type {T} */
      const result = await runner.run(kind, openTask());
      await store?.put(slot, serialize(result));
      return result;
    });

  /**
   * Gives something else where a task went beyond its limit or failed: one file does not end the run.
   * @template T
   * @param {string} path @param {Promise<T>} work @param {(message: string) => T | Promise<T>} instead
   */
  const withinLimit = (path, work, instead) =>
    work.catch((error) => {
      const why = error instanceof Error ? error.message : String(error);
      onExcess(path, error instanceof OverLimitError ? why : `cannot be analysed (${why})`);
      return instead(why);
    });

  return {
    /**
     * @param {Pick<SiteFile, 'path' | 'hash' | 'bytes'>} file
     * @param {readonly ImageUsage[]} usages
     * @returns {Promise<ImageFacts>}
     */
    look: (file, usages) => {
      const { path, hash } = file;
      const digest = createHash('sha256')
        .update(JSON.stringify(usages.map(({ page: _, ...usage }) => usage)))
        .digest('hex');
      /** @type {Promise<ImageFacts>} */
      const facts = remembered('look', path, `${hash}/${digest}`, () => ({ bytes: file.bytes, usages }));
      return withinLimit(path, facts, (message) => describeUnread(message, hash));
    },
    /**
     * Reads a font; null where it is none, or broken.
     * @param {Pick<SiteFile, 'path' | 'hash' | 'bytes'>} file
     * @returns {Promise<Font | null>}
     */
    readFont: (file) => {
      const font = remembered('font', file.path, file.hash, () => ({ bytes: file.bytes }));
      return withinLimit(file.path, /** @type {Promise<Font | null>} */ (font), () => null);
    },
    /**
     * @param {string} maker
     * @returns {import('../../plan/make/run-jobs.js').Maker}
     */
    makerOf: (maker) => (bytes, options) =>
      /** @type {Promise<Made>} */ (runner.run('make', { maker, bytes, options })),
    /**
     * @param {Pick<SiteFile, 'path' | 'hash' | 'type' | 'bytes'>} file
     * @returns {Promise<Weight>}
     */
    weigh: (file) =>
      remembered('weigh', file.path, `${file.type} ${file.hash}`, () => ({ bytes: file.bytes, type: file.type })),
  };
}

/**
 * Returns the facts about an image that could not be analysed.
 * @param {string} broken why
 * @param {string} hash of its bytes
 * @returns {Promise<ImageFacts>}
 */
async function describeUnread(broken, hash) {
  const { describeImage } = await import('../../images/analyse/describe-image.js');
  return { ...describeImage({ broken }), shows: hash };
}
