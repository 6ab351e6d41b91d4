/** How fast the network model is, and how near to captures of real servers and clients: `npm run bench:network`. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, cpuUsage, env, exit } from 'node:process';
import { fileURLToPath } from 'node:url';
import { estimate, estimateCases } from '../lib/network/index.js';

/** @import { CaseResult } from '../lib/network/types.ts' */

const AS_SENT = ', page as sent';
const LIMIT_MS = 5;
const WARM_UP = 30;
const RUNS = 100;
const capturesFolder = env.PAGETHRIFT_CAPTURES ?? fileURLToPath(new URL('../../shared/captures', import.meta.url));

/**
 * A page of 43 objects, 42,000 bytes of HTML among them.
 * @param {string} version
 */
function drawScenario(version) {
  const images = Array.from({ length: 42 }, (_, index) => ({
    url: `/i${index}.gif`,
    type: /** @type {const} */ ('image'),
    bytes: index === 3 ? 39_000 : 60 + ((index * 733) % 5400),
    foundIn: '/',
    foundAtByte: 500 + index * 980,
  }));
  return {
    link: 'cable',
    http: { version: /** @type {any} */ (version), connections: 6 },
    resources: [{ url: '/', type: /** @type {const} */ ('html'), bytes: 42_000 }, ...images],
  };
}

/**
 * Processor time of an estimate, so that whatever else the machine does is left out.
 * @param {string} version
 */
function measureSpeed(version) {
  const scenario = drawScenario(version);
  for (let run = 0; run < WARM_UP; run += 1) estimate(scenario);
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = cpuUsage();
    estimate(scenario);
    const { user, system } = cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return times.sort((a, b) => a - b)[RUNS >> 1];
}

/** @param {(number | null)[]} errors */
function summarize(errors) {
  const sizes = errors.filter((error) => error !== null).map((error) => Math.abs(error) * 100);
  if (sizes.length === 0) return '      -      ';
  sizes.sort((a, b) => a - b);
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  const figures = [mean, sizes[sizes.length >> 1], sizes[sizes.length - 1]];
  return figures.map((figure) => figure.toFixed(2).padStart(6)).join('');
}

/**
 * Which line of the table a case belongs to.
 * @param {CaseResult} result @param {any} scenario
 */
function groupOf({ name }, scenario) {
  const { link, http } = scenario;
  const isBrowser = /chrom/i.test(http.client ?? '');
  if (isBrowser) return `browser, HTTP/${http.version}`;
  if (http.version === '2') return 'nghttp, HTTP/2';
  const fullPacketMs = (link.mtu * 8000) / link.downBitsPerSecond;
  if (fullPacketMs > 100) return 'HTTP/1.x, time-outs without loss';
  return /lan/i.test(name.split(' ')[0]) || link.rttMs < 5 ? 'HTTP/1.x, LAN' : 'HTTP/1.x, WAN and ADSL';
}

/**
 * By how many bytes the bodies of a scenario are more than all that was captured: its client asked for them compressed.
 * @param {CaseResult} result @param {any} scenario
 */
function findExcess({ measured, detail }, { resources }) {
  const bodies = resources.reduce((/** @type {number} */ sum, /** @type {any} */ { bytes }) => sum + bytes, 0);
  const captured = measured?.payloadBytes;
  return captured === undefined || bodies <= captured ? 0 : detail.payloadUp + detail.payloadDown - captured;
}

/**
 * A case whose page was smaller on the wire than its scenario says, with the page as small as it must have been.
 * @param {any} item @param {number} excess
 */
function shrinkPage(item, excess) {
  const [page, ...rest] = item.scenario.resources;
  const shrunk = { ...page, bytes: Math.max(1, page.bytes - excess), decodedBytes: page.decodedBytes ?? page.bytes };
  return { ...item, scenario: { ...item.scenario, resources: [shrunk, ...rest] } };
}

/** @param {string} file */
function printAccuracy(file) {
  const { cases } = JSON.parse(readFileSync(file, 'utf8'));
  const results = estimateCases({ cases }).cases;
  /** @type {Map<string, CaseResult[]>} */
  const groups = new Map();
  /** @param {string} group @param {CaseResult} result */
  const put = (group, result) => groups.set(group, [...(groups.get(group) ?? []), result]);
  results.forEach((result, index) => {
    const group = groupOf(result, cases[index].scenario);
    put(group, result);
    const excess = findExcess(result, cases[index].scenario);
    if (excess === 0) return;
    const [shrunk] = estimateCases({ cases: [shrinkPage(cases[index], excess)] }).cases;
    put(`${group}${AS_SENT}`, { ...shrunk, error: { ...shrunk.error, payloadBytes: null } });
  });
  console.log(`\n${file}`);
  console.log(
    `${'relative error in %'.padEnd(36)}cases   packets: mean median worst   seconds: mean median worst   payload: mean median worst`,
  );
  for (const [group, members] of groups) {
    const columns = /** @type {const} */ (['packets', 'seconds', 'payloadBytes']).map((key) =>
      summarize(members.map(({ error }) => error[key])),
    );
    console.log(`${group.padEnd(36)}${String(members.length).padStart(5)}   ${columns.join('          ')}`);
  }
  if ([...groups.keys()].some((group) => group.endsWith(AS_SENT)))
    console.log(
      'page as sent: less was captured than the scenario’s bodies hold, so the page was compressed on the wire',
    );
}

let slow = false;
for (const version of ['1.0', '1.1', 'mplex', '2', '3']) {
  const ms = measureSpeed(version);
  if (version === '1.1' && ms > LIMIT_MS) slow = true;
  console.log(
    `43 objects over HTTP/${version.padEnd(5)} ${ms.toFixed(2).padStart(6)} ms an estimate${version === '1.1' ? ` (limit ${LIMIT_MS} ms)` : ''}`,
  );
}
const files = argv.length > 2 ? argv.slice(2) : listCaptures();
for (const file of files) printAccuracy(file);
if (files.length === 0) console.log(`\nno captures in ${capturesFolder}: set PAGETHRIFT_CAPTURES to a folder of them`);
exit(slow ? 1 : 0);

function listCaptures() {
  if (!existsSync(capturesFolder)) return [];
  return readdirSync(capturesFolder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(capturesFolder, name));
}
