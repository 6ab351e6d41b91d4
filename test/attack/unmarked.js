/** @import { Row } from '../../bench/attack.js' */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from '../../lib/index.js';
import { contentsOf, differencesOf } from './support/look.js';
import { writeRandomSite } from './support/random-site.js';
import { inScratch } from './support/run.js';

const SITES = Number(process.env.ATTACK_SITES ?? 60);
const OPTIONS = /** @type {const} */ ({ browser: 'off', verify: 'off', cache: 'off', effort: 'fast', jobs: 2 });
const MARKER = '.pagethrift.json';

/**
 * Builds the output of a build that has lost its marker, as on hosts that drop hidden files.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const faults = [];
  for (let seed = 1; seed <= SITES; seed++) {
    const other = await inScratch((folder) => buildTwice(folder, seed));
    if (other.length > 0) faults.push(`${seed}: ${other.slice(0, 2).join(', ')}`);
  }
  return [
    {
      what: 'random sites built twice, the marker lost between',
      tried: SITES,
      failed: faults.length,
      result: faults.slice(0, 6).join('; ') || 'the same in all',
    },
  ];
}

/** @param {string} folder @param {number} seed */
async function buildTwice(folder, seed) {
  const [site, one, two] = ['site', 'one', 'two'].map((name) => join(folder, name));
  mkdirSync(site);
  await writeRandomSite(site, seed);
  await build(site, { ...OPTIONS, out: one });
  rmSync(join(one, MARKER));
  await build(one, { ...OPTIONS, out: two });
  rmSync(join(two, MARKER));
  return differencesOf(contentsOf(one), contentsOf(two));
}
