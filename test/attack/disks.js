/** @import { Row } from '../../bench/attack.js' */

import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contentsOf, differencesOf } from './support/look.js';
import { writeRandomSite } from './support/random-site.js';
import { inScratch, QUICK, runCommand } from './support/run.js';

/** Disk sizes from one that holds almost nothing to one that holds almost everything. */
const SIZES_KB = [16, 64, 128, 192, 256, 320, 400, 480, 560, 640];
const NOBODY = 65534;

/**
 * Tests full and read-only disks, lost, shared, damaged and foreign caches, and concurrent builds.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  return [
    await inScratch(fillDisks),
    await inScratch(refuseWriting),
    await inScratch(spoilCache),
    await inScratch(buildAtOnce),
  ];
}

/** @param {string} folder */
async function makeSite(folder) {
  await writeRandomSite(join(folder, 'site'), 7);
  for (let index = 0; index < 30; index++)
    writeFileSync(
      join(folder, 'site', `${index}.html`),
      `<!DOCTYPE html><title>t</title>${`<P>${index}   words\n`.repeat(300)}`,
    );
}

/** @param {string} folder @returns {Promise<Row>} */
async function fillDisks(folder) {
  await makeSite(folder);
  const before = contentsOf(join(folder, 'site'));
  const faults = [];
  let [full, done] = [0, 0];
  for (const size of SIZES_KB) {
    const disk = join(folder, 'disk');
    mkdirSync(disk, { recursive: true });
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}k`, 'tmpfs', disk]).status !== 0)
      return { what: 'full disk', tried: 0, failed: 0, result: 'a small disk cannot be mounted here' };
    try {
      const { code, err } = await runCommand([
        'build',
        join(folder, 'site'),
        '--out',
        join(disk, 'out'),
        '--cache',
        'off',
        ...QUICK,
      ]);
      if (code === 0) done += 1;
      else full += 1;
      if (code !== 0 && (code !== 2 || !/disk is full/.test(err)))
        faults.push(`${size} kB: exit ${code}: ${err.trim()}`);
      if (code !== 0 && readdirSync(disk).length > 0) faults.push(`${size} kB: left ${readdirSync(disk).join(', ')}`);
    } finally {
      spawnSync('umount', [disk]);
    }
  }
  if (differencesOf(before, contentsOf(join(folder, 'site'))).length > 0) faults.push('the input is another');
  return {
    what: `full disk at ${SIZES_KB.length} sizes`,
    tried: SIZES_KB.length,
    failed: faults.length,
    result: faults[0] ?? `${full} ended with exit 2 and what to do, nothing left behind; ${done} had room enough`,
  };
}

/** @param {string} folder @returns {Promise<Row>} */
async function refuseWriting(folder) {
  await makeSite(folder);
  chmodSync(folder, 0o755);
  const faults = [];
  const places = /** @type {const} */ (['parent', 'cache', 'input']);
  for (const place of places) {
    mkdirSync(join(folder, place, 'inside'), { recursive: true });
    chmodSync(join(folder, place), place === 'input' ? 0o000 : 0o555);
    const argv = {
      parent: ['build', 'site', '--out', 'parent/out', '--cache', 'off'],
      cache: ['build', 'site', '--out', 'open/out', '--cache', 'cache/new'],
      input: ['build', 'input', '--out', 'open/out', '--cache', 'off'],
    }[place];
    mkdirSync(join(folder, 'open'), { recursive: true });
    chownSync(join(folder, 'open'), NOBODY, NOBODY);
    const { code, err } = await runCommand([...argv, ...QUICK], { cwd: folder, uid: NOBODY, env: { HOME: '/tmp' } });
    if (code !== 2) faults.push(`${place}: exit ${code}: ${err.trim()}`);
  }
  const result = faults[0] ?? 'each ended with exit 2 and what to do';
  return {
    what: 'folders that may not be written or read, as another user',
    tried: places.length,
    failed: faults.length,
    result,
  };
}

/** @param {string} folder @returns {Promise<Row>} */
async function spoilCache(folder) {
  await makeSite(folder);
  const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', ...QUICK];
  const first = await runCommand(argv, { cwd: folder });
  if (first.code !== 0) throw new Error(`the first build: ${first.err}`);
  const whole = contentsOf(join(folder, 'out'));
  const entries = () =>
    readdirSync(join(folder, 'cache'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  const spoils = /** @type {Readonly<Record<string, () => unknown>>} */ ({
    lost: () => rmSync(join(folder, 'cache'), { recursive: true }),
    'half of it lost': () =>
      entries()
        .filter((_, index) => index % 2 === 0)
        .map((path) => rmSync(path)),
    'every entry empty': () => entries().map((path) => writeFileSync(path, '')),
    'every entry of the right length, other bytes': () =>
      entries().map((path) => writeFileSync(path, Buffer.alloc(999, 'x'))),
    'folders in place of entries': () =>
      entries().forEach((path) => {
        rmSync(path);
        mkdirSync(join(path, 'inside'), { recursive: true });
      }),
    'written by another user': () => entries().map((path) => chownSync(path, NOBODY, NOBODY)),
    'open to everybody': () => entries().map((path) => chmodSync(path, 0o666)),
  });
  const faults = [];
  for (const [name, spoil] of Object.entries(spoils)) {
    spoil();
    rmSync(join(folder, 'out'), { recursive: true });
    const { code, err } = await runCommand(argv, { cwd: folder });
    const others = existsSync(join(folder, 'out'))
      ? differencesOf(whole, contentsOf(join(folder, 'out')))
      : ['nothing is there'];
    if (code !== 0 || others.length > 0)
      faults.push(`${name}: exit ${code}, ${others.slice(0, 3).join(', ')} ${err.trim()}`);
  }
  return {
    what: 'caches lost, damaged, foreign',
    tried: Object.keys(spoils).length,
    failed: faults.length,
    result: faults[0] ?? 'the same output each time',
  };
}

/** @param {string} folder @returns {Promise<Row>} */
async function buildAtOnce(folder) {
  await makeSite(folder);
  const faults = [];
  await runCommand(['build', 'site', '--out', 'alone', '--cache', 'off', ...QUICK], { cwd: folder });
  const whole = contentsOf(join(folder, 'alone'));
  for (const count of [2, 4]) {
    const runs = Array.from({ length: count }, () =>
      runCommand(['build', 'site', '--out', 'together', '--cache', 'shared', ...QUICK], { cwd: folder }),
    );
    const codes = (await Promise.all(runs)).map(({ code }) => code);
    const others = differencesOf(whole, contentsOf(join(folder, 'together')));
    if (others.length > 0 || !codes.includes(0) || codes.some((code) => code !== 0 && code !== 2))
      faults.push(`${count} at once: exit ${codes.join(', ')}; ${others.slice(0, 3).join(', ')}`);
    const left = readdirSync(folder).filter((name) => name.startsWith('.'));
    if (left.length > 0) faults.push(`${count} at once left ${left.join(', ')}`);
    rmSync(join(folder, 'together'), { recursive: true, force: true });
  }
  return {
    what: 'two and four builds at once, one out folder, one cache',
    tried: 2,
    failed: faults.length,
    result: faults[0] ?? `one folder, whole, each time; exit 0, or 2 for who came second`,
  };
}
