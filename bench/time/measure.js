import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';

/**
 * The cost of one run: wall time and CPU time of all its processes. If it writes a trace: its own memory, its page
 * loads, and the CPU time of its browsers.
 * @typedef {{ seconds: number, cpuSeconds: number, megabytes: number | null, loads: number | null, browserSeconds:
 *   number | null }} Took
 * @typedef {{ cold: Took, again: Took, check: Took }} Measured
 */

/** POSIX: the last line of `times` is the user and system time of finished processes, as `1m2.345s`. */
const TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;
const BYTES_PER_MEGABYTE = 1e6;
const MS_PER_SECOND = 1000;

/**
 * Builds a site cold and again, and checks it, each with default flags.
 * @param {string} folder @param {{ code: string, scratch: string }} where
 * @returns {Promise<Measured>}
 */
export async function measureSite(folder, { code, scratch }) {
  rmSync(scratch, { recursive: true, force: true });
  const command = join(code, 'bin/pagethrift.js');
  const cache = `${scratch}/cache`;
  const knowsTimings = existsSync(join(code, 'lib/run/timings.js'));
  const run = (/** @type {string} */ name, /** @type {readonly string[]} */ args) => {
    const trace = join(scratch, `${name}.trace`);
    const timings = knowsTimings ? ['--timings', trace] : [];
    return measure([execPath, command, ...args, '--quiet', ...timings], { trace: knowsTimings ? trace : null });
  };
  const cold = await run('cold', ['build', folder, '--out', join(scratch, 'out'), '--cache', cache]);
  const again = await run('again', ['build', folder, '--out', join(scratch, 'out'), '--cache', cache]);
  const check = await run('check', ['check', folder, '--cache', 'off']);
  return { cold, again, check };
}

/**
 * Runs a command and returns its cost.
 * @param {readonly string[]} command @param {{ trace: string | null, cwd?: string }} where
 * @returns {Promise<Took>}
 */
export async function measure(command, { trace, cwd }) {
  const startMs = performance.now();
  const timed = spawnTimed(command, cwd);
  const [code] = await once(timed.child, 'close');
  const seconds = (performance.now() - startMs) / 1000;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  const cpuSeconds = timed.cpuSeconds();
  if (cpuSeconds === null) throw new Error(`the shell does not say what ${command[2]} took`);
  const said = trace ? JSON.parse(readFileSync(trace, 'utf8')).otherData : {};
  const rounded = (/** @type {number | undefined} */ value, /** @type {number} */ digits) =>
    value === undefined ? null : Number(value.toFixed(digits));
  return {
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number(cpuSeconds.toFixed(2)),
    megabytes: rounded(said.peakBytes && said.peakBytes / BYTES_PER_MEGABYTE, 0),
    loads: said.tasks?.find((/** @type {{ stage: string }} */ { stage }) => stage === 'load')?.executed ?? null,
    browserSeconds: rounded(said.browserMs && said.browserMs / MS_PER_SECOND, 1),
  };
}

/**
 * Starts a command in a shell and a process group of its own. The shell survives SIGTERM, which the whole group gets,
 * and says what the command took.
 * @param {readonly string[]} command @param {string} [cwd]
 * @returns {{ child: import('node:child_process').ChildProcessByStdio<null, import('node:stream').Readable, null>,
 *   cpuSeconds: () => number | null }} `cpuSeconds`: of the command and its processes, null until it has ended
 */
export function spawnTimed(command, cwd) {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const script = `trap : TERM; ${quoted}; code=$?; times; exit $code`;
  const child = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit'], detached: true, cwd });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const cpuSeconds = () => {
    const [, ...parts] = TIMES.exec(said) ?? [];
    if (parts.length === 0) return null;
    const [userMinutes, user, systemMinutes, system] = parts.map(Number);
    return (userMinutes + systemMinutes) * 60 + user + system;
  };
  return { child, cpuSeconds };
}
