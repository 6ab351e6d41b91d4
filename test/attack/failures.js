/** @import { Row } from '../../bench/attack.js' */

import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';
import { compareNext } from './support/compare-next.js';
import { changeWhileRead, jumpClock, limitMemory, readOnly, refuseFiles } from './support/failures.js';
import { contentsOf, differencesOf } from './support/look.js';
import { writeOddNames } from './support/odd-names.js';
import { failAtVisits, failingDisk, lockedCache, loseMessages, slowDisk } from './support/remote-failures.js';
import { inScratch, QUICK, runCommand } from './support/run.js';
import { writeShownSite } from './support/shown-site.js';

/** The name of a single scene to run, because a scene takes minutes. */
const ONLY = process.env.ATTACK_SCENE;
const KILLS = Number(process.env.ATTACK_KILLS ?? 40);
const VISIBLE = ['--browser', 'bundled', '--quiet'];
/** Faults of a browser that starts successfully. The first argument is its process. */
const LATE_FAULTS = { crashes: 'kill -9 $1', hangs: 'kill -STOP $1' };

/**
 * Realistic failures. Each may end a run with exit code 2 and a message, or reduce savings. None may leave a partial
 * output folder, and the next run must write the same bytes as an undisturbed one.
 * @typedef {{ tried: number, faults: string[], result: string }} Outcome
 * @type {Readonly<Record<string, (folder: string) => Promise<Outcome>>>}
 */
const SCENES = {
  'SIGKILL at a random moment of a build with visits': killVisits,
  'a browser that is missing, no program, or ends at once': (folder) => tryBrowsers(folder, writeDeadBrowsers(folder)),
  'a browser that crashes or hangs after its start': async (folder) =>
    tryBrowsers(folder, await writeFailingBrowsers(folder)),
  'a browser that crashes at its n-th visit': (folder) => failAtVisits(folder, 'SIGKILL'),
  'a browser that hangs at its n-th visit': (folder) => failAtVisits(folder, 'SIGSTOP'),
  'a Redis that loses messages': loseMessages,
  'a cache on a slow network disk': slowDisk,
  'a cache on a network disk that fails': failingDisk,
  'a cache that another process has locked': lockedCache,
  'a clock that jumps by hours and days': jumpClock,
  'a site that changes while it is read': changeWhileRead,
  'files and folders that may not be read, as another user': refuseFiles,
  'read-only disks and a cache on a full disk': readOnly,
  'too little memory': limitMemory,
  'names of 255 bytes, of every byte, in both Unicode forms': nameOddly,
};

/** @returns {Promise<Row[]>} */
export async function run() {
  const rows = [];
  for (const [what, scene] of Object.entries(SCENES)) {
    if (ONLY !== undefined && !what.includes(ONLY)) continue;
    const { tried, faults, result } = await inScratch(async (folder) => {
      chmodSync(folder, 0o755);
      return scene(folder);
    });
    rows.push({ what, tried, failed: faults.length, result: faults.slice(0, 3).join('; ') || result });
  }
  return rows;
}

/** @param {string} folder @returns {Promise<Outcome>} */
async function killVisits(folder) {
  await writeShownSite(join(folder, 'site'));
  const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', ...VISIBLE];
  const first = await runCommand(['build', 'site', '--out', 'calm', '--cache', 'off', ...VISIBLE], { cwd: folder });
  const calm = contentsOf(join(folder, 'calm'));
  const faults = first.code === 0 ? [] : [`undisturbed: exit ${first.code}: ${first.err.trim()}`];
  let killed = 0;
  for (let round = 1; round <= KILLS; round++) {
    const isFresh = round % 4 === 1;
    if (isFresh) for (const name of ['out', 'cache']) rmSync(join(folder, name), { recursive: true, force: true });
    const killAfterMs = ((round * 0.618034) % 1) * first.seconds * 1000;
    const ended = await runCommand(argv, { cwd: folder, killAfterMs });
    if (ended.signal) killed += 1;
    if (existsSync(join(folder, 'out')) && differencesOf(calm, contentsOf(join(folder, 'out'))).length > 0)
      faults.push(`round ${round}: half an out folder`);
    if (round % 4 !== 0) continue;
    faults.push(...(await compareNext(folder, argv, { calm, what: `after round ${round}` })));
  }
  return { tried: KILLS, faults, result: `${killed} were killed before their end; each next run gave the same bytes` };
}

/** @param {string} folder */
function writeDeadBrowsers(folder) {
  const programs = { missing: join(folder, 'nowhere'), text: join(folder, 'text'), ends: join(folder, 'ends') };
  writeFileSync(programs.text, 'no program\n', { mode: 0o755 });
  writeFileSync(programs.ends, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return programs;
}

/** @param {string} folder */
async function writeFailingBrowsers(folder) {
  const { path, libraries } = await unpackChromium();
  /** @type {Record<string, string>} */
  const programs = {};
  for (const [name, fault] of Object.entries(LATE_FAULTS)) {
    for (const seconds of [1, 4]) {
      const at = join(folder, `${name}-${seconds}`);
      const start = `LD_LIBRARY_PATH="${libraries}" "${path}" "$@" &
set -- $!
`;
      const fail = `(sleep ${seconds}; ${fault}) &
wait $1
`;
      writeFileSync(at, `#!/bin/sh\n${start}${fail}`, { mode: 0o755 });
      programs[`${name} after ${seconds} s`] = at;
    }
  }
  return programs;
}

/** @param {string} folder @param {Readonly<Record<string, string>>} programs @returns {Promise<Outcome>} */
async function tryBrowsers(folder, programs) {
  await writeShownSite(join(folder, 'site'));
  await runCommand(['build', 'site', '--out', 'calm', '--cache', 'off', ...VISIBLE], { cwd: folder });
  const calm = contentsOf(join(folder, 'calm'));
  const faults = [];
  for (const [name, program] of Object.entries(programs)) {
    for (const each of ['out', 'cache']) rmSync(join(folder, each), { recursive: true, force: true });
    const argv = ['build', 'site', '--out', 'out', '--cache', 'cache', '--quiet'];
    const ended = await runCommand([...argv, '--browser', program], { cwd: folder, limitSeconds: 300 });
    if (ended.code !== 0 && ended.code !== 2) faults.push(`${name}: exit ${ended.code}: ${ended.err.trim()}`);
    faults.push(...(await compareNext(folder, [...argv, '--browser', 'bundled'], { calm, what: name })));
  }
  const result = 'each run ended with exit 0 or 2, and the next one gave the same bytes';
  return { tried: Object.keys(programs).length, faults, result };
}

/** @param {string} folder @returns {Promise<Outcome>} */
async function nameOddly(folder) {
  const names = await writeOddNames(join(folder, 'site'));
  const ended = await runCommand(['build', 'site', '--out', 'out', '--cache', 'off', ...QUICK], { cwd: folder });
  const faults = ended.code === 0 ? [] : [`exit ${ended.code}: ${ended.err.trim()}`];
  for (const name of ended.code === 0 ? names : []) {
    if (!existsSync(Buffer.concat([Buffer.from(`${folder}/out/`), name]))) faults.push(`lost: ${name.toString('hex')}`);
  }
  const again = await runCommand(['build', 'out', '--out', 'again', '--cache', 'off', ...QUICK], { cwd: folder });
  if (again.code !== 0) faults.push(`a build of the build: exit ${again.code}: ${again.err.trim()}`);
  return { tried: names.length, faults, result: 'all are there after a build, and after a build of the build' };
}
