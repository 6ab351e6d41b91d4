/** @import { Row } from '../../bench/attack.js' */
/** @import { Files } from './support/crafted-files.js' */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CRAFTED } from './support/crafted-files.js';
import { inScratch, QUICK, runCommand } from './support/run.js';

const ONLY = process.env.ATTACK_FAMILY;
/** Time limit of a command: several tasks of 30 s of CPU time each, two at a time, on a busy machine. */
const LIMIT_SECONDS = 180;
const MAX_MEGABYTES = 1500;
/** Commands that each site is given to, and those for a recording. */
const COMMANDS = [
  ['build', '.', '--out', '../out', '--servers', '../servers', '--force', ...QUICK],
  ['audit', '.', ...QUICK],
];
const RECORDING_COMMANDS = [
  ['audit', 'a.har', ...QUICK],
  ['estimate', 'a.har', '--quiet'],
];

/**
 * Builds and audits sites that were written by hand to be slow or large: each command ends in time, with exit code 0 or
 * 2 and a file named, and within its memory limit.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const families = Object.entries(CRAFTED).filter(([family]) => ONLY === undefined || ONLY === family);
  /** @type {Row[]} */
  const rows = [];
  for (const [family, cases] of families) rows.push(await tryFamily(family, Object.entries(cases)));
  return rows;
}

/** @param {string} family @param {readonly [string, () => Files][]} cases @returns {Promise<Row>} */
async function tryFamily(family, cases) {
  const faults = [];
  let [slowest, most, refused] = [0, 0, 0];
  for (const [name, write] of cases) {
    for (const ended of await inScratch((folder) => tryCase(join(folder, 'site'), write()))) {
      slowest = Math.max(slowest, ended.seconds);
      most = Math.max(most, ended.megabytes);
      refused += Number(ended.code === 2);
      if (ended.fault) faults.push(`${name}: ${ended.command}: ${ended.fault}`);
    }
  }
  const fine = `exit 0, or 2 for ${refused}; the slowest took ${Math.round(slowest)} s, ${most} MB at most`;
  return {
    what: `hostile files written by hand: ${family}`,
    tried: cases.length * COMMANDS.length,
    failed: faults.length,
    result: faults.join('; ') || fine,
  };
}

/** @param {string} site @param {Files} files */
async function tryCase(site, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), content);
  }
  const results = [];
  for (const argv of 'a.har' in files ? RECORDING_COMMANDS : COMMANDS) {
    const ended = await runCommand([...argv, '--cache', 'off'], { cwd: site, limitSeconds: LIMIT_SECONDS });
    results.push({ ...ended, command: argv[0], fault: faultOf(ended, Object.keys(files)) });
  }
  return results;
}

/** @param {import('./support/run.js').Ended} ended @param {readonly string[]} paths */
function faultOf({ code, err, megabytes, seconds }, paths) {
  const isNamed = paths.some((path) => err.includes(path));
  if (code !== 0 && !(code === 2 && isNamed))
    return `exit ${code} after ${Math.round(seconds)} s: ${err.trim().slice(-200)}`;
  return megabytes > MAX_MEGABYTES ? `${megabytes} MB` : '';
}
