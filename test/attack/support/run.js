import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The command, as users start it. */
export const COMMAND = fileURLToPath(new URL('../../../bin/pagethrift.js', import.meta.url));

/** Flags that skip slow stages, which most attacks on files do not need. */
export const QUICK = ['--browser', 'off', '--verify', 'off', '--quiet'];

/**
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null, out: string, err: string, seconds: number, megabytes:
 *   number }} Ended `megabytes` of the process and its children, if the system reports it
 */

/**
 * Runs the command to its end, or until a time limit.
 * @param {readonly string[]} argv
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, limitSeconds?: number, killAfterMs?: number | null, uid?: number }}
 *   [options]
 * @returns {Promise<Ended>} code 124 after the time limit
 */
export async function runCommand(argv, { cwd, env = {}, limitSeconds = 120, killAfterMs = null, uid } = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, [COMMAND, ...argv], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  let [out, err, isLate] = ['', '', false];
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (err += text));
  const kill = () => {
    try {
      process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  };
  const late = setTimeout(() => {
    isLate = true;
    kill();
  }, limitSeconds * 1000);
  let megabytes = 0;
  const weighing = setInterval(() => {
    megabytes = Math.max(megabytes, megabytesOf(child.pid));
  }, 200);
  const killing = killAfterMs === null ? null : setTimeout(kill, killAfterMs);
  const [code, signal] = await once(child, 'close');
  clearTimeout(late);
  clearInterval(weighing);
  if (killing) clearTimeout(killing);
  return { code: isLate ? 124 : code, signal, out, err, megabytes, seconds: (performance.now() - started) / 1000 };
}

/**
 * Runs a task with its own temporary folder, and removes the folder afterwards.
 * @template T
 * @param {(folder: string) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function inScratch(work) {
  const folder = mkdtempSync(join(tmpdir(), 'attack-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Returns the memory of a process group's leader and of all processes in its group.
 * @param {number | undefined} group
 */
function megabytesOf(group) {
  if (!existsSync('/proc/self/stat')) return 0;
  let pages = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
      if (Number(fields[2]) === group) pages += Number(fields[21]);
    } catch {
      // The process has ended already.
    }
  }
  return Math.round((pages * 4096) / 1e6);
}
