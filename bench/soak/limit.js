import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** The memory of a small container, in bytes. */
const LIMIT_BYTES = 2 * 1024 ** 3;
/** Time limit of a build, in milliseconds. A slower build in CI is a fault in itself. */
const LIMIT_MS = 600_000;
/** Interval of memory samples, in milliseconds. Builds take seconds at least. */
const SAMPLE_MS = 250;
/** Length of the kept end of a message, which names the error. */
const SAID_CHARACTERS = 20_000;
const NANOSECONDS = 1e9;

const MEMORY = '/sys/fs/cgroup/memory';
const CPU = '/sys/fs/cgroup/cpuacct';

/**
 * The cost of a command. `peakBytes` is the memory of all its processes together, without the page cache.
 * @typedef {{ code: number | null, isLate: boolean, seconds: number, cpuSeconds: number, peakBytes: number,
 *   said: string }} Ran
 */

/**
 * Runs a command as in a small container: without a network, with 2 GiB of memory, for 10 minutes. This needs root and
 * control groups. Without them, only the time is limited, and memory and CPU time are unknown.
 * @param {readonly string[]} command
 * @param {{ cwd: string, limitMs?: number, limitBytes?: number }} options
 * @returns {Promise<Ran>}
 */
export async function runLimited(command, { cwd, limitMs = LIMIT_MS, limitBytes = LIMIT_BYTES }) {
  const group = canLimitMemory() ? openGroup(limitBytes) : null;
  const isolated = canIsolate() ? ['unshare', '--net', ...command] : [...command];
  const joined = group ? joinGroup(group, isolated) : isolated;
  const start = performance.now();
  const child = spawn(joined[0], joined.slice(1), { cwd, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said = (said + text).slice(-SAID_CHARACTERS);
  });
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const stop = () => {
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
    process.exit(1);
  };
  process.once('SIGTERM', stop);
  const state = { isEnded: false, isLate: false, peakBytes: 0 };
  const end = ended.then((code) => {
    state.isEnded = true;
    return code;
  });
  while (!state.isEnded) {
    await Promise.race([end, wait(SAMPLE_MS)]);
    if (group) state.peakBytes = Math.max(state.peakBytes, readResident(group));
    if (performance.now() - start < limitMs || state.isLate) continue;
    state.isLate = true;
    process.kill(-(/** @type {number} */ (child.pid)), 'SIGKILL');
  }
  const code = await end;
  process.removeListener('SIGTERM', stop);
  const seconds = (performance.now() - start) / 1000;
  const cpuSeconds = group ? Number(readFileSync(join(CPU, group, 'cpuacct.usage'), 'utf8')) / NANOSECONDS : 0;
  if (group) await closeGroup(group);
  return { code, isLate: state.isLate, seconds, cpuSeconds, peakBytes: state.peakBytes, said };
}

/** Returns true if control groups can be created. */
export function canLimitMemory() {
  return process.getuid?.() === 0 && existsSync(MEMORY) && existsSync(CPU);
}

/** @param {number} limitBytes @returns {string} the name of a new control group */
function openGroup(limitBytes) {
  const name = `pagethrift-soak-${process.pid}-${Math.round(performance.now())}`;
  for (const at of [MEMORY, CPU]) mkdirSync(join(at, name));
  writeFileSync(join(MEMORY, name, 'memory.limit_in_bytes'), String(limitBytes));
  return name;
}

/** @param {string} group @param {readonly string[]} command */
function joinGroup(group, command) {
  const enter = [MEMORY, CPU].map((at) => `echo $$ > ${join(at, group, 'cgroup.procs')}`).join(' && ');
  return ['sh', '-c', `${enter} && exec "$@"`, 'sh', ...command];
}

/** @param {string} group */
function readResident(group) {
  const stat = readFileSync(join(MEMORY, group, 'memory.stat'), 'utf8');
  return Number(/^total_rss (\d+)/m.exec(stat)?.[1] ?? 0);
}

/** Ends the remaining processes of a command, and removes its group. @param {string} group */
async function closeGroup(group) {
  for (let time = 0; time < 20; time += 1) {
    const left = readFileSync(join(MEMORY, group, 'cgroup.procs'), 'utf8')
      .split('\n')
      .filter(Boolean);
    for (const id of left) killOne(Number(id));
    if (left.length === 0) break;
    await wait(SAMPLE_MS);
  }
  for (const at of [MEMORY, CPU]) rmdirSync(join(at, group));
}

/** @param {number} id */
function killOne(id) {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    // The process has ended already.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Returns true if a command can be run without a network. */
function canIsolate() {
  return spawnSync('unshare', ['--net', 'true']).status === 0;
}
