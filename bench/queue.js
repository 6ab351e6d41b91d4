/*
 * npm run bench -- queue FOLDER [KILLS]
 *
 * Builds a site with threads and with 1, 2 and 4 worker processes of one task at a time, and compares every byte, the
 * time, and the CPU time of the build and the workers together. Then builds it while workers are killed at KILLS random
 * moments (default 10), while the server is restarted, and while it has no memory left. Needs redis-server.
 */
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, execPath, exit } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { BIN, killServer, startRedis, startWorker, stopAll, stopWorker, URL_OF_QUEUE } from './queue/start.js';
import { spawnTimed } from './time/measure.js';

const [site, kills = '10'] = argv.slice(2);
if (!site) throw new Error('name a folder: npm run bench -- queue FOLDER');
const scratch = mkdtempSync(join(tmpdir(), 'bench-queue-'));
let runs = 0;
let wrong = 0;

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
  const redis = await startRedis(scratch);
  const workers = await Promise.all(Array.from({ length: count }, startWorker));
  const run = await build(['--queue', URL_OF_QUEUE]);
  tell(`${count} worker processes`, run, await stopAll(workers));
  await killServer(redis);
}

{
  const redis = await startRedis(scratch);
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
  let redis = await startRedis(scratch);
  const workers = await Promise.all([startWorker(), startWorker()]);
  const restarting = wait(4000).then(async () => {
    await killServer(redis);
    redis = await startRedis(scratch);
  });
  tell('server restarted after 4 s', await build(['--queue', URL_OF_QUEUE]));
  await restarting;
  await stopAll(workers);
  await killServer(redis);
}

{
  const redis = await startRedis(scratch, ['--maxmemory', '4mb', '--maxmemory-policy', 'noeviction']);
  const workers = await Promise.all([startWorker(), startWorker()]);
  tell('server with 4 MB of memory', await build(['--queue', URL_OF_QUEUE]));
  await stopAll(workers, 'SIGKILL');
  await killServer(redis);
}

rmSync(scratch, { recursive: true });
exit(wrong > 0 ? 1 : 0);
