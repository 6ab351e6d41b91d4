/*
 * npm run bench -- unused [--pages N] [--out FILE] FOLDER …
 *
 * Compares the rules of style sheets that `unused-style` removes with the rules that Chromium applies: in up to N pages
 * of each site at three widths, in print and in dark mode, while scrolling, under the pointer, and after clicks on
 * controls. A removed rule that Chromium applies is a false removal. A folder may be named NAME=FOLDER.
 */
import { writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { applyEdits } from '../lib/plan/apply/apply-edits.js';
import { runRules } from '../lib/plan/detect/run-rules.js';
import { linkSite } from '../lib/site/graph/build-graph.js';
import { readSite } from '../lib/site/read-site.js';
import unusedStyle from '../rules/unused-style.js';
import { describeSite } from './soak/describe-site.js';
import { openHost } from './soak/host.js';
import { clickControl, scrollThrough } from './soak/in-page.js';
import { launchChromium } from './soak/launch.js';
import { ignoreGone, settle } from './soak/visit-page.js';

/** @import { CoverageEntry as Coverage, Page } from 'puppeteer-core' */
/** @import { Range } from '../lib/site/types.ts' */

/** @typedef {{ start: number, end: number }} Used */
/** @typedef {{ text: string, ranges: readonly Range[] }} Removed */
/**
 * @typedef {{ name: string, generator: string, pages: number, before: number, after: number, removed: number, applied:
 *   number, wrong: string[] }} Row `before`, `after`: bytes of all sheets with Brotli; `applied`: rules that Chromium
 *   applies
 */

const WIDTHS = [360, 800, 1280];
const CLICKS = 6;
const HOVERS = 12;
const LOAD_MS = 30_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '4' }, out: { type: 'string' } },
});
/** @type {Row[]} */
const rows = [];
const browser = await launchChromium();
try {
  for (const source of positionals) {
    const [name, folder = name] = source.split('=');
    rows.push(await judgeSheets(basename(name), resolve(folder)));
    process.stderr.write(`${JSON.stringify(rows.at(-1))}\n`);
  }
} finally {
  await browser.close();
}
const table = renderRows(rows);
if (values.out) writeFileSync(values.out, table);
else process.stdout.write(table);

/** @param {string} name @param {string} folder @returns {Promise<Row>} */
async function judgeSheets(name, folder) {
  const removed = await findRemoved(folder);
  const { generator, pages, base } = describeSite(folder, Number(values.pages));
  const used = await collectUsed(folder, base, pages);
  /** @type {Row} */
  const row = { name, generator, pages: pages.length, before: 0, after: 0, removed: 0, applied: 0, wrong: [] };
  for (const [path, { text, ranges }] of removed) {
    const applied = used.get(path) ?? [];
    row.before += brotliCompressSync(text).length;
    row.after += brotliCompressSync(
      applyEdits(
        text,
        ranges.map((range) => ({ range, text: '' })),
      ),
    ).length;
    row.removed += ranges.length;
    row.applied += applied.length;
    for (const { start, end } of ranges)
      if (applied.some((one) => one.start >= start && one.end <= end)) row.wrong.push(text.slice(start, start + 80));
  }
  return row;
}

/** Returns the ranges that the rule removes from each sheet that a page uses. @param {string} folder */
async function findRemoved(folder) {
  const site = await readSite(folder);
  const linked = linkSite(site);
  const settings = new Map([[unusedStyle.meta.id, { level: /** @type {const} */ ('on'), options: { keep: '' } }]]);
  const found = runRules({ site, linked, images: new Map(), rules: [unusedStyle], settings });
  /** @type {Map<string, Removed>} */
  const removed = new Map();
  for (const { path, type, bytes } of site.files.values()) {
    if (type !== 'css' || !linked.graph.usedBy.has(path)) continue;
    const proposals = found.get(path) ?? [];
    const edits = proposals.flatMap(({ data }) => /** @type {{ range: Range }[]} */ (data.edits ?? []));
    removed.set(path, { text: new TextDecoder().decode(bytes), ranges: edits.map(({ range }) => range) });
  }
  return removed;
}

/**
 * Returns the rules that Chromium applies, by the path of their sheet.
 * @param {string} folder @param {string} base @param {readonly string[]} pages
 */
async function collectUsed(folder, base, pages) {
  const host = await openHost(folder, base);
  /** @type {Map<string, Used[]>} */
  const used = new Map();
  try {
    for (const path of pages) {
      const entries = await coverPage(`${host.origin}${base}${path.replace(/(^|\/)index\.html?$/, '$1')}`);
      for (const { url, ranges } of entries) {
        const { pathname } = new URL(url);
        const sheet = decodeURIComponent(pathname).slice(base.length);
        used.set(sheet, [...(used.get(sheet) ?? []), ...ranges]);
      }
    }
  } finally {
    host.close();
  }
  return used;
}

/** Visits a page in all ways and returns the applied rules. @param {string} url @returns {Promise<Coverage[]>} */
async function coverPage(url) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.coverage.startCSSCoverage({ resetOnNavigation: false });
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS });
    for (const width of WIDTHS) await lookAt(page, width);
    await page.emulateMediaType('print');
    await settle(page);
    await page.emulateMediaType('screen');
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await settle(page);
    return await page.coverage.stopCSSCoverage();
  } finally {
    await context.close();
  }
}

/** Scrolls, moves the pointer and clicks at a width. @param {Page} page @param {number} width */
async function lookAt(page, width) {
  await page.setViewport({ width, height: 900 });
  await page.evaluate(scrollThrough).catch(ignoreGone);
  await settle(page);
  const start = page.url();
  for (const link of (await page.$$('a, button, [role=button], input')).slice(0, HOVERS)) {
    const box = await link.boundingBox().catch(ignoreGone);
    if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await link.focus().catch(ignoreGone);
  }
  for (let index = 0; index < CLICKS; index += 1) {
    const clicked = await page.evaluate(clickControl, index, CLICKS).catch(ignoreGone);
    await settle(page);
    if (page.url().split('#')[0] !== start.split('#')[0])
      await page.goto(start, { waitUntil: 'load', timeout: LOAD_MS });
    if (clicked === null) break;
  }
}

/** @param {readonly Row[]} all */
function renderRows(all) {
  const head =
    '| site | generator | pages | CSS, brotli | without unused rules | | removed | applied | wrongly removed |';
  const lines = all.map(
    ({ name, generator, pages, before, after, removed, applied, wrong }) =>
      `| ${name} | ${generator} | ${pages} | ${before} | ${after} | ${Math.round((100 * after) / before - 100)} % | ` +
      `${removed} | ${applied} | ${wrong.length} |`,
  );
  return [head, '|---|---|--:|--:|--:|--:|--:|--:|--:|', ...lines, ''].join('\n');
}
