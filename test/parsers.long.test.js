import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { exact } from '../lib/base/exact.js';
import { parsePage } from '../lib/site/page/parse-page.js';
import { PARSERS } from './attack/support/parsers.js';

const UTF_8 = exact({ name: 'utf-8', bom: false });
/** Number of short inputs of which the slowest are repeated to a megabyte. */
const SEEDS = 24;
const SHORT_BYTES = 8192;
const LONG_BYTES = 1_048_576;
/** Max CPU time for a megabyte: what a task on a file of this size may take. */
const MAX_MS = 20_000;
/** Wall time after which a parser is ended: it did not return, however busy the machine is. */
const END_MS = 240_000;

for (const name of Object.keys(PARSERS)) {
  test(`${name} reads a megabyte of its worst input in time`, async () => {
    const workerData = { name, seeds: SEEDS, short: SHORT_BYTES, long: LONG_BYTES, worst: 2 };
    const worker = new Worker(new URL('attack/support/parser-worker.js', import.meta.url), { workerData });
    /** @type {{ seed: number, ms?: number, bytes?: number }[]} */
    const heard = [];
    worker.on('message', (message) => heard.push(message));
    const timer = setTimeout(() => void worker.terminate(), END_MS);
    await once(worker, 'exit');
    clearTimeout(timer);
    const took = heard.filter(({ ms }) => ms !== undefined);
    assert.equal(took.length, 2, `ended at ${JSON.stringify(heard.at(-1))}`);
    for (const { seed, ms } of took) assert.ok(Number(ms) < MAX_MS, `seed ${seed}: ${ms} ms`);
  });
}

test('attributes without values take time in proportion to their number', () => {
  const cpuMs = (/** @type {number} */ count) => {
    const source = `<p ${Array.from({ length: count }, (_, at) => `a${at}`).join(' ')}>x`;
    const { user } = process.cpuUsage();
    parsePage('a.html', source, UTF_8);
    return (process.cpuUsage().user - user) / 1000;
  };
  cpuMs(10_000);
  const [short, long] = [cpuMs(40_000), cpuMs(160_000)];
  assert.ok(long < 9 * Math.max(short, 50), `${short} ms, ${long} ms`);
});
