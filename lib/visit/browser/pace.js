import { listDescendants, readProc } from './processes.js';

/** Interval of reads: enough for budgets of seconds, and a read takes 2 ms. */
const READ_EVERY_MS = 250;
/**
 * Min pace of the clock on a busy machine, so that a page's budget ends.
 */
const MIN_PACE = 0.25;

/**
 * Nanoseconds that processes ran, and that they waited for a processor.
 * @typedef {{ ran: number, waited: number }} Shares
 */

/**
 * Creates a clock that slows down while the browser waits for a processor: on a busy machine, pages take longer through
 * no fault of theirs. Only Linux reports the wait of processes; elsewhere it is the usual clock.
 * @param {() => number | undefined} findBrowser returns the process of the running browser
 * @param {{ read?: (pid: number) => ReadonlyMap<number, Shares>, readMs?: () => number }} [seams]
 */
export function openPace(findBrowser, { read = readShares, readMs = () => performance.now() } = {}) {
  let lastMs = readMs();
  let paceMs = 0;
  let pace = 1;
  /** @type {ReadonlyMap<number, Shares>} */
  let known = new Map();
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  // Never goes back: what a budget has counted once stays counted, although the pace since is found to be lower.
  let toldMs = 0;
  const now = () => {
    toldMs = Math.max(toldMs, paceMs + (readMs() - lastMs) * pace);
    return toldMs;
  };
  const look = () => {
    const pid = findBrowser();
    const next = pid === undefined ? new Map() : read(pid);
    const passed = paceOf(known, next);
    known = next;
    const ms = readMs();
    paceMs += (ms - lastMs) * passed;
    lastMs = ms;
    pace = passed;
  };
  return {
    now,
    look,
    start: () => {
      if (process.platform !== 'linux' || timer) return;
      timer = setInterval(look, READ_EVERY_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
      look();
      pace = 1;
    },
  };
}

/**
 * Returns the share of the time with work in which processes had a processor.
 * @param {ReadonlyMap<number, Shares>} before @param {ReadonlyMap<number, Shares>} after
 */
function paceOf(before, after) {
  let [ran, waited] = [0, 0];
  for (const [pid, shares] of after) {
    const former = before.get(pid);
    if (!former) continue;
    ran += shares.ran - former.ran;
    waited += shares.waited - former.waited;
  }
  return ran + waited > 0 ? Math.max(MIN_PACE, ran / (ran + waited)) : 1;
}

/**
 * Returns the times that the main threads of a browser's processes, in which pages run, had a processor and waited for
 * one.
 * @see https://docs.kernel.org/scheduler/sched-stats.html
 * @param {number} pid
 * @returns {Map<number, Shares>}
 */
function readShares(pid) {
  return new Map(
    listDescendants(pid).map((child) => {
      const [ran = 0, waited = 0] = readProc(`/proc/${child}/schedstat`).split(' ').map(Number);
      return [child, { ran, waited }];
    }),
  );
}
