/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Made, Weight } from '../../plan/types.ts' */
/** @import { TaskRunner } from './types.ts' */
/** @import { ImageUsage, SiteFile } from '../../site/types.ts' */
/** @import { Font } from '../../fonts/read-font.js' */
/** @import { Store } from '../../plan/make/run-jobs.js' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { createSlots } from '../../base/at-once.js';
import { countTask } from '../../base/count-task.js';
import { OverLimitError } from '../../base/errors.js';
import { timed } from '../../base/spans.js';
import { plainWeight } from '../../plan/price/weights.js';
import { stampStage } from '../stages.js';

/**
 * A store; `recallPlain` returns records at once that need no server.
 * @typedef {Store & { recallPlain?(key: string): unknown }} NearStore
 */

/**
 * Analyses, makes and weighs files with the run's task runner, and caches the results. A file whose analysis fails or
 * exceeds its limit ships unchanged.
 */
export class WorkerPool {
  #runner;
  #store;
  #onExcess;
  #slots;

  /**
   * @param {{ runner: TaskRunner, store: NearStore | null, onExcess?: (path: string, message: string) => void }}
   *   options `onExcess` is called for files that could not be analysed
   */
  constructor({ runner, store, onExcess = () => {} }) {
    this.#runner = runner;
    this.#store = store;
    this.#onExcess = onExcess;
    this.#slots = createSlots(runner);
  }

  /**
   * Analyses an image.
   * @param {Pick<SiteFile, 'path' | 'hash' | 'bytes'>} file
   * @param {readonly ImageUsage[]} usages
   * @returns {Promise<ImageFacts>}
   */
  look(file, usages) {
    const { path, hash } = file;
    const digest = createHash('sha256')
      .update(JSON.stringify(usages.map(({ page: _, ...usage }) => usage)))
      .digest('hex');
    /** @type {Promise<ImageFacts>} */
    const facts = this.#recall('look', path, `${hash}/${digest}`, () => ({ bytes: file.bytes, usages }));
    return this.#orElse(path, facts, (message) => describeUnread(message, hash));
  }

  /**
   * Reads a font. Returns null if the file is no font, or broken.
   * @param {Pick<SiteFile, 'path' | 'hash' | 'bytes'>} file
   * @returns {Promise<Font | null>}
   */
  readFont(file) {
    /** @type {Promise<Font | null>} */
    const font = this.#recall('font', file.path, file.hash, () => ({ bytes: file.bytes }));
    return this.#orElse(file.path, font, () => null);
  }

  /**
   * Returns the function that runs a maker.
   * @param {string} maker
   * @returns {import('../../plan/make/run-jobs.js').Maker}
   */
  makerOf(maker) {
    return (bytes, options) => /** @type {Promise<Made>} */ (this.#runner.run('make', { maker, bytes, options }));
  }

  /**
   * Compresses a file to learn its sizes. If that fails, it counts as sent without compression.
   * @param {Pick<SiteFile, 'path' | 'hash' | 'type' | 'size' | 'bytes'>} file
   * @returns {Promise<Weight>}
   */
  weigh(file) {
    const { path, type, hash } = file;
    /** @type {Promise<Weight>} */
    const weight = this.#recall('weigh', path, `${type} ${hash}`, () => ({ bytes: file.bytes, type }));
    return this.#orElse(path, weight, () => plainWeight(file.size));
  }

  /**
   * Runs a task, or returns its cached result.
   * @template T
   * @param {'look' | 'font' | 'weigh'} kind of task
   * @param {string} path
   * @param {string} key
   * @param {() => object} openTask reads the file when a slot is free: the bytes of all files would not fit into memory
   * @returns {Promise<T>}
   */
  async #recall(kind, path, key, openTask) {
    const stamped = `${stampStage(kind)}/${key}`;
    const near = this.#store?.recallPlain?.(stamped);
    if (near !== undefined) {
      countTask(kind, true);
      return /** @type {T} */ (near);
    }
    return timed({ kind: 'file', by: kind, name: path }, async () => {
      const known = await this.#store?.get(stamped);
      countTask(kind, Boolean(known));
      if (known) return deserialize(known);
      /** @type {T} */
      const result = await this.#slots(() => this.#runner.run(kind, openTask()));
      await this.#store?.put(stamped, serialize(result));
      return result;
    });
  }

  /**
   * Returns a substitute if a task failed or exceeded its limit, because one file must not end the run.
   * @template T
   * @param {string} path
   * @param {Promise<T>} work
   * @param {(message: string) => T | Promise<T>} substitute
   */
  async #orElse(path, work, substitute) {
    try {
      return await work;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#onExcess(path, error instanceof OverLimitError ? why : `cannot be analysed (${why})`);
      return substitute(why);
    }
  }
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
