import { readlinkSync } from 'node:fs';
import { listDescendants, readProc } from './processes.js';

/** Milliseconds of a tick, the unit of processor time on Linux. USER_HZ is 100 everywhere. */
const TICK_MS = 10;

/**
 * Fields of /proc/PID/stat after the name: time of the process and of its children that have ended.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
const TIME_FIELDS = [11, 12, 13, 14];

/**
 * Returns the processor time of all descendants of a process: of those that run the same program, which do tasks, and
 * of the others, which are browsers. Both are 0 if the system does not report it.
 * @param {number} pid
 * @returns {{ tasksMs: number, browserMs: number }}
 */
export function readTreeCpuMs(pid) {
  const program = programOf(pid);
  const { tasks = [], browsers = [] } = Object.groupBy(listDescendants(pid), (child) =>
    programOf(child) === program ? 'tasks' : 'browsers',
  );
  return { tasksMs: sumCpuMs(tasks), browserMs: sumCpuMs(browsers) };
}

/** @param {readonly number[]} pids */
function sumCpuMs(pids) {
  const ticks = pids.map((pid) => {
    const fields = readProc(`/proc/${pid}/stat`)
      .replace(/^.*\) /, '')
      .split(' ');
    return TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}

/** Returns the file that a process runs, null if it has ended or belongs to another user. @param {number} pid */
function programOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/exe`);
  } catch {
    return null;
  }
}
