import { Queue } from 'bullmq';
import { Redis } from 'ioredis';

/** @typedef {import('./model.js').Stage} Stage */

/** Traces are in microseconds. */
const US_PER_MS = 1000;

/**
 * Reads the finished tasks of all queues of a server, and divides them among the stages of the build.
 * @param {string} url
 * @param {readonly any[]} events of the trace of the build
 * @param {number} endedMs when the build ended, in milliseconds since 1970
 * @returns {Promise<Stage[]>}
 */
export async function readTasks(url, events, endedMs) {
  const redis = new Redis(url, { maxRetriesPerRequest: null });
  const keys = await redis.keys('bull:*:meta');
  /** @type {{ startMs: number, endMs: number }[]} */
  const tasks = [];
  for (const key of keys) {
    const queue = new Queue(key.slice('bull:'.length, -':meta'.length), { connection: redis });
    for (const { processedOn = 0, finishedOn = 0 } of await queue.getCompleted())
      tasks.push({ startMs: processedOn, endMs: finishedOn });
    await queue.close();
  }
  redis.disconnect();
  const stages = events.filter(({ ph, cat }) => ph === 'X' && cat === 'stage');
  const lastMs = Math.max(...stages.map(({ ts, dur }) => ts + dur)) / US_PER_MS;
  return stages.map(({ name, ts, dur }, index) => {
    const startMs = endedMs - lastMs + ts / US_PER_MS;
    const endMs = startMs + dur / US_PER_MS;
    const isOwn = (/** @type {typeof tasks[number]} */ task) =>
      task.startMs < endMs && (task.startMs >= startMs || index === 0);
    const own = tasks.filter(isOwn);
    const tasksMs = own.map((task) => task.endMs - task.startMs);
    return { name, ownMs: Math.max(0, dur / US_PER_MS - unionOf(own)), tasksMs };
  });
}

/** Returns the time in which at least one task ran. @param {readonly { startMs: number, endMs: number }[]} tasks */
function unionOf(tasks) {
  let [sumMs, untilMs] = [0, 0];
  for (const { startMs, endMs } of tasks.toSorted((a, b) => a.startMs - b.startMs)) {
    sumMs += Math.max(0, endMs - Math.max(startMs, untilMs));
    untilMs = Math.max(untilMs, endMs);
  }
  return sumMs;
}
