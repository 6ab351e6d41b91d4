/** @import { SharedRunner, TaskRunner } from './types.ts' */

import { deserialize } from 'node:v8';
import { OverLimitError } from '../../base/errors.js';
import { openBlobs, wrapTask } from './blobs.js';
import { connect, nameServer, queueName } from './connect.js';
import { countWorkers } from './count-workers.js';

/** Tasks in transit for each that a worker runs at once, so that none waits for the next while a result is sent. */
const IN_TRANSIT = 4;
/** Max tasks in transit, enough for fifty machines of four cores. More would only wait in memory. */
const MAX_AT_ONCE = 256;
/** Time after which a task without an answer is run locally: the slowest takes some minutes. */
const ANSWER_MS = 300_000;
/** Time after which a task is requested again, which has no effect if it is in progress. */
const ASK_AGAIN_MS = 5000;
/** Failures on workers after which a task is run locally. */
const ATTEMPTS = 3;
const START = 'start “pagethrift worker --queue” with the same address on as many machines as you like';
/** Time for which results are kept, so that concurrent builds share them. */
const KEPT_SECONDS = 3600;

/**
 * Gives tasks to the workers of a queue. Falls back to local execution, so a build finishes even if the queue fails.
 * @param {string} url of a Redis server
 * @param {QueueOptions} options
 * @returns {Promise<SharedRunner>}
 *
 * @typedef {object} QueueOptions
 * @property {string} version
 * @property {TaskRunner} local
 * @property {(message: string) => void} warn
 * @property {number} [answerMs] time after which a task without an answer is run locally
 * @property {number} [countMs] time between two counts of the workers
 */
export async function openQueue(url, options) {
  const { Queue, QueueEvents, redis } = await connect(url);
  const listening = redis.duplicate();
  const name = queueName(options.version);
  const queue = new Queue(name, { connection: redis });
  const events = new QueueEvents(name, { connection: listening });
  // Both streams have a listener for each awaited task.
  for (const one of [queue, events]) one.setMaxListeners(0);
  const workers = await countWorkers(queue, options.countMs);
  const server = nameServer(url);
  if (workers.now() === 0) options.warn(`no worker of version ${options.version} listens to ${server} yet: ${START}`);
  return new QueueRunner({ server, queue, events, connections: [redis, listening], workers }, options);
}

/**
 * Runs tasks on the workers of a queue.
 * @typedef {object} Connected
 * @property {string} server its address
 * @property {import('bullmq').Queue} queue
 * @property {import('bullmq').QueueEvents} events
 * @property {[import('ioredis').Redis, import('ioredis').Redis]} connections for commands, and for events
 * @property {Awaited<ReturnType<typeof countWorkers>>} workers
 *
 * @implements {SharedRunner}
 */
class QueueRunner {
  #to;
  #options;
  #blobs;
  #isOpen = true;
  /** @type {PromiseWithResolvers<never>} */
  #failure = Promise.withResolvers();
  /** Kinds of tasks whose failure on a worker is reported. @type {Set<string>} */
  #failed = new Set();

  /** @param {Connected} to @param {QueueOptions} options */
  constructor(to, options) {
    this.#to = to;
    this.#options = options;
    this.#blobs = openBlobs(to.connections[0]);
    this.#failure.promise.catch(() => {});
    /** @type {import('node:events').EventEmitter[]} */
    const emitters = [...to.connections, to.queue, to.events];
    for (const one of emitters) one.on('error', (error) => this.#giveUp(error));
  }

  isShared() {
    return this.#isOpen && this.#to.workers.now() > 0;
  }

  get atOnce() {
    return this.isShared() ? Math.min(MAX_AT_ONCE, this.#to.workers.now() * IN_TRANSIT) : this.#options.local.atOnce;
  }

  /**
   * @template T
   * @param {string} kind @param {object} task
   * @returns {Promise<T>}
   */
  async run(kind, task) {
    const { local } = this.#options;
    if (!this.isShared()) return local.run(kind, task);
    const away = Promise.race([this.#runAway(kind, task), this.#failure.promise]);
    const answer = await away.catch((error) => this.#reportFailed(kind, error));
    if (!answer) return local.run(kind, task);
    if ('excess' in answer) throw new OverLimitError(answer.excess);
    return /** @type {T} */ (answer.done);
  }

  async close() {
    this.#isOpen = false;
    const { queue, events, connections, workers } = this.#to;
    workers.stop();
    await this.#options.local.close();
    await Promise.race([Promise.all([queue.close(), events.close()]), this.#failure.promise]).catch(() => null);
    for (const one of connections) one.disconnect();
  }

  /**
   * Requests a task until it is answered: a restarted server has lost its data, and an answer during that time is not
   * repeated.
   * @param {string} kind @param {Parameters<typeof wrapTask>[1]} task
   */
  async #runAway(kind, task) {
    const { queue, events, workers } = this.#to;
    const { answerMs = ANSWER_MS } = this.#options;
    const { parcel, key, sent } = wrapTask(kind, task);
    const options = { jobId: key, attempts: ATTEMPTS, removeOnComplete: { age: KEPT_SECONDS }, removeOnFail: true };
    for (const askedMs = performance.now(); performance.now() - askedMs < answerMs; ) {
      const startMs = performance.now();
      for (const [digest, read] of sent) if (!this.#blobs.has(digest)) await this.#blobs.put(digest, read());
      const job = await queue.add(kind, parcel, options);
      try {
        const result = await this.#blobs.get(await job.waitUntilFinished(events, ASK_AGAIN_MS));
        if (!result) throw new Error('the result has expired');
        return /** @type {import('./blobs.js').QueueAnswer} */ (deserialize(result));
      } catch (error) {
        if (performance.now() - startMs < ASK_AGAIN_MS) throw error;
        if (workers.now() === 0) throw new Error('all workers have ended');
      }
    }
    throw new Error(`no worker answered within ${answerMs / 1000} seconds`);
  }

  /** @param {Error} error */
  #giveUp(error) {
    if (!this.#isOpen) return;
    const { server, workers } = this.#to;
    this.#options.warn(`the queue at ${server} failed (${error.message}), so this process does the rest of the work`);
    this.#isOpen = false;
    workers.stop();
    this.#failure.reject(error);
  }

  /**
   * Reports a task that this process has to run. Of each kind, the first is enough.
   * @param {string} kind @param {unknown} error
   */
  #reportFailed(kind, error) {
    if (!this.#isOpen || this.#failed.has(kind)) return;
    this.#failed.add(kind);
    const why = error instanceof Error ? error.message : String(error);
    this.#options.warn(
      `no worker of ${this.#to.server} could do a task (“${kind}”: ${why}), so this process did it, ` +
        'and others of this kind that fail there',
    );
  }
}
