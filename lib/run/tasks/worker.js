/** @import { TaskRunner } from './types.ts' */
/** @import { Parcel, QueueAnswer } from './blobs.js' */

import { serialize } from 'node:v8';
import { OverLimitError } from '../../base/errors.js';
import { openBlobs, unwrapTask } from './blobs.js';
import { connect, queueName } from './connect.js';
import { workerName } from './count-workers.js';

/** Time after which a silent worker counts as dead, and its task goes to another. */
const LOCK_MS = 30_000;
/** Max bytes of files that a worker keeps for its next tasks. */
const MAX_NEAR_BYTES = 64 * 1024 * 1024;
/** Max workers that a task can take down before it is left to the build. */
const MAX_DEATHS = 2;

/**
 * Runs tasks of a queue until it is closed.
 * @param {string} url of a Redis server
 * @param {{ version: string, runner: TaskRunner, onError: (message: string) => void }} options
 */
export async function openWorker(url, { version, runner, onError }) {
  const { Worker, redis } = await connect(url);
  const carrying = redis.duplicate();
  const blobs = openBlobs(carrying);
  const name = queueName(version);

  /** Bytes of files that tasks share. @type {Map<string, Uint8Array>} */
  const near = new Map();
  let nearBytes = 0;

  /** @param {string} digest */
  async function read(digest) {
    const bytes = near.get(digest) ?? (await blobs.get(digest));
    if (!bytes || near.has(digest)) return bytes;
    if (nearBytes + bytes.length > MAX_NEAR_BYTES) {
      near.clear();
      nearBytes = 0;
    }
    near.set(digest, bytes);
    nearBytes += bytes.length;
    return bytes;
  }

  /** @param {{ id?: string, data: Parcel }} job */
  async function work({ id, data }) {
    const result = `result-${version}-${id}`;
    if (!(await blobs.get(result))) {
      const done = await runOnce(runner, data.kind, await unwrapTask(data, { get: read }));
      await blobs.put(result, serialize(done));
    }
    return result;
  }

  const worker = new Worker(name, work, {
    connection: redis,
    concurrency: runner.atOnce,
    name: workerName(runner.atOnce),
    lockDuration: LOCK_MS,
    maxStalledCount: MAX_DEATHS,
  });
  carrying.on('error', () => {});
  // A server that is full or gone fails many commands a second, all with the same message.
  const said = new Set();
  worker.on('error', (/** @type {Error} */ { message }) => {
    if (!said.has(message)) onError(message);
    said.add(message);
  });
  worker.on('completed', () => said.clear());
  return {
    async close() {
      // Without the server, no result can be returned. Other workers or the build run the task.
      await worker.close(redis.status !== 'ready');
      await runner.close();
      redis.disconnect();
      carrying.disconnect();
    },
  };
}

/**
 * Runs a task. If it exceeds its limit here, it would do so on other machines, so that is the result.
 * @param {TaskRunner} runner @param {string} kind @param {object} task
 * @returns {Promise<QueueAnswer>}
 */
async function runOnce(runner, kind, task) {
  try {
    return { done: await runner.run(kind, task) };
  } catch (error) {
    if (error instanceof OverLimitError) return { excess: error.message };
    throw error;
  }
}
