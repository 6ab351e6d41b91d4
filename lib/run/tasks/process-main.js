/** The program of a task process: runs one task after the other, each under its own limit. */
/** @import { Limit } from './limits.js' */

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { TASKS } from './tasks.js';

/** @typedef {{ kind: string, task: object, limit: Limit }} Order */
/**
 * @typedef {{ done: unknown, tookMs: number, cpuMs: number } | { error: { name: string, message: string } }} Answer
 */

/** Values that the watching thread reads, see watch-process.js. */
const watched = new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));
const watcher = new Worker(new URL('./watch-process.js', import.meta.url), {
  workerData: { watched, parent: process.ppid },
});
watcher.unref();
const isWatching = once(watcher, 'online');

process.on('message', (/** @type {Order} */ order) => void isWatching.then(() => answer(order)));
// Ctrl-C reaches all processes of a terminal: the parent decides about its tasks.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

/** @param {Order} order */
async function answer({ kind, task, limit }) {
  const [startMs, startCpuMs] = [performance.now(), readCpuMs()];
  watched.set([startCpuMs + limit.cpuMs, limit.megabytes]);
  /** @type {Answer} */
  let said;
  try {
    if (!Object.hasOwn(TASKS, kind)) throw new Error(`There is no task “${kind}”.`);
    const done = await TASKS[kind](task);
    said = { done, tookMs: performance.now() - startMs, cpuMs: readCpuMs() - startCpuMs };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : { name: 'Error', message: String(error) };
    said = { error: { name, message } };
  }
  watched.fill(0);
  process.send?.(said);
}

/** Returns the processor time of this process so far. */
function readCpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
