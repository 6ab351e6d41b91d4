/**
 * Measures the speed of the network model, and its accuracy against captures of real servers and clients: `npm run
 * bench -- network`.
 */

import { argv, cpuUsage, exit } from 'node:process';
import { estimate } from '../lib/network/index.js';
import { CAPTURES_FOLDER, listCaptures, measureAccuracy } from './network/accuracy.js';

const LIMIT_MS = 5;
const WARM_UP = 30;
const RUNS = 100;

/**
 * Returns a page of 43 objects, including 42,000 bytes of HTML.
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
 * Measures the CPU time of an estimate, which excludes other load of the machine.
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

/** @param {{ mean: number, median: number, worst: number } | null} error */
const format = (error) =>
  error === null
    ? '      -      '
    : [error.mean, error.median, error.worst].map((share) => (share * 100).toFixed(2).padStart(6)).join('');

/** @param {string} file */
function printAccuracy(file) {
  console.log(`\n${file}`);
  console.log(
    `${'relative error in %'.padEnd(36)}cases   packets: mean median worst   seconds: mean median worst   ` +
      `payload: mean median worst`,
  );
  for (const { group, count, packets, seconds, payloadBytes } of measureAccuracy(file)) {
    const columns = [packets, seconds, payloadBytes].map(format).join('          ');
    console.log(`${group.padEnd(36)}${String(count).padStart(5)}   ${columns}`);
  }
}

let slow = false;
for (const version of ['1.0', '1.1', 'mplex', '2', '3']) {
  const ms = measureSpeed(version);
  if (version === '1.1' && ms > LIMIT_MS) slow = true;
  console.log(
    `43 objects over HTTP/${version.padEnd(5)} ${ms.toFixed(2).padStart(6)} ms an estimate` +
      `${version === '1.1' ? ` (limit ${LIMIT_MS} ms)` : ''}`,
  );
}
const files = argv.length > 2 ? argv.slice(2) : listCaptures();
for (const file of files) printAccuracy(file);
if (files.length === 0) console.log(`\nno captures in ${CAPTURES_FOLDER}: set PAGETHRIFT_CAPTURES to a folder of them`);
exit(slow ? 1 : 0);
