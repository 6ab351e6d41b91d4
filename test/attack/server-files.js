/** @import { Row } from '../../bench/attack.js' */
/** @import { ServerName } from '../../bench/servers/many-servers.js' */

import { installedServers } from '../../bench/servers/lab.js';
import { tryTrees } from '../../bench/servers/try-trees.js';
import { inScratch } from './support/run.js';

const TREES = Number(process.env.ATTACK_TREES ?? 10_000);
const FIRST = Number(process.env.ATTACK_SEED ?? 1);
/** Number of trees that Apache and Caddy load in one start. */
const TREES_AT_A_TIME = 100;

/**
 * Writes server files for random trees of hostile names. Each real server must load them, and respond as it does
 * without them.
 * @returns {Promise<Row[]>}
 */
export async function run() {
  const servers = installedServers();
  /** @type {Record<string, { asked: number, copies: number, failed: Map<number, string> }>} */
  const found = Object.fromEntries(servers.map((name) => [name, { asked: 0, copies: 0, failed: new Map() }]));
  for (let first = FIRST; first < FIRST + TREES; first += TREES_AT_A_TIME) {
    const seeds = Array.from({ length: Math.min(TREES_AT_A_TIME, FIRST + TREES - first) }, (_, index) => first + index);
    const results = await inScratch((scratch) => tryTrees(seeds, servers, scratch));
    for (const { server, seed, asked, copies, faults } of results) {
      found[server].asked += asked;
      found[server].copies += copies;
      if (faults.length > 0) found[server].failed.set(seed, faults[0]);
    }
    process.stderr.write(`${first + seeds.length - FIRST} trees\n`);
  }
  return servers.map((name) => {
    const { asked, copies, failed } = found[name];
    const [example] = failed;
    const what = `${asked} requests answered as by the plain site, ${copies} of them by a copy`;
    return {
      what: `server files for random trees of hostile names: ${name}`,
      tried: TREES,
      failed: failed.size,
      result: example ? `tree ${example[0]}: ${example[1]}` : what,
    };
  });
}
