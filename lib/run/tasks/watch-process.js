/**
 * The thread that watches the task of its process. It ends the process if the task exceeds its limit or the parent is
 * gone: the thread of the task can hang in a loop or in native code.
 */
import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';

/** Interval of checks. */
const WATCH_MS = 50;
/** File descriptor that reports the exceeded limit to the parent. */
const REASON_FD = 4;
/** Bytes of a megabyte. */
const MEGABYTE = 1e6;

/** @type {{ watched: Float64Array, parent: number }} */
const { watched, parent } = workerData;

setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  const [maxCpuMs, maxMegabytes] = watched;
  if (maxCpuMs === 0) return;
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > maxCpuMs) end('cpuMs');
  if (process.memoryUsage.rss() > maxMegabytes * MEGABYTE) end('megabytes');
}, WATCH_MS);

/** @param {keyof import('./limits.js').Limit} resource */
function end(resource) {
  writeSync(REASON_FD, resource);
  process.kill(process.pid, 'SIGKILL');
}
