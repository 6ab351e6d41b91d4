import { listDescendants, readProc } from './processes.js';

/** Often enough for pages that have seconds; reading takes 2 ms. */
const READ_EVERY_MS = 250;
/**
 * However busy the machine is, time goes at least at a quarter of its pace, so that a page's budget ends. Chosen: at a
 * load of 16 on two cores the pace is .37.
 */
const LEAST_PACE = 0.25;

/**
 * Nanoseconds that processes had a processor, and that they waited for one though they had work.
 * @typedef {{ ran: number, waited: number }} Shares
 */

/**
 * A clock that slows down where the browser waits for a processor: on a machine with much else to do, pages take longer
 * through no fault of theirs. Only Linux says how long processes wait; elsewhere it is the usual clock.
 * @param {() => number | undefined} findBrowser the process of the browser that runs now
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
  const now = () => paceMs + (readMs() - lastMs) * pace;
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
 * The part of the time in which processes had work that they had a processor too.
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
  return ran + waited > 0 ? Math.max(LEAST_PACE, ran / (ran + waited)) : 1;
}

/**
 * What the main threads of a browser's processes, which pages run in, had and waited for.
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
