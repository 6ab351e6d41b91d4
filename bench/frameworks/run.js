import { spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';

/** Environment in which starters neither prompt nor send telemetry. */
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
};
/** Node.js does not report the CPU time of grandchildren, but a shell does, in its last line. */
const TIMED = '"$@"; code=$?; times >&2; exit $code';
const TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;
/** Max time of a command, in milliseconds. The slowest build takes a minute on two cores. */
const MAX_MS = 480_000;
/** Time for a watch to process a change, and for a server to start, in milliseconds. */
const SETTLE_MS = 6000;
const START_MS = 90_000;

/**
 * Runs a command to its end and returns its CPU time in seconds.
 * @param {readonly string[]} command
 * @param {string} cwd
 * @param {{ mayFail?: boolean }} [options]
 */
export async function run(command, cwd, { mayFail = false } = {}) {
  const child = start(command, cwd);
  const timer = setTimeout(child.stop, MAX_MS);
  const code = await child.ended;
  clearTimeout(timer);
  if (code !== 0 && !mayFail) throw new Error(`${command.join(' ')} ended with ${code}:\n${child.log().slice(-3000)}`);
  const [, minutes, seconds, systemMinutes, systemSeconds] = TIMES.exec(child.log()) ?? [];
  const used = 60 * (Number(minutes) + Number(systemMinutes)) + Number(seconds) + Number(systemSeconds);
  return { code, log: child.log(), seconds: Math.round(10 * used) / 10 };
}

/**
 * Runs a long-running command while a callback is executed.
 * @template T
 * @param {readonly string[]} command
 * @param {string} cwd
 * @param {RegExp} started output that signals that the command is ready
 * @param {(settle: () => Promise<unknown>) => Promise<T>} use
 */
export async function runBeside(command, cwd, started, use) {
  const child = start(command, cwd);
  try {
    const until = Date.now() + START_MS;
    while (!started.test(child.log())) {
      if (Date.now() > until || child.hasEnded())
        throw new Error(`${command.join(' ')} did not start:\n${child.log()}`);
      await wait(200);
    }
    const result = await use(() => wait(SETTLE_MS));
    return { result, log: child.log() };
  } finally {
    child.stop();
    await child.ended;
  }
}

/** @param {readonly string[]} command @param {string} cwd */
function start([name, ...args], cwd) {
  const isRun = name === 'npm' || name === 'npx';
  const program = isRun ? name : `node_modules/.bin/${name}`;
  // A process group of its own ends together with all processes that a framework starts.
  const env = { ...process.env, ...QUIET };
  const child = spawn('bash', ['-c', TIMED, '-', program, ...args], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  let hasEnded = false;
  child.stdout.on('data', (part) => {
    text += part;
  });
  child.stderr.on('data', (part) => {
    text += part;
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      hasEnded = true;
      resolve(code);
    });
  });
  const stop = () => {
    if (!hasEnded && child.pid) process.kill(-child.pid, 'SIGKILL');
  };
  return { ended, stop, hasEnded: () => hasEnded, log: () => stripVTControlCharacters(text) };
}
