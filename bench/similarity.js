/*
 * npm run bench -- similarity [--pages N] [--sheets FOLDER] [--pairs N] BEFORE AFTER [BEFORE AFTER …]
 *
 * Compares each changed image of built sites as Chromium renders it before and after, in the size that it has on a
 * phone, a plain and a dense screen, by SSIMULACRA 2. Prints a row per site with the lowest and the median similarity,
 * and the images below 90. --sheets writes N pairs (40), evenly chosen by similarity, next to each other at twice
 * their size.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { openChromium } from './pictures/open-chromium.js';
import { serveFolder } from './pictures/visit.js';
import { compareSites } from './similarity/compare-sites.js';
import { writeSheets } from './similarity/write-sheets.js';
import { placeBelowBase } from './today/place-below-base.js';

/** @import { Compared } from './similarity/compare-sites.js' */

/** The similarity that `visual` promises. */
const PROMISED = 90;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pages: { type: 'string', default: '5' },
    pairs: { type: 'string', default: '40' },
    sheets: { type: 'string' },
  },
});
const browser = await openChromium();
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-similarity-'));
/** @type {Compared[]} */
const all = [];
console.log('| site | images | lowest | median | below 90 |\n| --- | ---: | ---: | ---: | ---: |');
for (let at = 0; at + 1 < positionals.length; at += 2) {
  const folders = ['before', 'after'].map((side, index) =>
    placeBelowBase(positionals[at + index], join(scratch, side), positionals[at]),
  );
  const [before, after] = await Promise.all(folders.map((folder) => serveFolder(folder)));
  const found = await compareSites(browser, before, after, Number(values.pages));
  before.close();
  after.close();
  console.log(formatRow(basename(positionals[at]), found));
  all.push(...found);
}
console.log(formatRow('all', all));
for (const { path: image, width, height, scale, similarity } of all.filter((one) => one.similarity < PROMISED))
  console.log(`${similarity.toFixed(1)}  ${image}, ${width} x ${height} at ${scale}x`);
if (values.sheets) {
  mkdirSync(values.sheets, { recursive: true });
  await writeSheets(all, values.sheets, Number(values.pairs));
}
await browser.close();
rmSync(scratch, { recursive: true });

/** @param {string} name @param {readonly Compared[]} found */
function formatRow(name, found) {
  const values = found.map(({ similarity }) => similarity).sort((a, b) => a - b);
  const median = values[values.length >> 1];
  const below = values.filter((value) => value < PROMISED).length;
  const figures = values.length === 0 ? ['–', '–'] : [values[0].toFixed(1), median.toFixed(1)];
  return `| ${[name, values.length, ...figures, below].join(' | ')} |`;
}
