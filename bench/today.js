/*
 * npm run bench -- today [--scratch FOLDER] [--pages N] [--out FILE] FOLDER …
 *
 * Compares sites by modern generators as built and as optimised by this tool and others: the transfers of Chromium for
 * every page, by kind, its largest contentful paint over a slow link, the time of a page by the model, and the number
 * of pages that render differently. A folder may be named NAME=FOLDER.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { CONTENT_KINDS } from '../lib/base/content-kinds.js';
import { isCompressible } from '../lib/output/pack/variants.js';
import { kindOf } from '../lib/plan/price/weights.js';
import { readSite } from '../lib/site/read-site.js';
import { openBrowser } from '../lib/visit/browser/open.js';
import { recordFetches } from '../lib/visit/browser/record-fetches.js';
import { openEyes } from './peers/measure.js';
import { pickEvenly } from './peers/part.js';
import { SCREENS, serveFolder, visitPage } from './pictures/visit.js';
import { launchChromium } from './soak/launch.js';
import { placeBelowBase } from './today/place-below-base.js';
import { openTools } from './today/tools.js';

/**
 * @typedef {{ requests: number, bytes: number, kinds: Map<string, number> }} Fetched
 * @typedef {Fetched & { cost: import('./today/tools.js').Cost, paintMs: number, modelMs: number, different: number |
 *   null, note: string }} Row `paintMs`: the largest contentful paint; `modelMs`: the time of a page by the model;
 *   `different`: null if the tool failed
 */

/** Visits of each page for its largest contentful paint, of which the median counts. */
const PAINTS = 3;
const command = fileURLToPath(new URL('../bin/pagethrift.js', import.meta.url));

const INTRODUCTION = `# Sites by today's generators

The tables list the transfers of Chromium for each site as built, after pagethrift, and after other tools. Chromium
loads every counted page and scrolls to its end. Texts are compressed with brotli 11. A page is different if its boxes,
its renderings at 360 and 800 pixels, or its accessible content differ from those of the unchanged page. CPU and memory
are those of the command with all its processes, browsers included; pagethrift compresses all texts in advance, and what
the same takes for jampack’s result is added after a plus sign. *LCP* is the largest contentful paint in Chromium
on a phone with 9 Mbit/s and a round trip of 85 ms, the mean of the pages, each the median of three visits; *model* is
the time of these pages over 4G by this tool’s model.

The sites are built sites of public repositories, selected by generator before any tool was run on them. Faults of
pagethrift that some of them showed were fixed before these measurements.

Written by \`npm run bench -- today --pages 2 --out docs/today.md NAME=FOLDER …\`.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    scratch: { type: 'string', default: join(tmpdir(), 'pagethrift-today') },
    pages: { type: 'string', default: '4' },
    tools: { type: 'string', default: '' },
    out: { type: 'string' },
  },
});
const scratch = resolve(values.scratch);
mkdirSync(scratch, { recursive: true });
const browser = await openBrowser({ jobs: 1, note: console.error });
if (!browser) throw new Error('no browser starts: install Chrome, or @sparticuz/chromium');
const plain = await launchChromium();
const tools = openTools(scratch).filter(({ name }) => name.match(values.tools));

for (const said of positionals) {
  const [name, built] = said.includes('=') ? said.split('=', 2) : [basename(said), said];
  const folder = placeBelowBase(built, join(scratch, 'host'));
  const paths = [...(await readSite(folder)).files.values()].flatMap(({ type, path }) => (type === 'html' ? path : []));
  const pages = pickEvenly(paths.filter((path) => !/(?:^|\/)(?:404|500|_)/.test(path)).sort(), Number(values.pages));
  const eyes = await openEyes(browser, folder, pages);
  const lines = [`## ${name}`, '', `${pages.length} of ${paths.length} pages.`, ''];
  lines.push(
    `| tool | requests | bytes | ${CONTENT_KINDS.join(' | ')} | LCP ms | model ms | CPU s | MB | different pages |`,
  );
  lines.push(`| --- | ${'--: | '.repeat(CONTENT_KINDS.length + 7).trim()}`);
  for (const tool of tools) lines.push(writeRow(tool.name, await measure(tool, folder, pages, eyes), pages.length));
  const text = `${lines.join('\n')}\n`;
  console.log(text);
  if (values.out) writeSection(resolve(values.out), text);
}
await browser.close();
await plain.close();

/** @param {string} path @param {string} text */
function writeSection(path, text) {
  if (!existsSync(path)) writeFileSync(path, INTRODUCTION);
  writeFileSync(path, `\n${text}`, { flag: 'a' });
}

/**
 * @param {import('./today/tools.js').Tool} tool
 * @param {string} original
 * @param {readonly string[]} pages
 * @param {Awaited<ReturnType<typeof openEyes>>} eyes
 * @returns {Promise<Row>}
 */
async function measure(tool, original, pages, eyes) {
  const folder = join(scratch, 'work');
  rmSync(folder, { recursive: true, force: true });
  cpSync(original, folder, { recursive: true });
  let note = '';
  /** @type {import('./today/tools.js').Cost} */
  let cost = null;
  try {
    cost = await tool.run(folder, resolve(original));
  } catch (error) {
    note = /.*Error: .*$/m.exec(String(error))?.[0].trim() ?? 'it failed';
  }
  const fetched = await listFetched(folder, pages);
  const different = note ? null : (await eyes.listDifferent(folder)).length;
  const paintMs = await measurePaint(folder, pages);
  return { ...fetched, cost, paintMs, modelMs: readModel(folder, pages), different, note };
}

/**
 * Returns the files that a visitor of these pages fetches, each once, with text as brotli.
 * @param {string} folder
 * @param {readonly string[]} pages
 */
async function listFetched(folder, pages) {
  const site = await readSite(folder, { exclude: ['**/*.{gz,br,zst}'] });
  const asked = new Set(pages);
  for (const path of pages) {
    const files = (/** @type {string} */ name) => site.files.get(name);
    const { fetched } = await recordFetches(/** @type {NonNullable<typeof browser>} */ (browser), { path, files });
    for (const one of fetched) asked.add(one.path);
  }
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const path of asked) {
    const file = site.files.get(path);
    if (!file) continue;
    const kind = kindOf(site, path);
    kinds.set(kind, (kinds.get(kind) ?? 0) + sentBytes(file));
  }
  return { requests: asked.size, bytes: [...kinds.values()].reduce((sum, size) => sum + size, 0), kinds };
}

/** @param {import('../lib/site/types.ts').SiteFile} file */
function sentBytes({ path, type, size, bytes }) {
  if (!isCompressible(path, type)) return size;
  return Math.min(size, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: size } }).length);
}

/**
 * Returns the mean largest contentful paint of pages, each the median of several visits.
 * @param {string} folder @param {readonly string[]} pages
 */
async function measurePaint(folder, pages) {
  const served = await serveFolder(folder);
  let sum = 0;
  for (const path of pages) {
    /** @type {number[]} */
    const found = [];
    const url = `${served.origin}/${encodeURI(path).replace(/(^|\/)index\.html$/, '$1')}`;
    for (let visit = 0; visit < PAINTS; visit += 1) {
      const context = await plain.createBrowserContext();
      const { largestPaintMs } = await visitPage(await context.newPage(), url, SCREENS[0], { throttled: true });
      found.push(largestPaintMs);
      await context.close();
    }
    sum += found.toSorted((a, b) => a - b)[PAINTS >> 1];
  }
  served.close();
  return Math.round(sum / pages.length);
}

/** Returns the mean time of pages by the model. @param {string} folder @param {readonly string[]} pages */
function readModel(folder, pages) {
  const report = join(scratch, 'model.json');
  const flags = ['--verify', 'off', '--browser', 'bundled', '--cache', join(scratch, 'model-cache'), '--quiet'];
  execFileSync(process.execPath, [command, 'audit', folder, ...flags, '--json', report], { cwd: scratch });
  /** @type {{ pages: { path: string, estimates: { before: { ms: number } }[] }[] }} */
  const said = JSON.parse(readFileSync(report, 'utf8'));
  const times = said.pages.flatMap(({ path, estimates: [{ before }] }) => (pages.includes(path) ? before.ms : []));
  return Math.round(times.reduce((sum, ms) => sum + ms, 0) / times.length);
}

/** @param {string} name @param {Row} row @param {number} pages */
function writeRow(name, { requests, bytes, kinds, cost, paintMs, modelMs, different, note }, pages) {
  const cells = CONTENT_KINDS.map((kind) => String(kinds.get(kind) ?? 0));
  const compression = cost?.compressSeconds === undefined ? '' : ` + ${cost.compressSeconds.toFixed(1)}`;
  const spent = cost?.peakBytes
    ? [cost.cpuSeconds.toFixed(1) + compression, (cost.peakBytes / 1e6).toFixed(0)]
    : ['', ''];
  const seen = different === null ? `failed: ${note.slice(0, 120)}` : `${different} of ${pages}`;
  return `| ${[name, requests, bytes, ...cells, paintMs, modelMs, ...spent, seen].join(' | ')} |`;
}
