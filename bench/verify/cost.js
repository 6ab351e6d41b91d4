import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { openBrowser } from '../../lib/visit/browser/open.js';
import { verifyPages } from '../../lib/visit/verify/verify.js';
import { FULL_VIEWS } from '../../lib/visit/verify/views.js';
import { BEFORE, buildWith, HONEST, toLookup } from './fixture.js';
import { listSites, pickPages } from './sites.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */

const TICK_MS = 10;
const PAGES = 20;

/**
 * Measures the cost of rendering a page before and after a change in one view: wall time, and CPU time of this process
 * and the browser, which does not depend on other load.
 * @param {OpenBrowser} browser
 * @param {string[]} options number of pages of real sites
 */
export async function measureCost(browser, [count = String(PAGES)]) {
  const steps = {
    pages: [{ path: 'index.html', changes: HONEST.map(({ info }) => info) }],
    before: toLookup(BEFORE),
    build: buildWith(HONEST),
  };
  const real = pickPages(listSites(), Number(count)).map(({ path, lookup }) => ({
    pages: [{ path, changes: [] }],
    before: lookup,
    build: () => lookup,
  }));
  const tens = Array.from({ length: 10 }, () => steps);
  await verifyPages({ ...steps, browser });
  report('fixture', await measure(browser, tens));
  if (real.length > 0) report(`${real.length} real pages`, await measure(browser, real));
  await reportScaling(browser, real.length > 0 ? real : tens);
  const known = new Map();
  const cache = {
    get: async (/** @type {string} */ key) => known.get(key) ?? null,
    set: async (/** @type {string} */ key, /** @type {unknown} */ value) => void known.set(key, value),
  };
  await verifyPages({ ...steps, browser, cache });
  const startedMs = performance.now();
  await verifyPages({ ...steps, browser, cache });
  console.log(`unchanged page on a rebuild: ${(performance.now() - startedMs).toFixed(1)} ms`);
}

/** @param {OpenBrowser} browser @param {Omit<Parameters<typeof verifyPages>[0], 'browser'>[]} jobs */
async function measure(browser, jobs) {
  const startedMs = performance.now();
  const startedCpuMs = readCpuMs(process.pid);
  for (const job of jobs) await verifyPages({ ...job, browser });
  const looks = jobs.length * FULL_VIEWS.length;
  return { wallMs: (performance.now() - startedMs) / looks, cpuMs: (readCpuMs(process.pid) - startedCpuMs) / looks };
}

/**
 * Measures the same pages one after another, and as many at once as there are cores.
 * @param {OpenBrowser} single @param {Omit<Parameters<typeof verifyPages>[0], 'browser'>[]} jobs
 */
async function reportScaling(single, jobs) {
  const atOnce = availableParallelism();
  const pool = await openBrowser({ jobs: atOnce, note: console.error });
  if (!pool) throw new Error('the browser does not start a second time');
  const time = async (/** @type {OpenBrowser} */ browser) => {
    await verifyPages({ ...jobs[0], browser });
    const startedMs = performance.now();
    await Promise.all(jobs.map((job) => verifyPages({ ...job, browser })));
    return (performance.now() - startedMs) / 1000;
  };
  const [alone, together] = [await time(single), await time(pool)];
  await pool.close();
  console.log(
    `${jobs.length} pages by one: ${alone.toFixed(1)} s; by ${atOnce}: ${together.toFixed(1)} s, ` +
      `${(alone / together).toFixed(2)} times as fast`,
  );
}

/** @param {string} name @param {{ wallMs: number, cpuMs: number }} cost */
function report(name, { wallMs, cpuMs }) {
  console.log(`${name}: ${wallMs.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of processor time a page and viewport`);
}

/**
 * Returns the CPU time of a process and all its descendants, including finished children. Linux only.
 * @see https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
 * @param {number} root
 */
export function readCpuMs(root) {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readStat);
  const family = new Set([root]);
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { pid, parent } of stats) if (family.has(parent)) family.add(pid);
  }
  return stats.filter(({ pid }) => family.has(pid)).reduce((sum, { ticks }) => sum + ticks * TICK_MS, 0);
}

/** @param {string} name @returns {{ pid: number, parent: number, ticks: number }[]} */
function readStat(name) {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return [
      {
        pid: Number(name),
        parent: Number(fields[1]),
        ticks: fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0),
      },
    ];
  } catch {
    return [];
  }
}
