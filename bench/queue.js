/*
 * npm run bench -- queue FOLDER [KILLS]
 *
 * Builds a site with threads and with 1, 2 and 4 worker processes of one task at a time, and compares every byte, the
 * time, and the CPU time of the build and the workers together. Then builds it while workers are killed at KILLS random
 * moments (default 10), while the server is restarted, and while it has no memory left. Needs redis-server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawnTimed } from './time/measure.js';

const [site, kills = '10'] = argv.slice(2);
if (!site) throw new Error('name a folder: npm run bench -- queue FOLDER');
const BIN = fileURLToPath(new URL('../bin/pagethrift.js', import.meta.url));
const PORT = 20_000 + (process.pid % 10_000);
const URL_OF_QUEUE = `redis://127.0.0.1:${PORT}`;
const scratch = mkdtempSync(join(tmpdir(), 'bench-queue-'));
let runs = 0;
let wrong = 0;

/** @param {string[]} more */
async function startRedis(more = []) {
  const args = ['--port', String(PORT), '--save', '', '--bind', '127.0.0.1', '--dir', scratch, ...more];
  const server = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
    server.stdout.on('data', (text) => {
      said += text;
      if (said.includes('Ready to accept')) resolve(null);
    });
  });
  return server;
}

async function startWorker() {
  const worker = spawnTimed([execPath, BIN, 'worker', '--queue', URL_OF_QUEUE, '--jobs', '1']);
  await once(worker.child.stdout, 'data');
  return worker;
}

/**
 * Ends a worker with all its processes. Returns its CPU time in seconds, 0 if it was killed.
 * @param {Awaited<ReturnType<typeof startWorker>>} worker
 */
async function stopWorker({ child, cpuSeconds }, signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'close');
    process.kill(-Number(child.pid), signal);
    await gone;
  }
  return cpuSeconds() ?? 0;
}

/** @param {readonly Awaited<ReturnType<typeof startWorker>>[]} workers */
async function stopAll(workers, signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) {
  const each = await Promise.all(workers.map((worker) => stopWorker(worker, signal)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}

/** @param {import('node:child_process').ChildProcess} child */
async function killServer(child) {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** @param {string[]} more */
async function build(more) {
  const out = join(scratch, `out-${runs++}`);
  const report = `${out}.json`;
  const startMs = performance.now();
  const flags = ['--cache', 'off', '--verify', 'off', '--quiet', '--json', report, '--jobs', '2', ...more];
  const { child, cpuSeconds } = spawnTimed([execPath, BIN, 'build', site, '--out', out, ...flags]);
  const [code] = await once(child, 'close');
  const { warnings } = JSON.parse(readFileSync(report, 'utf8'));
  const said = warnings.flatMap((/** @type {any} */ one) => (one.code === 'queue' ? [one.message] : []));
  return { out, code, seconds: (performance.now() - startMs) / 1000, cpuSeconds: cpuSeconds() ?? 0, said };
}

/** @param {string} folder */
const filesOf = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

/** @param {string} one @param {string} other */
function listDifferent(one, other) {
  const paths = new Set([...filesOf(one), ...filesOf(other)]);
  const read = (/** @type {string} */ path) => readFileSync(path, { flag: 'r' });
  return [...paths].filter((path) => {
    try {
      return !read(join(one, path)).equals(read(join(other, path)));
    } catch {
      return true;
    }
  });
}

/** @param {string} name @param {Awaited<ReturnType<typeof build>>} run @param {number} [others] CPU of the workers */
function tell(name, { out, code, seconds, cpuSeconds, said }, others) {
  const different = listDifferent(alone.out, out);
  if (code !== 0 || different.length > 0) wrong += 1;
  const share = (/** @type {number} */ one, /** @type {number} */ of) => `${((one / of) * 100).toFixed(0)} %`;
  const whole = cpuSeconds + (others ?? 0);
  const cpu = others === undefined ? '' : `CPU ${whole.toFixed(1)} s ${share(whole, alone.cpuSeconds)}  `;
  console.log(
    `${name.padEnd(34)} exit ${code} ${seconds.toFixed(1).padStart(7)} s ${share(seconds, alone.seconds)}  ${cpu}` +
      `${different.length} files differ ${different.slice(0, 3).join(' ')}  ${said.join('; ')}`,
  );
  rmSync(out, { recursive: true });
}

const alone = await build([]);
console.log(
  `${'2 threads'.padEnd(34)} exit ${alone.code} ${alone.seconds.toFixed(1).padStart(7)} s  ` +
    `CPU ${alone.cpuSeconds.toFixed(1)} s`,
);
for (const count of [1, 2, 4]) {
  const redis = await startRedis();
  const workers = await Promise.all(Array.from({ length: count }, startWorker));
  const run = await build(['--queue', URL_OF_QUEUE]);
  tell(`${count} worker processes`, run, await stopAll(workers));
  await killServer(redis);
}

{
  const redis = await startRedis();
  const workers = await Promise.all([startWorker(), startWorker()]);
  let isOver = false;
  const killing = (async () => {
    for (let kill = 0; kill < Number(kills) && !isOver; kill += 1) {
      await wait(Math.random() * 3000);
      const at = kill % workers.length;
      await stopWorker(workers[at], 'SIGKILL');
      workers[at] = await startWorker();
    }
  })();
  tell(`2 workers, killed up to ${kills} times`, await build(['--queue', URL_OF_QUEUE]));
  isOver = true;
  await killing;
  await stopAll(workers);
  await killServer(redis);
}

{
  let redis = await startRedis();
  const workers = await Promise.all([startWorker(), startWorker()]);
  const restarting = wait(4000).then(async () => {
    await killServer(redis);
    redis = await startRedis();
  });
  tell('server restarted after 4 s', await build(['--queue', URL_OF_QUEUE]));
  await restarting;
  await stopAll(workers);
  await killServer(redis);
}

{
  const redis = await startRedis(['--maxmemory', '4mb', '--maxmemory-policy', 'noeviction']);
  const workers = await Promise.all([startWorker(), startWorker()]);
  tell('server with 4 MB of memory', await build(['--queue', URL_OF_QUEUE]));
  await stopAll(workers, 'SIGKILL');
  await killServer(redis);
}

rmSync(scratch, { recursive: true });
exit(wrong > 0 ? 1 : 0);
