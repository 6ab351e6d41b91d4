/** The module that each worker thread runs. */
import { TASKS } from './tasks.js';

/** Processor times come in microseconds. */
const MICROSECONDS_PER_MS = 1000;

/** @param {{ kind: string, task: object }} order */
export default async ({ kind, task }) => {
  const [startMs, startCpuMs] = [performance.now(), readCpuMs()];
  const done = await TASKS[kind](task);
  return { done, tookMs: performance.now() - startMs, cpuMs: readCpuMs() - startCpuMs };
};

/** The processor time of this thread; Node 22 does not say it, and the clock has to do. */
function readCpuMs() {
  if (!process.threadCpuUsage) return performance.now();
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}
