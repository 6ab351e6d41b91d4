/*
 * npm run bench -- observed [--write] NAME=FOLDER[@BASE] …
 *
 * Builds sites, counts the requests of Chromium at each address on a separate host, before and after, and compares them
 * with the report. Each side is counted twice: addresses that load other files the second time are left out of the
 * comparison. --write updates the rows of these sites in docs/frameworks.md.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { present } from '../lib/base/present.js';
import { countLoads } from './observed/count.js';
import { fillObserved } from './observed/table.js';

// Visits have the date of the first day of the next month. Some pages choose images by the date.
process.env.SOURCE_DATE_EPOCH ??= String(Math.floor(Date.now() / 1000));
const { build } = await import('../lib/index.js');

/** Max number of addresses counted per site, spread evenly. */
const MAX_ADDRESSES = 12;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const results = new URL('observed/results.json', import.meta.url);
const page = new URL('../docs/frameworks.md', import.meta.url);
for (const named of positionals) {
  const [name, where] = named.split('=');
  const [folder, base = '/'] = where.split('@');
  const row = await observe(folder, base);
  process.stdout.write(`${name}: ${JSON.stringify(row)}\n`);
  if (!values.write) continue;
  const known = JSON.parse(readFileSync(results, 'utf8'));
  writeFileSync(results, `${JSON.stringify({ ...known, [name]: row }, null, 2)}\n`);
}
if (values.write) {
  const rows = JSON.parse(readFileSync(results, 'utf8'));
  writeFileSync(page, fillObserved(readFileSync(page, 'utf8'), rows));
}

/**
 * @param {string} folder @param {string} base
 * @returns {Promise<import('./observed/table.js').Row>}
 */
async function observe(folder, base) {
  const out = mkdtempSync(join(tmpdir(), 'pagethrift-observed-'));
  const report = await build(folder, { out: join(out, 'lean'), cache: 'off' });
  const step = Math.max(1, Math.ceil(report.pages.length / MAX_ADDRESSES));
  const pages = report.pages.filter((_, index) => index % step === 0);
  const addresses = pages.map(({ address }) => address);
  const [before, after, ...again] = [
    await countLoads(folder, base, addresses),
    await countLoads(join(out, 'lean'), base, addresses),
    await countLoads(folder, base, addresses),
    await countLoads(join(out, 'lean'), base, addresses),
  ];
  rmSync(out, { recursive: true });
  const counts = { routes: 0, unsteady: 0, unequal: 0, heavier: 0, differ: 0 };
  const row = { addresses: pages.length, before: [0, 0], after: [0, 0], ...counts };
  for (const { path, address, ...sides } of pages) {
    const [first, later, ...second] = [before, after, ...again].map((counted) => present(counted.get(address)));
    row.routes += path === null ? 1 : 0;
    if (
      [first, later].some(({ requests, bytes }, at) => requests !== second[at].requests || bytes !== second[at].bytes)
    ) {
      row.unsteady += 1;
      continue;
    }
    const isEqual = [sides.before, sides.after].every(
      ({ requests, bytesByEncoding }, at) =>
        requests === [first, later][at].requests && bytesByEncoding.identity === [first, later][at].bytes,
    );
    const isLike = first.shows === later.shows && String(first.errors) === String(later.errors);
    if (!isEqual) {
      const counted = [first, later].map(({ requests, bytes }) => [requests, bytes]);
      const reported = [sides.before, sides.after].map((side) => [side.requests, side.bytesByEncoding.identity]);
      console.error(`${address}: counted ${JSON.stringify(counted)}, reported ${JSON.stringify(reported)}`);
    }
    row.unequal += isEqual ? 0 : 1;
    row.heavier += later.bytes > first.bytes || later.requests > first.requests ? 1 : 0;
    row.differ += isLike ? 0 : 1;
    row.before = [row.before[0] + first.requests, row.before[1] + first.bytes];
    row.after = [row.after[0] + later.requests, row.after[1] + later.bytes];
  }
  return row;
}
