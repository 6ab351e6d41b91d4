import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { estimateCases } from '../../lib/network/index.js';

const folder = env.PAGETHRIFT_CAPTURES ?? fileURLToPath(new URL('../../../shared/captures', import.meta.url));
const file = join(folder, 'http1.json');
const skip = existsSync(file) ? false : `no captures in ${folder}`;

/** @param {(number | null)[]} errors */
const sizes = (errors) =>
  errors
    .filter((error) => error !== null)
    .map(Math.abs)
    .sort((a, b) => a - b);
/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('HTTP/1.x captures are met to a few percent', { skip }, () => {
  const { cases } = JSON.parse(readFileSync(file, 'utf8'));
  const results = estimateCases({ cases }).cases;
  /** @param {number} index */
  const isSlow = (index) => cases[index].scenario.link.downBitsPerSecond < 100_000;
  const fast = results.filter((_, index) => !isSlow(index)).map(({ error }) => error);
  const slow = results.filter((_, index) => isSlow(index)).map(({ error }) => error);
  const packets = sizes(fast.map((error) => error.packets));
  const seconds = sizes(fast.map((error) => error.seconds));
  assert.ok(mean(packets) <= 0.02 && packets[packets.length - 1] <= 0.06);
  assert.ok(seconds[seconds.length >> 1] <= 0.02);
  assert.ok(mean(sizes(fast.map((error) => error.payloadBytes))) <= 0.001);
  assert.ok(mean(sizes(slow.map((error) => error.packets))) <= 0.08);
  assert.ok(mean(sizes(slow.map((error) => error.seconds))) <= 0.06);
});
