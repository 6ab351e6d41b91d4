import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';

/**
 * The cost of one run: wall time, CPU time of all its processes, and its own memory if it is reported.
 * @typedef {{ seconds: number, cpuSeconds: number, megabytes: number | null }} Took
 * @typedef {{ cold: Took, again: Took, check: Took }} Measured
 */

/** POSIX: the last line of `times` is the user and system time of finished processes, as `1m2.345s`. */
const TIMES = /(\d+)m([\d.]+)s (\d+)m([\d.]+)s\s*$/;
const BYTES_PER_MEGABYTE = 1e6;

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
    return measure([execPath, command, ...args, '--quiet', ...timings], {
      trace: knowsTimings ? trace : null,
      scratch,
    });
  };
  const cold = await run('cold', ['build', folder, '--out', join(scratch, 'out'), '--cache', cache]);
  const again = await run('again', ['build', folder, '--out', join(scratch, 'out'), '--cache', cache]);
  const check = await run('check', ['check', folder, '--cache', 'off']);
  return { cold, again, check };
}

/**
 * Runs a command and returns its cost.
 * @param {readonly string[]} command @param {{ trace: string | null, scratch: string }} where
 * @returns {Promise<Took>}
 */
export async function measure(command, { trace }) {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const startMs = performance.now();
  const child = spawn('sh', ['-c', `${quoted}; code=$?; times; exit $code`], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (text) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - startMs) / 1000;
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
  const [, ...parts] = TIMES.exec(said) ?? [];
  if (parts.length === 0) throw new Error(`the shell does not say what ${command[2]} took`);
  const [userMinutes, user, systemMinutes, system] = parts.map(Number);
  const peak = trace ? JSON.parse(readFileSync(trace, 'utf8')).otherData.peakBytes / BYTES_PER_MEGABYTE : null;
  return {
    seconds: Number(seconds.toFixed(2)),
    cpuSeconds: Number(((userMinutes + systemMinutes) * 60 + user + system).toFixed(2)),
    megabytes: peak && Math.round(peak),
  };
}
