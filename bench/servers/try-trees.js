/** @import { RawAnswer } from './ask-raw.js' */
/** @import { HostileTree } from './hostile-tree.js' */
/** @import { Question } from './compare-answers.js' */
/** @import { ServerName, SiteToServe } from './many-servers.js' */

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeServers } from '../../lib/output/servers/write-servers.js';
import { diskPath } from '../../lib/site/text/disk-name.js';
import { askRaw } from './ask-raw.js';
import { differenceOf, questionsOf } from './compare-answers.js';
import { drawTree, writeTree } from './hostile-tree.js';
import { addressOf, hostOf, PLAIN, PORTS, prepareScratch, startGenerated, startPlain } from './many-servers.js';

/** The server file of each server. */
const FILES = Object.freeze({
  nginx: 'nginx.conf',
  apache: 'apache.conf',
  caddy: 'Caddyfile',
  lighttpd: 'lighttpd.conf',
});

/**
 * @typedef {SiteToServe & { seed: number, questions: Question[] }} Trial
 * @typedef {{ server: ServerName, seed: number, asked: number, copies: number, faults: string[] }} Result
 */

/**
 * Compares each server's responses for some trees with those of the same server without server files.
 * @param {readonly number[]} seeds
 * @param {readonly ServerName[]} servers
 * @param {string} scratch
 * @returns {Promise<Result[]>}
 */
export async function tryTrees(seeds, servers, scratch) {
  prepareScratch(scratch);
  chmodSync(scratch, 0o755);
  const trials = seeds.map((seed, index) => prepare(drawTree(seed), index, scratch));
  /** @type {Result[]} */
  const results = [];
  for (const server of servers) results.push(...(await tryServer(server, trials, scratch)));
  return results;
}

/** @param {HostileTree} tree @param {number} index @param {string} scratch @returns {Trial} */
function prepare(tree, index, scratch) {
  const host = hostOf(index);
  const [root, scripts, files] = [
    join(scratch, `site-${index}`, tree.root),
    join(scratch, `scripts-${index}`, tree.scripts),
    join(scratch, `files-${index}`),
  ];
  writeTree(root, tree);
  for (const folder of [scripts, files]) mkdirSync(folder, { recursive: true });
  mkdirSync(join(scratch, 'plain'), { recursive: true });
  symlinkSync(root, join(scratch, 'plain', host));
  const written = writeServers(tree.files.keys(), { root, scripts }, tree.own);
  for (const [name, file] of Object.entries(FILES)) {
    const replaceAddress = addressOf(/** @type {ServerName} */ (name));
    writeFileSync(join(files, file), diskPath(replaceAddress(String(written.get(file)), host)));
  }
  writeFileSync(join(scripts, 'lighttpd.lua'), diskPath(String(written.get('lighttpd.lua'))));
  return { root, files, host, seed: tree.seed, questions: questionsOf(tree, host) };
}

/** @param {ServerName} server @param {readonly Trial[]} trials @param {string} scratch @returns {Promise<Result[]>} */
async function tryServer(server, trials, scratch) {
  const without = await startPlain[server](join(scratch, 'plain'), scratch);
  for (const fault of without.faults.values()) throw new Error(`without server files, ${fault}`);
  /** @type {Map<number, RawAnswer[]>} */
  const wanted = new Map();
  for (const { seed, questions } of trials) {
    const requests = questions.map(({ plain }) => plain);
    wanted.set(seed, await askRaw({ host: PLAIN.host, port: PORTS[server] }, requests));
  }
  await without.stop();
  const generated = await startAll(server, trials, scratch);
  /** @type {Result[]} */
  const results = [];
  for (const trial of trials) {
    const fault = generated.faults.get(trial.host);
    const none = { server, seed: trial.seed, asked: 0, copies: 0 };
    results.push(fault ? { ...none, faults: [fault] } : await tryTree(server, trial, wanted.get(trial.seed) ?? []));
  }
  await generated.stop();
  return results;
}

/**
 * Starts all sites at once. If that fails, starts each one alone to find the cause.
 * @param {ServerName} server @param {readonly Trial[]} trials @param {string} scratch
 */
async function startAll(server, trials, scratch) {
  const together = await startGenerated[server](trials, scratch);
  if (together.faults.size < trials.length || trials.length === 1) return together;
  /** @type {Map<string, string>} */
  const faults = new Map();
  const good = [];
  for (const trial of trials) {
    const alone = await startGenerated[server]([trial], scratch);
    await alone.stop();
    const fault = alone.faults.get(trial.host);
    if (fault) faults.set(trial.host, fault);
    else good.push(trial);
  }
  if (good.length === 0) return { faults, stop: async () => {} };
  const rest = await startGenerated[server](good, scratch);
  return { faults: new Map([...rest.faults, ...faults]), stop: rest.stop };
}

/** @param {ServerName} server @param {Trial} trial @param {readonly RawAnswer[]} wanted @returns {Promise<Result>} */
async function tryTree(server, { seed, host, questions }, wanted) {
  const answers = await askRaw(
    { host, port: PORTS[server] },
    questions.flatMap(({ requests }) => requests),
  );
  const faults = [];
  let [at, copies] = [0, 0];
  for (const [index, question] of questions.entries()) {
    for (const { headers } of question.requests) {
      const answer = answers[at++];
      const difference = differenceOf(question, wanted[index], answer);
      if (answer.headers.has('content-encoding')) copies++;
      if (difference !== null) faults.push(`${question.target} ${JSON.stringify(headers)}: ${difference}`);
    }
  }
  return { server, seed, asked: at, copies, faults };
}
