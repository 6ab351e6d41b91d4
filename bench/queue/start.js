import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { spawnTimed } from '../time/measure.js';

/** @typedef {ReturnType<typeof spawnTimed>} Worker */

export const BIN = fileURLToPath(new URL('../../bin/pagethrift.js', import.meta.url));
const PORT = 20_000 + (process.pid % 10_000);
export const URL_OF_QUEUE = `redis://127.0.0.1:${PORT}`;

/** Starts a server, and waits until it accepts connections. @param {string} scratch @param {string[]} more arguments */
export async function startRedis(scratch, more = []) {
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

/** @param {import('node:child_process').ChildProcess} child */
export async function killServer(child) {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Starts a worker with one task at a time. @returns {Promise<Worker>} */
export async function startWorker() {
  const worker = spawnTimed([execPath, BIN, 'worker', '--queue', URL_OF_QUEUE, '--jobs', '1']);
  await once(worker.child.stdout, 'data');
  return worker;
}

/**
 * Ends a worker with all its processes. Returns its CPU time in seconds, 0 if it was killed.
 * @param {Worker} worker
 */
export async function stopWorker({ child, cpuSeconds }, signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'close');
    process.kill(-Number(child.pid), signal);
    await gone;
  }
  return cpuSeconds() ?? 0;
}

/** @param {readonly Worker[]} workers */
export async function stopAll(workers, signal = /** @type {NodeJS.Signals} */ ('SIGTERM')) {
  const each = await Promise.all(workers.map((worker) => stopWorker(worker, signal)));
  return each.reduce((sum, seconds) => sum + seconds, 0);
}
