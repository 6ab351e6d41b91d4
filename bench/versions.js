/*
 * npm run bench -- versions --before CHECKOUT [--most N] [--levels safe,visual,lossy] FOLDER …
 *
 * Builds the same folders with another checkout of this project and with this one, and lists where this one needs more
 * requests or bytes. Changes of the planner have to pass this comparison. Verification is off, so that plans are
 * compared. Sites with more than --most pages are reduced to a part.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readSite } from '../lib/site/read-site.js';
import { weigh } from './peers/measure.js';
import { takePart } from './peers/part.js';

/** Max growth against the other version: half a percent. */
const MAX_GROWTH = 1.005;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    most: { type: 'string', default: '40' },
    levels: { type: 'string', default: 'safe,visual,lossy' },
  },
});
if (!values.before) throw new Error('say with --before where the other checkout is');
const versions = [resolve(values.before), fileURLToPath(new URL('..', import.meta.url))];
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-versions-'));
const sum = { requests: [0, 0], gzip: [0, 0] };
let losses = 0;
console.log('site level: requests, then bytes plain, gzip, br and zstd, before -> after (seconds of each)');
for (const folder of positionals) {
  const original = join(scratch, 'original');
  await writePart(folder, original);
  for (const level of values.levels.split(',')) {
    const [before, after] = [await measure(versions[0], original, level), await measure(versions[1], original, level)];
    sum.requests = sum.requests.map((requests, index) => requests + [before, after][index].requests);
    sum.gzip = sum.gzip.map((bytes, index) => bytes + [before, after][index].bytes.gzip);
    console.log(`${basename(resolve(folder))} ${level}: ${describe(before, after)}`);
  }
}
console.log(`all: requests ${sum.requests.join(' -> ')}, gzip ${sum.gzip.join(' -> ')}; ${losses} losses`);
rmSync(scratch, { recursive: true });
process.exitCode = losses > 0 ? 1 : 0;

/** @param {string} folder @param {string} copy */
async function writePart(folder, copy) {
  rmSync(copy, { recursive: true, force: true });
  for (const { path, bytes } of takePart(await readSite(resolve(folder)), Number(values.most)).files.values()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), bytes);
  }
}

/** @param {string} version @param {string} original @param {string} level */
async function measure(version, original, level) {
  const out = join(scratch, 'out');
  rmSync(out, { recursive: true, force: true });
  const command = [join(version, 'bin/pagethrift.js'), 'build', original, '--out', out];
  const flags = ['--verify', 'off', '--browser', 'bundled', '--quiet', '--safety', level];
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, [...command, ...flags, '--cache', join(version, 'out/cache')]);
  if (status !== 0) throw new Error(`${version} broke off: ${stderr}`);
  const seconds = (performance.now() - start) / 1000;
  const { requests, bytes } = await weigh(out);
  return { requests, bytes, seconds };
}

/** @param {Awaited<ReturnType<typeof measure>>} before @param {Awaited<ReturnType<typeof measure>>} after */
function describe(before, after) {
  const cells = [
    compare(before.requests, after.requests, 1),
    ...Object.keys(before.bytes).map((encoding) =>
      compare(
        before.bytes[/** @type {keyof typeof before.bytes} */ (encoding)],
        after.bytes[/** @type {keyof typeof before.bytes} */ (encoding)],
        MAX_GROWTH,
      ),
    ),
  ];
  return `${cells.join(', ')} (${before.seconds.toFixed(0)} s -> ${after.seconds.toFixed(0)} s)`;
}

/** @param {number} before @param {number} after @param {number} most */
function compare(before, after, most) {
  const isLoss = after > before * most;
  if (isLoss) losses += 1;
  const change = before === after ? '=' : `${(((after - before) / before) * 100).toFixed(2)} %`;
  return `${before} -> ${after} ${change}${isLoss ? ' LOSS' : ''}`;
}
