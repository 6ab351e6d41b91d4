/*
 * npm run bench -- queue FOLDER [KILLS]
 *
 * Builds a site with threads and with 1, 2 and 4 worker processes of one task at a time, and compares every byte and
 * the time. Then builds it while workers are killed at KILLS random moments (default 10), while the server is
 * restarted, and while it has no memory left. Needs redis-server.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

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
  const worker = spawn(execPath, [BIN, 'worker', '--queue', URL_OF_QUEUE, '--jobs', '1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(worker.stdout, 'data');
  return worker;
}

/** @param {import('node:child_process').ChildProcess} child */
async function stop(child, signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** @param {string[]} more */
async function build(more) {
  const out = join(scratch, `out-${runs++}`);
  const report = `${out}.json`;
  const startMs = performance.now();
  const flags = ['--cache', 'off', '--verify', 'off', '--quiet', '--json', report, '--jobs', '2', ...more];
  const child = spawn(execPath, [BIN, 'build', site, '--out', out, ...flags], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  const { warnings } = JSON.parse(readFileSync(report, 'utf8'));
  const said = warnings.flatMap((/** @type {any} */ one) => (one.code === 'queue' ? [one.message] : []));
  return { out, code, seconds: (performance.now() - startMs) / 1000, said };
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

/** @param {string} name @param {Awaited<ReturnType<typeof build>>} run */
function tell(name, { out, code, seconds, said }) {
  const different = listDifferent(alone.out, out);
  if (code !== 0 || different.length > 0) wrong += 1;
  const share = ((seconds / alone.seconds) * 100).toFixed(0);
  console.log(
    `${name.padEnd(34)} exit ${code} ${seconds.toFixed(1).padStart(7)} s ${share.padStart(4)} %  ${different.length} ` +
      `files differ ${different.slice(0, 3).join(' ')}  ${said.join('; ')}`,
  );
  rmSync(out, { recursive: true });
}

const alone = await build([]);
console.log(`${'2 threads'.padEnd(34)} exit ${alone.code} ${alone.seconds.toFixed(1).padStart(7)} s`);
for (const count of [1, 2, 4]) {
  const redis = await startRedis();
  const workers = await Promise.all(Array.from({ length: count }, startWorker));
  tell(`${count} worker processes`, await build(['--queue', URL_OF_QUEUE]));
  await Promise.all(workers.map((worker) => stop(worker)));
  await stop(redis, 'SIGKILL');
}

{
  const redis = await startRedis();
  const workers = await Promise.all([startWorker(), startWorker()]);
  let isOver = false;
  const killing = (async () => {
    for (let kill = 0; kill < Number(kills) && !isOver; kill += 1) {
      await wait(Math.random() * 3000);
      const at = kill % workers.length;
      await stop(workers[at], 'SIGKILL');
      workers[at] = await startWorker();
    }
  })();
  tell(`2 workers, killed up to ${kills} times`, await build(['--queue', URL_OF_QUEUE]));
  isOver = true;
  await killing;
  await Promise.all(workers.map((worker) => stop(worker)));
  await stop(redis, 'SIGKILL');
}

{
  let redis = await startRedis();
  const workers = await Promise.all([startWorker(), startWorker()]);
  const restarting = wait(4000).then(async () => {
    await stop(redis, 'SIGKILL');
    redis = await startRedis();
  });
  tell('server restarted after 4 s', await build(['--queue', URL_OF_QUEUE]));
  await restarting;
  await Promise.all(workers.map((worker) => stop(worker)));
  await stop(redis, 'SIGKILL');
}

{
  const redis = await startRedis(['--maxmemory', '4mb', '--maxmemory-policy', 'noeviction']);
  const workers = await Promise.all([startWorker(), startWorker()]);
  tell('server with 4 MB of memory', await build(['--queue', URL_OF_QUEUE]));
  await Promise.all(workers.map((worker) => stop(worker, 'SIGKILL')));
  await stop(redis, 'SIGKILL');
}

rmSync(scratch, { recursive: true });
exit(wrong > 0 ? 1 : 0);
