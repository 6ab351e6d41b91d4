import { listDescendants, readProc } from './processes.js';

/** Milliseconds of a tick, the unit of processor time on Linux. USER_HZ is 100 everywhere. */
const TICK_MS = 10;

/**
 * Fields of /proc/PID/stat after the name: time of the process and of its children that have ended.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 */
const TIME_FIELDS = [11, 12, 13, 14];

/**
 * Returns the processor time of all descendants of a process, 0 if the system does not report it.
 * @param {number} pid
 */
export function readTreeCpuMs(pid) {
  const ticks = listDescendants(pid).map((child) => {
    const fields = readProc(`/proc/${child}/stat`)
      .replace(/^.*\) /, '')
      .split(' ');
    return TIME_FIELDS.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0);
  });
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS;
}
