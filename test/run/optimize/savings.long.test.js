import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import sharp from 'sharp';
import { audit, build } from '../../../lib/index.js';
import { markWithinError, waterfallOf } from '../../../lib/run/optimize/report-savings.js';

const MEASURES = /** @type {const} */ (['requests', 'bytes', 'packets', 'ms']);

/** @typedef {Record<typeof MEASURES[number], number>} Amount */
/** @param {readonly Amount[]} amounts @param {typeof MEASURES[number]} measure */
const sumOf = (amounts, measure) => amounts.reduce((sum, amount) => sum + amount[measure], 0);

const amount = fc.record({
  requests: fc.integer({ min: 0, max: 500 }),
  bytes: fc.integer({ min: 0, max: 5_000_000 }),
  packets: fc.integer({ min: 0, max: 9000 }),
  ms: fc.integer({ min: 0, max: 90_000 }).map((tenths) => tenths / 10),
});

test('whatever the model says of the steps, a waterfall sums to what the page saves', () => {
  fc.assert(
    fc.property(amount, amount, fc.dictionary(fc.string({ minLength: 1 }), amount), (before, after, steps) => {
      const page = /** @type {any} */ ({ before, after, estimates: [{ before, after }] });
      const waterfall = waterfallOf(page, new Map(Object.entries(steps)));
      for (const measure of MEASURES) {
        const difference = after[measure] - before[measure];
        assert.ok(Math.abs(sumOf(waterfall, measure) - difference) < 0.02, `${measure} sums to ${difference}`);
      }
    }),
  );
});

test('what takes less time than the model can tell says so, and keeps what is counted', () => {
  const saves = { requests: 1, bytes: 90, packets: 2, ms: 3, msBand: 4 };
  const [small, large] = markWithinError(/** @type {any} */ ([{ saves }, { saves: { ...saves, msBand: 1 } }]));
  assert.deepEqual(small.saves, { ...saves, ms: 0, isWithinError: true });
  assert.deepEqual(large.saves, { ...saves, msBand: 1 });
});

test('a change that saves requests and bytes is never called slower', () => {
  const amount = fc.integer({ min: 0, max: 1e6 });
  fc.assert(
    fc.property(
      amount,
      amount,
      fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      amount,
      (requests, bytes, ms, msBand) => {
        const [row] = markWithinError(/** @type {any} */ ([{ saves: { requests, bytes, packets: 1, ms, msBand } }]));
        assert.ok(row.saves.ms >= 0 || requests + bytes === 0);
        assert.deepEqual([row.saves.requests, row.saves.bytes], [requests, bytes]);
      },
    ),
  );
});

/** Writes a site of two pages with many uses of the same spacer, and a GIF under two names. @param {string} folder */
async function writeSite(folder) {
  const space = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
    .png()
    .toBuffer();
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 120, sigma: 60 };
  const photo = await sharp({ create: { width: 96, height: 96, channels: 3, background: '#fff', noise } })
    .gif()
    .toBuffer();
  mkdirSync(folder);
  writeFileSync(join(folder, 'space.png'), space);
  for (const name of ['a.gif', 'b.gif']) writeFileSync(join(folder, name), photo);
  const spaces = '<IMG SRC="space.png" width="9" height="1" alt="">x'.repeat(32);
  writeFileSync(join(folder, 'one.html'), `<!DOCTYPE html><title>t</title><p>${spaces}<img src="a.gif" alt="">`);
  writeFileSync(
    join(folder, 'two.html'),
    `<!DOCTYPE html><title>t</title><p>${spaces}<img src="a.gif" alt=""><img src="b.gif" alt="">`,
  );
}

test('the steps of each built page sum to what it saves, and no row or rule says more than there was', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-savings-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  await writeSite(join(scratch, 'site'));
  const options = { verify: /** @type {const} */ ('off'), browser: 'off', cache: 'off' };
  const built = await build(join(scratch, 'site'), { ...options, out: join(scratch, 'out') });
  const audited = await audit(join(scratch, 'site'), options);
  for (const { pages, changes, rules = [], site, waterfall = [] } of [built, audited]) {
    for (const { path, before, after, estimates, waterfall: steps = [] } of pages) {
      const [estimate] = estimates;
      const whole = {
        requests: after.requests - before.requests,
        bytes: after.bytes - before.bytes,
        packets: estimate.after.packets - estimate.before.packets,
        ms: estimate.after.ms - estimate.before.ms,
      };
      for (const measure of MEASURES)
        assert.ok(Math.abs(sumOf(steps, measure) - whole[measure]) < 0.05, `${measure} of ${path}`);
      for (const { saves, rule } of changes.filter(({ page }) => page === path)) {
        assert.ok(saves.packets <= estimate.before.packets, `${rule} saves no more packets than ${path} had`);
        assert.ok(saves.requests <= before.requests, `${rule} saves no more requests than ${path} made`);
      }
    }
    for (const measure of MEASURES) {
      const all = sumOf(
        pages.flatMap((page) => page.waterfall ?? []),
        measure,
      );
      assert.ok(Math.abs(sumOf(waterfall, measure) - all) < 0.1, `${measure} of the site`);
    }
    const packets = pages.reduce((sum, { estimates: [{ before }] }) => sum + before.packets, 0);
    for (const { rule, saves } of rules) {
      assert.ok(saves.packets <= packets, `${rule} saves no more packets than all pages had`);
      assert.ok(saves.requests <= site.before.requests, `${rule} saves no more requests than the site had`);
      assert.ok(saves.bytes <= site.before.bytes, `${rule} saves no more bytes than the site had`);
    }
  }
  const spacer = built.rules?.find(({ rule }) => rule === 'spacer-image');
  assert.deepEqual([spacer?.applied, spacer?.saves.requests], [64, 1], '64 uses of one file are one request');
  const repeated = built.rules?.find(({ rule }) => rule === 'repeated-image');
  assert.deepEqual([repeated?.applied, repeated?.saves.requests], [1, 1]);
});
