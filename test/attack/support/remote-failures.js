/** @import { Redis } from 'ioredis' */
/** @import { Outcome } from '../failures.js' */

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../../../lib/run/tasks/connect.js';
import { contentsOf, differencesOf } from './look.js';
import { COMMAND, QUICK, runCommand } from './run.js';
import { writeShownSite } from './shown-site.js';

const SLOW_DISK = new URL('slow-disk.js', import.meta.url);
const FAIL_BROWSER = new URL('fail-browser.js', import.meta.url);
const DELAYS_MS = [2, 10];
/** Errors of network disks, each at every ninth and every thirty-first call. */
const FAULTS = ['ESTALE', 'ETIMEDOUT', 'EIO'];
const EVERY = [9, 31];
/** Visits of a build at which its browser fails. A hang takes the time limit of a visit. */
const FAILED_VISITS = Object.freeze({ SIGKILL: [1, 2, 5, 10, 20], SIGSTOP: [2, 10] });

/** @typedef {keyof typeof FAILED_VISITS} FailingSignal */

const LOSSES = Number(process.env.ATTACK_LOSSES ?? 8);
const SHOWN = ['--browser', 'bundled', '--quiet'];

/** Environment that preloads a module into a build. @param {URL} module @param {Record<string, string>} env */
const preload = ({ href }, env) => ({ ...env, NODE_OPTIONS: `--import=${href}` });

/**
 * Builds the site of a folder, and compares it with an undisturbed build.
 * @param {string} folder @param {readonly string[]} flags
 */
async function openComparison(folder, flags) {
  await writeShownSite(join(folder, 'site'));
  await runCommand(['build', 'site', '--out', 'calm', '--cache', 'off', ...flags], { cwd: folder });
  const calm = contentsOf(join(folder, 'calm'));
  /**
   * Returns the faults of a build, whose exit codes are permitted.
   * @param {string} what @param {readonly string[]} more @param {readonly number[]} codes
   * @param {NodeJS.ProcessEnv} [env]
   */
  return async (what, more, codes, env) => {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    const argv = ['build', 'site', '--out', 'out', ...more, ...flags];
    const { code, err } = await runCommand(argv, { cwd: folder, env, limitSeconds: 400 });
    if (!codes.includes(Number(code))) return [`${what}: exit ${code}: ${err.trim()}`];
    if (code !== 0) return existsSync(join(folder, 'out')) ? [`${what}: exit ${code} and an out folder`] : [];
    const others = differencesOf(calm, contentsOf(join(folder, 'out')));
    return others.length === 0 ? [] : [`${what}: other bytes in ${others.slice(0, 3).join(', ')}`];
  };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function slowDisk(folder) {
  const compare = await openComparison(folder, QUICK);
  const cache = join(folder, 'cache');
  const faults = [];
  for (const delay of DELAYS_MS) {
    const env = preload(SLOW_DISK, { ATTACK_FOLDER: cache, ATTACK_DELAY_MS: String(delay) });
    rmSync(cache, { recursive: true, force: true });
    for (const run of ['first', 'second'])
      faults.push(...(await compare(`${delay} ms, ${run} run`, ['--cache', 'cache'], [0], env)));
  }
  return { tried: DELAYS_MS.length * 2, faults, result: 'the same bytes each time, with an empty and a full cache' };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function failingDisk(folder) {
  const compare = await openComparison(folder, QUICK);
  const cache = join(folder, 'cache');
  const faults = [];
  let tried = 0;
  for (const fault of FAULTS) {
    for (const every of EVERY) {
      const what = `${fault} at every ${every}th call`;
      const env = preload(SLOW_DISK, { ATTACK_FOLDER: cache, ATTACK_FAULT: fault, ATTACK_EVERY: String(every) });
      rmSync(cache, { recursive: true, force: true });
      for (const run of ['first', 'second'])
        faults.push(...(await compare(`${what}, ${run} run`, ['--cache', 'cache'], [0, 2], env)));
      faults.push(...(await compare(`${what}, the next run`, ['--cache', 'cache'], [0])));
      tried += 2;
    }
  }
  return {
    tried,
    faults,
    result: 'exit 0 with the same bytes, or 2 and what to do; each next run gave the same bytes',
  };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function lockedCache(folder) {
  const compare = await openComparison(folder, QUICK);
  await compare('', ['--cache', 'cache'], [0]);
  const faults = [];
  const locks = ['BEGIN IMMEDIATE', 'BEGIN EXCLUSIVE', 'PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE'];
  for (const lock of locks) {
    const database = new DatabaseSync(join(folder, 'cache/records.sqlite'));
    database.exec(lock);
    faults.push(...(await compare(lock, ['--cache', 'cache'], [0, 2])));
    database.close();
    faults.push(...(await compare(`after ${lock}`, ['--cache', 'cache'], [0])));
  }
  return { tried: locks.length, faults, result: 'exit 0 with the same bytes, or 2 and what to do' };
}

/** @param {string} folder @param {FailingSignal} signal @returns {Promise<Outcome>} */
export async function failAtVisits(folder, signal) {
  const compare = await openComparison(folder, SHOWN);
  const faults = [];
  let same = 0;
  for (const visit of FAILED_VISITS[signal]) {
    const what = `${signal} at visit ${visit}`;
    rmSync(join(folder, 'cache'), { recursive: true, force: true });
    const env = preload(FAIL_BROWSER, { ATTACK_VISIT: String(visit), ATTACK_SIGNAL: signal });
    const found = await compare(what, ['--cache', 'cache'], [0], env);
    // A build with less savings is no fault if the next one is undisturbed.
    if (found.length === 0) same += 1;
    faults.push(...found.filter((fault) => !fault.includes('other bytes')));
    faults.push(...(await compare(`after ${what}`, ['--cache', 'cache'], [0])));
  }
  return { tried: FAILED_VISITS[signal].length, faults, result: `${same} gave the same bytes, and each next run did` };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function loseMessages(folder) {
  if (spawnSync('redis-server', ['--version']).status !== 0)
    return { tried: 0, faults: [], result: 'redis-server is not installed' };
  const compare = await openComparison(folder, QUICK);
  const port = String(20_000 + (process.pid % 10_000));
  const url = `redis://127.0.0.1:${port}`;
  const server = spawn('redis-server', ['--port', port, '--save', '', '--dir', folder, '--bind', '127.0.0.1']);
  await once(server.stdout, 'data');
  const workers = [1, 2].map(() =>
    spawn(execPath, [COMMAND, 'worker', '--queue', url, '--jobs', '1'], { stdio: ['ignore', 'pipe', 'ignore'] }),
  );
  const faults = [];
  let lost = 0;
  try {
    await Promise.all(workers.map(({ stdout }) => once(stdout, 'data')));
    const { redis } = await connect(url);
    for (let round = 0; round < LOSSES; round++) {
      const state = { isOver: false };
      const losing = loseUntil(redis, state, round);
      faults.push(...(await compare(`round ${round}`, ['--cache', 'off', '--queue', url], [0])));
      state.isOver = true;
      lost += await losing;
    }
    redis.disconnect();
  } finally {
    for (const child of [...workers, server]) child.kill('SIGKILL');
  }
  return { tried: LOSSES, faults, result: `${lost} losses; the same bytes each time` };
}

/** What a server can lose: everything, some keys, the messages about finished tasks, its connections. */
const LOSSES_OF_A_SERVER = [
  (/** @type {Redis} */ redis) => redis.flushall(),
  async (/** @type {Redis} */ redis) => {
    const keys = await redis.keys('*');
    return redis.del('none', ...keys.filter((_, index) => index % 3 === 0));
  },
  async (/** @type {Redis} */ redis) => redis.del('none', ...(await redis.keys('*:events'))),
  (/** @type {Redis} */ redis) => redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'),
];

/**
 * Loses messages at growing intervals until a build is over. Returns the number of losses.
 * @param {Redis} redis @param {{ isOver: boolean }} state @param {number} round
 */
async function loseUntil(redis, state, round) {
  let count = 0;
  for (let pauseMs = 300 + 170 * round; !state.isOver; pauseMs *= 1.5) {
    await wait(Math.min(pauseMs, 4000));
    await LOSSES_OF_A_SERVER[(round + count) % LOSSES_OF_A_SERVER.length](redis);
    count += 1;
  }
  return count;
}
