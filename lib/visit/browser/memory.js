import { listDescendants, readProc } from './processes.js';

/** Interval of checks. A page can take some hundred megabytes in that time, not all of the memory. */
const WATCH_EVERY_MS = 250;
/** `/proc` says kilobytes. */
const KILOBYTES_PER_MEGABYTE = 1024;

/**
 * @typedef {object} MemoryWatch
 * @property {() => void} start
 * @property {() => void} stop
 * @property {() => number} ended how many processes were ended until now
 */

/**
 * Ends the processes of pages that exceed their memory. Each page has its own process, so that only that page fails.
 * The memory of a process is only available on Linux at low cost; elsewhere nothing is ended.
 * @param {() => number | undefined} findBrowser returns the process of the running browser @param {number} megabytes
 * @returns {MemoryWatch}
 */
export function watchMemory(findBrowser, megabytes) {
  let ended = 0;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const look = () => {
    const browser = findBrowser();
    if (browser === undefined) return;
    for (const pid of listDescendants(browser).filter(isRenderer)) {
      if (readMegabytes(pid) > megabytes && end(pid)) ended += 1;
    }
  };
  return {
    start: () => {
      if (process.platform !== 'linux' || timer) return;
      timer = setInterval(look, WATCH_EVERY_MS);
      timer.unref();
    },
    stop: () => {
      clearInterval(timer);
      timer = undefined;
    },
    ended: () => ended,
  };
}

/** @param {number} pid */
function isRenderer(pid) {
  return readProc(`/proc/${pid}/cmdline`).includes('--type=renderer');
}

/**
 * Returns the private memory of a process.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html
 * @param {number} pid
 */
function readMegabytes(pid) {
  const status = readProc(`/proc/${pid}/status`);
  const kilobytes = ['RssAnon', 'RssShmem'].map((name) =>
    Number(new RegExp(`^${name}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0),
  );
  return (kilobytes[0] + kilobytes[1]) / KILOBYTES_PER_MEGABYTE;
}

/** @param {number} pid */
function end(pid) {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself.
    return false;
  }
}
