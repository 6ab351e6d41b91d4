/*
 * npm run bench -- queue-model [--half-cores] FOLDER [PAGES …]
 *
 * Estimates what machines with workers save. Builds a site with one worker that does one task at a time, and reads from
 * the queue how long each task took, and in which stage. Then shares out the tasks of each stage among 2, 4, 16 and 50
 * machines of four cores with a round trip of 20 ms; with PAGES, for larger sites of similar pages. --half-cores builds
 * the site once more with four workers of half a core each, and compares the time with an estimate for these. Needs
 * redis-server; --half-cores also needs to be root, and version 1 of control groups.
 */
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { estimateBuild } from './queue/model.js';
import { readTasks } from './queue/read-tasks.js';
import { BIN, killServer, startRedis, startWorker, stopAll, URL_OF_QUEUE } from './queue/start.js';
import { spawnTimed } from './time/measure.js';

const CONTROL = '/sys/fs/cgroup/cpu';
/** Microseconds of processor time in the default period of 100,000: half a core. */
const HALF_CORE_US = 50_000;
/** Time between two looks at whether all processes have ended. */
const WAIT_MS = 50;
const MACHINES = [2, 4, 16, 50];
const CORES = 4;
const ROUND_TRIP_MS = 20;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'half-cores': { type: 'boolean', default: false } },
});
const [site, ...sizes] = positionals;
if (!site) throw new Error('name a folder: npm run bench -- queue-model FOLDER');
const scratch = mkdtempSync(join(tmpdir(), 'bench-queue-model-'));

const one = await build(1);
const { pages } = one;
const busyMs = one.stages.flatMap(({ tasksMs }) => tasksMs).reduce((sum, ms) => sum + ms, 0);
const count = one.stages.reduce((sum, { tasksMs }) => sum + tasksMs.length, 0);
console.log(`${pages} pages: ${inSeconds(one.ms)} with one worker; ${count} tasks take ${inSeconds(busyMs)}`);
for (const size of [pages, ...sizes.map(Number)]) {
  const alone = estimateBuild(one.stages, { times: size / pages, workers: CORES, speed: 1, roundTripMs: 0 });
  const cells = MACHINES.map((machines) => {
    const way = { times: size / pages, workers: machines * CORES, speed: 1, roundTripMs: ROUND_TRIP_MS };
    const ms = estimateBuild(one.stages, way);
    return `${machines} machines ${inSeconds(ms)} (×${(alone / ms).toFixed(1)})`;
  });
  console.log(`${size} pages: one worker machine without delay ${inSeconds(alone)}; ${cells.join('; ')}`);
}
if (values['half-cores']) {
  const estimated = estimateBuild(one.stages, { times: 1, workers: 4, speed: 0.5, roundTripMs: 0 });
  const { ms } = await build(4, limitToHalf);
  const off = ((estimated / ms - 1) * 100).toFixed(0);
  console.log(`4 workers of half a core: ${inSeconds(ms)}, estimated ${inSeconds(estimated)} (${off} %)`);
}
rmSync(scratch, { recursive: true });

/**
 * Builds the site with some workers.
 * @param {number} workers
 * @param {(pid: number, index: number) => () => Promise<void>} [limit] limits a worker; returns a function that undoes
 *   it
 */
async function build(workers, limit = () => async () => {}) {
  const redis = await startRedis(scratch);
  const all = await Promise.all(Array.from({ length: workers }, startWorker));
  const undos = all.map(({ child }, index) => limit(Number(child.pid), index));
  const [out, report, trace] = ['out', 'report.json', 'trace.json'].map((name) => join(scratch, name));
  const flags = ['--cache', 'off', '--verify', 'off', '--quiet', '--json', report, '--timings', trace];
  const started = Date.now();
  const { child } = spawnTimed([execPath, BIN, 'build', site, '--out', out, '--queue', URL_OF_QUEUE, ...flags]);
  const [code] = await once(child, 'close');
  const ms = Date.now() - started;
  if (code !== 0) throw new Error(`the build ended with ${code}`);
  const events = JSON.parse(readFileSync(trace, 'utf8')).traceEvents;
  const stages = await readTasks(URL_OF_QUEUE, events, started + ms);
  await stopAll(all);
  await killServer(redis);
  for (const undo of undos) await undo();
  const { pages } = JSON.parse(readFileSync(report, 'utf8'));
  rmSync(out, { recursive: true });
  return { ms, stages, pages: pages.length };
}

/** @param {number} pid @param {number} index */
function limitToHalf(pid, index) {
  const group = join(CONTROL, `pagethrift-bench-${process.pid}-${index}`);
  mkdirSync(group);
  writeFileSync(join(group, 'cpu.cfs_quota_us'), String(HALF_CORE_US));
  for (const each of listProcesses(pid)) writeFileSync(join(group, 'cgroup.procs'), String(each));
  return async () => {
    // Processes of the browser end after the worker.
    while (readFileSync(join(group, 'cgroup.procs'), 'utf8') !== '') await wait(WAIT_MS);
    rmdirSync(group);
  };
}

/** Lists a process and those that it started. @param {number} pid @returns {number[]} */
function listProcesses(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return [pid, ...(children ? children.split(' ').flatMap((child) => listProcesses(Number(child))) : [])];
}

/** @param {number} ms */
function inSeconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
