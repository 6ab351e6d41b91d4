/** @import { Measured } from './build/measure.js' */

/*
 * npm run bench -- build [--scratch FOLDER] [--site FOLDER] [--no-jampack]
 *
 * Builds Debian's apache2-doc (2,685 pages) and compares it with the guarantees: cold time against the bare encoders,
 * an unchanged rebuild, peak memory, half the site against the whole, and a check of every page and variant. Then
 * builds the same folder with @divriots/jampack. Needs apt-get, dpkg and the npm registry. All files are written to a
 * scratch folder.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkPages, checkVariants, weigh } from './build/check.js';
import { measure } from './build/measure.js';
import { copySite, fetchSite, listFiles } from './build/site.js';

const { values } = parseArgs({
  options: { scratch: { type: 'string' }, site: { type: 'string' }, 'no-jampack': { type: 'boolean' } },
});
const scratch = values.scratch ?? join(tmpdir(), 'pagethrift-bench');
const command = fileURLToPath(new URL('../bin/pagethrift.js', import.meta.url));
const jobs = availableParallelism();
mkdirSync(scratch, { recursive: true });

const files = listFiles(values.site ?? fetchSite(scratch));
const pages = files.filter(({ isPage }) => isPage);
const texts = files.filter(({ isText }) => isText);
const encoded = files.filter(({ isText, isImage }) => isText || isImage);
const distinct = [...new Map(encoded.map((file) => [file.hash, file])).values()];
const [whole, half] = ['whole', 'half'].map((name) => join(scratch, name));
copySite(files, whole, { half: false });
copySite(files, half, { half: true });
console.log(
  `${values.site ?? 'apache2-doc'}: ${files.length} files, ${pages.length} pages (` +
    `${new Set(pages.map(({ hash }) => hash)).size} distinct), ${jobs} threads\n`,
);

const bareAll = await runBare('all', encoded);
const bareDistinct = await runBare('distinct', distinct);
const bareTexts = await runBare('texts', texts);
const cold = await build(whole, 'whole');
const again = await build(whole, 'whole', { isCold: false });
const coldHalf = await build(half, 'half');
const out = join(scratch, 'whole-out');
const variants = checkVariants(out, files);
const shipped = checkPages(out, files);

printTable(
  ['pagethrift', 'wall', 'processor', 'promised of the wall'],
  [
    timeRow('bare encoders, all files', bareAll),
    timeRow('bare encoders, distinct files', bareDistinct),
    timeRow('bare encoders, texts alone', bareTexts),
    timeRow('cold build', cold),
    ratioRow('  of bare encoders, all files', cold, bareAll, 1.3),
    ratioRow('  of bare encoders, distinct files', cold, bareDistinct, null),
    ratioRow('  of bare encoders, texts alone', cold, bareTexts, null),
    timeRow('unchanged rebuild', again),
    ratioRow('  of the cold build', again, cold, 0.05),
    ratioRow('whole site against half of it', cold, coldHalf, 2.1),
  ],
);
console.log();
printTable(
  ['', 'measured', 'promised'],
  [
    countRow('peak memory, MB', Math.round(cold.peakMegabytes), 1000),
    countRow('pages lost', shipped.lost.length, 0),
    countRow('pages whose elements, values or words are others', shipped.changed.length, 0),
    countRow(`variants of ${variants.checked} that do not decode to their file`, variants.wrong.length, 0),
  ],
);
for (const path of [...shipped.lost, ...shipped.changed, ...variants.wrong].slice(0, 10)) console.log(`  ${path}`);
if (!values['no-jampack']) await compareWithJampack();

/**
 * @param {string} name
 * @param {readonly { from: string }[]} list
 */
async function runBare(name, list) {
  const file = join(scratch, `bare-${name}.json`);
  writeFileSync(file, JSON.stringify(list.map(({ from }) => from)));
  return measure(process.execPath, [fileURLToPath(new URL('./build/bare.js', import.meta.url)), file, String(jobs)]);
}

/**
 * @param {string} site
 * @param {string} name
 * @param {{ isCold?: boolean }} [options]
 */
async function build(site, name, { isCold = true } = {}) {
  const [target, cache] = [join(scratch, `${name}-out`), join(scratch, `${name}-cache`)];
  if (isCold) for (const folder of [target, cache]) rmSync(folder, { recursive: true, force: true });
  const args = [command, 'build', site, '--out', target, '--cache', cache, '--browser', 'off', '--quiet'];
  return measure(process.execPath, args);
}

async function compareWithJampack() {
  const home = join(scratch, 'jampack');
  const entry = join(home, 'node_modules/.bin/jampack');
  mkdirSync(home, { recursive: true });
  if (!existsSync(entry)) {
    execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', '--prefix', home, '@divriots/jampack'], {
      stdio: 'inherit',
    });
  }
  const target = join(scratch, 'jampack-out');
  copySite(files, target, { half: false });
  const run = await measure(process.execPath, [entry, target, '--cleancache'], { cwd: home });
  const theirs = checkPages(target, files);
  const [before, ours, other] = [whole, out, target].map((folder) => weigh(folder, files));
  /** @param {keyof ReturnType<typeof weigh>} type */
  const bytes = (type) => [before, ours, other].map((folder) => `${(folder[type] / 1e6).toFixed(2)} MB`);
  console.log();
  printTable(
    ['', 'input', 'pagethrift', 'jampack'],
    [
      ['time', '', seconds(cold.seconds), seconds(run.seconds)],
      ['peak memory', '', `${cold.peakMegabytes.toFixed(0)} MB`, `${run.peakMegabytes.toFixed(0)} MB`],
      ['pages lost', '', String(shipped.lost.length), String(theirs.lost.length)],
      ['pages with other elements, values or words', '', String(shipped.changed.length), String(theirs.changed.length)],
      ['precompressed files', '', String(variants.checked), String(checkVariants(target, files).checked)],
      ['HTML', ...bytes('html')],
      ['CSS', ...bytes('css')],
      ['scripts', ...bytes('script')],
      ['images and other', ...bytes('other')],
      ['everything, text as gzip sends it', ...bytes('gzip')],
    ],
  );
}

/**
 * @param {string} name
 * @param {Measured} run
 */
function timeRow(name, run) {
  return [name, seconds(run.seconds), seconds(run.cpuSeconds), ''];
}

/**
 * @param {string} name
 * @param {Measured} run
 * @param {Measured} base
 * @param {number | null} most
 */
function ratioRow(name, run, base, most) {
  const ratio = run.seconds / base.seconds;
  const verdict = most === null ? '' : `${ratio <= most ? 'ok' : 'MISSED'}, at most ${most}`;
  return [name, ratio.toFixed(3), (run.cpuSeconds / base.cpuSeconds).toFixed(3), verdict];
}

/**
 * @param {string} name
 * @param {number} count
 * @param {number} most
 */
function countRow(name, count, most) {
  return [name, String(count), `${count <= most ? 'ok' : 'MISSED'}, at most ${most}`];
}

/** @param {number} value */
function seconds(value) {
  return `${value.toFixed(1)} s`;
}

/**
 * @param {string[]} head
 * @param {string[][]} rows
 */
function printTable(head, rows) {
  const widths = head.map((cell, column) => Math.max(cell.length, ...rows.map((row) => row[column].length)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    );
}
