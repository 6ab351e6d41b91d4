/*
 * npm run bench -- queue-model TRACE [PAGES …]
 *
 * Estimates the benefit of a queue for a site from the trace of one build (`--timings TRACE --cache off`). Assigns
 * tasks to 1, 2, 4 … workers with one task at a time over a network with a round trip of 20 ms, using their measured
 * CPU times. With PAGES, also estimates larger sites of similar pages. Work of the build process itself, including
 * rendering, is not shared.
 */
import { readFileSync } from 'node:fs';
import { argv } from 'node:process';

const [file, ...sizes] = argv.slice(2);
if (!file) throw new Error('name a trace: npm run bench -- queue-model TRACE [PAGES …]');

/** Tasks that threads and queues execute. Tasks such as `smallest` and `ladder` only request these. */
const SHARED = new Set(['pack', 'look', 'weigh']);
const MAKER = /^(?:png|gif|apng|jpeg|webp|avif|svg|fine)\b/;
const ROUND_TRIP_MS = 20;
/**
 * Number of tasks in transit to a worker, as in lib/run/tasks/queue.js, and the max number that a build queues at a
 * time.
 */
const IN_FLIGHT = 4;
const MAX_AT_ONCE = 256;
/** CPU time of the build per task, measured with 300 tasks of 20 kB and Redis 7.0 on the same machine. */
const HAND_OVER_MS = 1.2;
const WORKERS = [1, 2, 4, 8, 16, 50];
const CORES = 2;

const { traceEvents } = JSON.parse(readFileSync(file, 'utf8'));
const events = traceEvents.filter((/** @type {any} */ { ph }) => ph === 'X');
const of = (/** @type {string} */ kind) => events.filter((/** @type {any} */ { cat }) => cat === kind);
const sum = (/** @type {readonly number[]} */ all) => all.reduce((total, each) => total + each, 0);
const tasks = of('file')
  .filter((/** @type {any} */ { name }) => SHARED.has(name) || MAKER.test(name))
  .map((/** @type {any} */ { args }) => args.processorMs)
  .filter((/** @type {number} */ ms) => ms > 0);
const LOOKS = new Set(['observing', 'measuring', 'verifying']);
const inStages = (/** @type {boolean} */ isLook) =>
  sum(
    of('stage').flatMap((/** @type {any} */ { name, args }) => (LOOKS.has(name) === isLook ? [args.processorMs] : [])),
  );
const looksMs = inStages(true);
const ownMs = inStages(false) - sum(tasks);
const pages = new Set(
  of('rule')
    .map((/** @type {any} */ { args }) => args.of)
    .filter((/** @type {string} */ name) => /\.html?/.test(name)),
).size;

/** Returns the time of the build process itself, of which only rendering uses several cores. */
const hereMs = (/** @type {number} */ times) => Math.max(0, ownMs) * times + (looksMs * times) / CORES;

/**
 * Assigns the longest tasks first, each to the next free worker.
 * @param {number} workers
 * @param {readonly number[]} all
 */
function shareOut(workers, all) {
  const busyMs = new Array(workers).fill(0);
  for (const ms of all.toSorted((a, b) => b - a)) {
    const least = busyMs.indexOf(Math.min(...busyMs));
    busyMs[least] += ms;
  }
  return Math.max(...busyMs);
}

console.log(
  `${pages} pages: ${tasks.length} tasks of ${seconds(sum(tasks))} s, the longest ${seconds(Math.max(...tasks))} s; ` +
    `looks ${seconds(looksMs)} s; all else ${seconds(ownMs)} s`,
);
for (const size of [pages, ...sizes.map(Number)]) {
  const times = size / pages;
  const count = Math.round(tasks.length * times);
  const all = Array.from({ length: count }, (_, index) => tasks[index % tasks.length]);
  const aloneMs = hereMs(times) + shareOut(CORES, all);
  const cells = WORKERS.map((workers) => {
    const atOnce = Math.min(MAX_AT_ONCE, workers * IN_FLIGHT);
    // A worker that has received its next task before finishing one does not wait for the network.
    const limits = [shareOut(workers, all), (count / atOnce) * ROUND_TRIP_MS, count * HAND_OVER_MS];
    const totalMs = hereMs(times) + Math.max(...limits);
    return `${workers} workers ${(totalMs / 1000).toFixed(0)} s (×${(aloneMs / totalMs).toFixed(2)})`;
  });
  const most = aloneMs / hereMs(times);
  console.log(
    `${size} pages: ${CORES} threads ${(aloneMs / 1000).toFixed(0)} s; ${cells.join('; ')}; ` +
      `at most ×${most.toFixed(2)}, by what the build does itself`,
  );
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(1);
}
