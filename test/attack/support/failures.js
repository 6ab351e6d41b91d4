/** @import { Outcome } from '../failures.js' */

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { canLimitMemory, runLimited } from '../../../bench/soak/limit.js';
import { contentsOf, differencesOf } from './look.js';
import { COMMAND, QUICK, runCommand } from './run.js';
import { writeShownSite } from './shown-site.js';

const NOBODY = 65534;
const MEGABYTE = 1024 ** 2;
const CLOCKS = [3600e3, -3600e3, 86_400e3, -86_400e3, 40 * 86_400e3];
/** Memory limits in megabytes, between which a build of the small site starts to succeed. */
const LIMITS_MB = [60, 90, 120, 160, 220, 300, 400, 600];
const CHANGES = 6;

/** Builds without a browser into `calm` and lists the output. @param {string} folder */
async function buildCalm(folder) {
  await runCommand(['build', 'site', '--out', 'calm', '--cache', 'off', ...QUICK], { cwd: folder });
  return contentsOf(join(folder, 'calm'));
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function jumpClock(folder) {
  await writeShownSite(join(folder, 'site'));
  const calm = await buildCalm(folder);
  const faults = [];
  for (const jump of CLOCKS) {
    const code = `const real = Date.now; let calls = 0;
      Date.now = () => real() + (Math.floor(calls++ / 50) % 2) * ${jump};`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` };
    const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', ...QUICK];
    const ended = await runCommand(argv, { cwd: folder, env });
    if (ended.code !== 0) faults.push(`${jump} ms: exit ${ended.code}: ${ended.err.trim()}`);
    else if (differencesOf(calm, contentsOf(join(folder, 'out'))).length > 0) faults.push(`${jump} ms: other bytes`);
    rmSync(join(folder, 'out'), { recursive: true, force: true });
  }
  return {
    tried: CLOCKS.length,
    faults,
    result: 'the same bytes each time, also with the cache of a run in the future',
  };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function changeWhileRead(folder) {
  const faults = [];
  let ended = 0;
  for (let round = 0; round < CHANGES; round++) {
    await writeShownSite(join(folder, 'site'));
    const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', ...QUICK];
    const build = runCommand(argv, { cwd: folder });
    const state = { isOver: false };
    build.then(() => {
      state.isOver = true;
    });
    for (let step = 0; !state.isOver; step++) {
      writeFileSync(join(folder, 'site/one.html'), '<title>short</title>'.repeat(1 + (step % 50)));
      writeFileSync(join(folder, 'site', `new-${step % 9}.html`), '<!DOCTYPE html><title>new</title>');
      rmSync(join(folder, 'site', `new-${(step + 4) % 9}.html`), { force: true });
      if (step % 7 === 3) rmSync(join(folder, 'site/img'), { recursive: true, force: true });
      if (step % 7 === 6) await writeShownSite(join(folder, 'site'), step);
      await wait(5 + round * 7);
    }
    const { code, err } = await build;
    if (code === 2) ended += 1;
    else if (code !== 0) faults.push(`round ${round}: exit ${code}: ${err.trim()}`);
    rmSync(join(folder, 'site'), { recursive: true });
    await writeShownSite(join(folder, 'site'));
    const calm = await buildCalm(folder);
    const next = await runCommand([...argv, '--force'], { cwd: folder });
    if (next.code !== 0 || differencesOf(calm, contentsOf(join(folder, 'out'))).length > 0)
      faults.push(`round ${round}: the next run: exit ${next.code}: ${next.err.trim()}`);
  }
  const result = `${ended} ended with exit 2; each next run gave the bytes of the site at rest`;
  return { tried: CHANGES, faults, result };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function refuseFiles(folder) {
  const faults = [];
  const places = ['index.html', 'one.html', 'img/photo.jpg', 'site.css', 'img'];
  for (const place of places) {
    rmSync(join(folder, 'site'), { recursive: true, force: true });
    await writeShownSite(join(folder, 'site'));
    mkdirSync(join(folder, 'open'), { recursive: true });
    chownSync(join(folder, 'open'), NOBODY, NOBODY);
    chmodSync(join(folder, 'site', place), 0o000);
    const argv = ['build', 'site', '--out', 'open/out', '--cache', 'off', ...QUICK];
    const { code, err } = await runCommand(argv, { cwd: folder, uid: NOBODY, env: { HOME: '/tmp' } });
    if (code !== 2 || !err.includes(place)) faults.push(`${place}: exit ${code}: ${err.trim()}`);
    if (existsSync(join(folder, 'open/out'))) faults.push(`${place}: an out folder without it`);
    rmSync(join(folder, 'open'), { recursive: true });
  }
  return { tried: places.length, faults, result: 'each ended with exit 2, named the file, and wrote nothing' };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function readOnly(folder) {
  await writeShownSite(join(folder, 'site'));
  const calm = await buildCalm(folder);
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  const faults = [];
  const cases = [
    { name: 'out on a read-only disk', mount: 'ro', argv: ['--out', 'disk/out', '--cache', 'off'], codes: [2] },
    { name: 'cache on a read-only disk', mount: 'ro', argv: ['--out', 'out', '--cache', 'disk/cache'], codes: [0, 2] },
    ...[8, 32, 128].map((size) => ({
      name: `cache on a disk of ${size} kB`,
      mount: `size=${size}k`,
      argv: ['--out', 'out', '--cache', 'disk/cache'],
      codes: [0, 2],
    })),
  ];
  for (const { name, mount, argv, codes } of cases) {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', mount, 'tmpfs', disk]).status !== 0)
      return { tried: 0, faults: [], result: 'a disk cannot be mounted here' };
    try {
      const { code, err } = await runCommand(['build', 'site', ...argv, ...QUICK], { cwd: folder });
      if (!codes.includes(Number(code)) || (code === 2 && !/is read-only|disk is full/.test(err)))
        faults.push(`${name}: exit ${code}: ${err.trim()}`);
      if (code === 0 && differencesOf(calm, contentsOf(join(folder, 'out'))).length > 0)
        faults.push(`${name}: other bytes`);
    } finally {
      spawnSync('umount', [disk]);
    }
  }
  return { tried: cases.length, faults, result: 'each ended with exit 2 and what to do, or with the same bytes' };
}

/** @param {string} folder @returns {Promise<Outcome>} */
export async function limitMemory(folder) {
  if (!canLimitMemory()) return { tried: 0, faults: [], result: 'memory cannot be limited here' };
  await writeShownSite(join(folder, 'site'));
  const calm = await buildCalm(folder);
  const faults = [];
  let died = 0;
  for (const megabytes of LIMITS_MB) {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', ...QUICK];
    const ended = await runLimited([execPath, COMMAND, ...argv], {
      cwd: folder,
      limitMs: 120_000,
      limitBytes: megabytes * MEGABYTE,
    });
    if (ended.code !== 0) died += 1;
    const found = existsSync(join(folder, 'out')) ? differencesOf(calm, contentsOf(join(folder, 'out'))) : [];
    if (found.length > 0) faults.push(`${megabytes} MB: half an out folder`);
    if (ended.isLate) faults.push(`${megabytes} MB: does not end`);
    const next = await runCommand(argv, { cwd: folder });
    if (next.code !== 0 || differencesOf(calm, contentsOf(join(folder, 'out'))).length > 0)
      faults.push(`${megabytes} MB: the next run: exit ${next.code}: ${next.err.trim()}`);
  }
  return { tried: LIMITS_MB.length, faults, result: `${died} ended early; the next run gave the same bytes each time` };
}
