/** @import { SharedRunner, TaskRunner } from './types.ts' */

import { deserialize } from 'node:v8';
import { OverLimitError } from '../../base/errors.js';
import { openBlobs, wrapTask } from './blobs.js';
import { connect, queueName } from './connect.js';

/** Tasks in transit per worker, so that none waits for the next while a result is sent. */
const TASKS_FOR_A_WORKER = 4;
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
 * @param {{ version: string, local: TaskRunner, warn: (message: string) => void, answerMs?: number }} options
 *   `answerMs`: time after which a task without an answer is run locally
 * @returns {Promise<SharedRunner>}
 */
export async function openQueue(url, { version, local, warn, answerMs = ANSWER_MS }) {
  const { Queue, QueueEvents, redis } = await connect(url);
  const listening = redis.duplicate();
  const name = queueName(version);
  const queue = new Queue(name, { connection: redis });
  const events = new QueueEvents(name, { connection: listening });
  // Both streams have a listener for each awaited task.
  for (const one of [queue, events]) one.setMaxListeners(0);
  const blobs = openBlobs(redis);
  const workers = await queue.getWorkersCount();
  if (workers === 0) warn(`no worker of version ${version} listens to ${url}, so this process does the work: ${START}`);
  let isOpen = workers > 0;
  /** @type {PromiseWithResolvers<never>} */
  const failure = Promise.withResolvers();
  failure.promise.catch(() => {});

  /** @param {Error} error */
  function giveUp(error) {
    if (isOpen) warn(`the queue at ${url} failed (${error.message}), so this process does the rest of the work`);
    isOpen = false;
    failure.reject(error);
  }
  redis.on('error', giveUp);
  listening.on('error', giveUp);
  queue.on('error', giveUp);
  events.on('error', giveUp);

  /**
   * Requests a task until it is answered: a restarted server has lost its data, and an answer during that time is not
   * repeated.
   * @param {string} kind @param {Parameters<typeof wrapTask>[1]} task
   */
  async function runAway(kind, task) {
    const { parcel, key, sent } = wrapTask(kind, task);
    const options = { jobId: key, attempts: ATTEMPTS, removeOnComplete: { age: KEPT_SECONDS }, removeOnFail: true };
    for (const askedMs = performance.now(); performance.now() - askedMs < answerMs; ) {
      const startMs = performance.now();
      for (const [digest, read] of sent) if (!blobs.has(digest)) await blobs.put(digest, read());
      const job = await queue.add(kind, parcel, options);
      try {
        const result = await blobs.get(await job.waitUntilFinished(events, ASK_AGAIN_MS));
        if (!result) throw new Error('the result has expired');
        return /** @type {import('./blobs.js').QueueAnswer} */ (deserialize(result));
      } catch (error) {
        if (performance.now() - startMs < ASK_AGAIN_MS) throw error;
      }
    }
    throw new Error(`no worker answered within ${answerMs / 1000} seconds`);
  }

  return {
    isShared: () => isOpen,
    atOnce: isOpen ? Math.min(MAX_AT_ONCE, workers * TASKS_FOR_A_WORKER) : local.atOnce,
    async run(kind, task) {
      if (!isOpen) return local.run(kind, task);
      // A task that fails on a worker is run locally, so that the reason is reported as usual.
      const answer = await Promise.race([runAway(kind, task), failure.promise]).catch(() => null);
      if (!answer) return local.run(kind, task);
      if ('excess' in answer) throw new OverLimitError(answer.excess);
      return /** @type {never} */ (answer.done);
    },
    async close() {
      isOpen = false;
      await local.close();
      await Promise.race([Promise.all([queue.close(), events.close()]), failure.promise]).catch(() => null);
      redis.disconnect();
      listening.disconnect();
    },
  };
}
