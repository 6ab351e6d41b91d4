/** @import { Row } from '../../bench/attack.js' */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { contentsOf, differencesOf } from './support/look.js';
import { inScratch, QUICK, runCommand } from './support/run.js';

const KILLS = Number(process.env.ATTACK_KILLS ?? 100);
/** The name of a single scene to run, because a scene takes minutes. */
const ONLY = process.env.ATTACK_SCENE;
/**
 * Time for the renames of a swap to finish, in milliseconds. A separate process makes them, which starts slowly on a
 * busy machine.
 */
const SETTLE_MS = 400;

/**
 * @typedef {{ argv: string[], prepare: (folder: string, round: number) => void, isWhole: (folder: string) => string |
 *   null }} Scene
 */

/** @type {Readonly<Record<string, (folder: string) => Promise<Scene>>>} */
const SCENES = {
  'build --out': async (folder) => {
    const states = await buildStates(folder);
    return {
      argv: ['build', 'site', '--out', 'out', '--cache', 'off', ...QUICK],
      prepare: (at, round) => writePages(join(at, 'site'), round % 2),
      isWhole: (at) => isOneOf(join(at, 'out'), states),
    };
  },
  'build --in-place': async (folder) => {
    const built = await buildStates(folder);
    const sites = [0, 1].map((version) => {
      writePages(join(folder, 'plain'), version);
      return contentsOf(join(folder, 'plain'));
    });
    return {
      argv: ['build', 'out', '--in-place', '--cache', 'off', ...QUICK],
      prepare: (at, round) => {
        cpSync(join(at, 'plain'), join(at, 'out'), { recursive: true });
        writePages(join(at, 'out'), round % 2);
      },
      isWhole: (at) => isOneOf(join(at, 'out'), [...built, ...sites], ['.pagethrift.json', /\.(?:gz|br|zst)$/]),
    };
  },
  'the cache': async (folder) => {
    const states = await buildStates(folder);
    return {
      argv: ['build', 'site', '--out', 'out', '--cache', 'cache', ...QUICK],
      prepare: (at, round) => writePages(join(at, 'site'), round % 2),
      isWhole: (at) => isOneOf(join(at, 'out'), states),
    };
  },
  'check --update-baseline': async (folder) => {
    writePages(join(folder, 'site'), 0);
    return {
      argv: ['check', 'site', '--baseline', 'base.json', '--update-baseline', '--cache', 'off', ...QUICK],
      prepare: (at, round) => writePages(join(at, 'site'), round % 2),
      isWhole: (at) => (existsSync(join(at, 'base.json')) ? faultOfJson(join(at, 'base.json')) : null),
    };
  },
};

/**
 * Kills runs at random moments and checks that the output is either old or new, and complete, and that the next run
 * succeeds and cleans up.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const rows = [];
  for (const [name, open] of Object.entries(SCENES))
    if (ONLY === undefined || name === ONLY) rows.push(await inScratch((folder) => killOften(name, open, folder)));
  return rows;
}

/**
 * @param {string} name
 * @param {(folder: string) => Promise<Scene>} open
 * @param {string} folder
 * @returns {Promise<Row>}
 */
async function killOften(name, open, folder) {
  const { argv, prepare, isWhole } = await open(folder);
  prepare(folder, 0);
  const { seconds, code, err } = await runCommand(argv, { cwd: folder });
  const faults = code === 0 ? [] : [`the first run: exit ${code}: ${err.trim()}`];
  let killed = 0;
  for (let round = 1; round <= KILLS; round++) {
    prepare(folder, round);
    const killAfterMs = ((round * 0.618034) % 1) * seconds * 1000 * 1.05;
    const ended = await runCommand(argv, { cwd: folder, killAfterMs });
    if (ended.signal) killed += 1;
    await setTimeout(SETTLE_MS);
    const fault = isWhole(folder);
    if (fault) faults.push(`round ${round}: ${fault}`);
  }
  prepare(folder, 0);
  const last = await runCommand(argv, { cwd: folder });
  if (last.code !== 0) faults.push(`the next run: exit ${last.code}: ${last.err.trim()}`);
  const left = [...readdirSync(folder).filter((file) => file.startsWith('.')), ...leftInTemporary()];
  if (left.length > 0) faults.push(`left behind: ${left.slice(0, 3).join(', ')}`);
  const result =
    faults[0] ?? `${killed} were killed before their end; old or new stood, whole; the next run cleared up`;
  return { what: `SIGKILL at a random moment: ${name}`, tried: KILLS, failed: faults.length, result };
}

/** Returns folders of processes that have ended. */
function leftInTemporary() {
  return readdirSync(tmpdir()).filter((name) => {
    const owner = /^pagethrift-(\d+)-/.exec(name)?.[1];
    return owner !== undefined && !existsSync(`/proc/${owner}`);
  });
}

/** Returns the output of a build of each version. @param {string} folder */
async function buildStates(folder) {
  const states = [];
  for (const version of [0, 1]) {
    mkdirSync(join(folder, `v${version}`));
    writePages(join(folder, `v${version}`, 'site'), version);
    await runCommand(['build', 'site', '--out', 'out', '--cache', 'off', ...QUICK], {
      cwd: join(folder, `v${version}`),
    });
    states.push(contentsOf(join(folder, `v${version}`, 'out')));
  }
  return states;
}

/** @param {string} folder @param {number} version */
function writePages(folder, version) {
  mkdirSync(join(folder, 'deep'), { recursive: true });
  for (let index = 0; index < 24; index++) {
    const text = `<!DOCTYPE html>\n<TITLE>${index}</TITLE>\n${`<P>version   ${version}  words\n`.repeat(30)}`;
    writeFileSync(join(folder, index % 2 ? 'deep' : '', `${index}.html`), text);
  }
}

/**
 * Returns the reason why a folder matches none of these states, or null if it matches one.
 * @param {string} folder
 * @param {readonly ReadonlyMap<string, string>[]} states
 * @param {readonly (string | RegExp)[]} beside names that are ignored
 */
function isOneOf(folder, states, beside = []) {
  if (!existsSync(folder)) return 'the folder is gone';
  const matters = (/** @type {string} */ name) =>
    !beside.some((each) => (typeof each === 'string' ? each === name : each.test(name)));
  const found = contentsOf(folder);
  const closest = states
    .map((state) => differencesOf(state, found).filter(matters))
    .sort((a, b) => a.length - b.length)[0];
  return closest.length === 0 ? null : `neither old nor new: ${closest.slice(0, 3).join(', ')}`;
}

/** @param {string} path */
function faultOfJson(path) {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return null;
  } catch (error) {
    return `${path} is cut off: ${error}`;
  }
}
