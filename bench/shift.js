/*
 * npm run bench -- shift NAME=FOLDER[,FOLDER…] …
 *
 * Measures the layout shift of pages, as counted by Chromium and in thousandths, if each of their fonts arrives two
 * seconds late. Compares the same pages of several folders, such as a site as built and as shipped, on a phone and a
 * desktop. Bundled fonts replace the system fonts.
 */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { readSite } from '../lib/site/read-site.js';
import { findInstalledBrowsers } from '../lib/visit/browser/find.js';
import { layOutFonts } from '../lib/visit/browser/fonts.js';
import { guessType } from '../lib/visit/browser/serve.js';
import { unpackChromium } from '../lib/visit/browser/unpack.js';
import { pickEvenly } from './peers/part.js';

/** Delay of fonts, in milliseconds, as on a slow host. */
const HELD_BACK_MS = 2000;
/** Wait after the last font has arrived, in milliseconds. */
const SETTLE_MS = 800;
const MAX_PAGES = 3;
const SCREENS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

const executablePath = findInstalledBrowsers()[0] ?? (await unpackChromium()).path;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const env = { ...process.env, ...(await layOutFonts()) };
const browser = await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args, env });

for (const said of process.argv.slice(2)) {
  const [name, list] = said.split('=', 2);
  const folders = list.split(',');
  const paths = [...(await readSite(folders[0])).files.values()].flatMap(({ type, path }) =>
    type === 'html' ? path : [],
  );
  const pages = pickEvenly(paths.filter((path) => !/(?:^|\/)(?:404|500|_)/.test(path)).sort(), MAX_PAGES);
  const sums = [];
  for (const folder of folders) {
    const server = await serve(folder);
    const shifts = [];
    for (const page of pages) for (const screen of SCREENS) shifts.push(await measure(server.origin, page, screen));
    server.close();
    const mean = shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length;
    sums.push(`${(mean * 1000).toFixed(1)} (${shifts.map((shift) => (shift * 1000).toFixed(0)).join(' ')})`);
  }
  console.log(name.padEnd(28), sums.join('  →  '));
}
await browser.close();

/** @param {string} origin @param {string} path @param {{ width: number, height: number }} screen */
async function measure(origin, path, screen) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(screen);
  await page.evaluateOnNewDocument(() => {
    const own = /** @type {{ shift?: number }} */ (/** @type {unknown} */ (window));
    own.shift = 0;
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        own.shift = (own.shift ?? 0) + /** @type {{ value: number }} */ (/** @type {unknown} */ (entry)).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${origin}/${path}`, { waitUntil: 'load' });
  await wait(HELD_BACK_MS + SETTLE_MS);
  const shift = await page.evaluate(() => /** @type {{ shift?: number }} */ (/** @type {unknown} */ (window)).shift);
  await context.close();
  return shift ?? 0;
}

/** @param {string} folder */
async function serve(folder) {
  const server = createServer(async ({ url = '' }, response) => {
    const name = normalize(decodeURIComponent(new URL(url, 'http://x').pathname)).slice(1);
    const path = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    const file = join(folder, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    if (/\.(?:woff2?|ttf|otf)$/.test(path)) await wait(HELD_BACK_MS);
    return response.writeHead(200, { 'content-type': guessType(path) }).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${address.port}`, close: () => server.close() };
}
