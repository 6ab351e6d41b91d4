/*
 * npm run bench -- fetches FOLDER…
 *
 * Compares the requests and bytes of a report with those of Chromium when each page is served over HTTP from this
 * machine, with its own clock, and scrolled to its end. Requests of the browser's own interface (icon, manifest) are
 * excluded.
 */
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join, normalize } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { linkSite } from '../lib/site/graph/build-graph.js';
import { readSite } from '../lib/site/read-site.js';
import { openBudgets } from '../lib/visit/browser/budget.js';
import { findInstalledBrowsers } from '../lib/visit/browser/find.js';
import { openBrowser } from '../lib/visit/browser/open.js';
import { guessType } from '../lib/visit/browser/serve.js';
import { unpackChromium } from '../lib/visit/browser/unpack.js';
import { observeSite } from '../lib/visit/measure/observe-site.js';

const MAX_PAGES = 12;
const QUIET_MS = 700;
const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error('name the folders of some sites: npm run bench -- fetches dist');
const browser = await openBrowser({ jobs: 1, note: console.error });
if (!browser) throw new Error('no browser starts: install Chrome, or @sparticuz/chromium');
// The tool's own browser has no network access, and this one loads pages over HTTP.
const executablePath = findInstalledBrowsers()[0] ?? (await unpackChromium()).path;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const online = await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args });

console.log('site              pages   requests: Chromium  counted   markup      kB: Chromium  counted   markup');
for (const folder of folders) {
  const site = await readSite(folder, {});
  const plain = linkSite(site);
  const verifier = /** @type {import('../lib/run/optimize/verify-site.js').Verifier} */ ({
    browser,
    budgets: openBudgets(),
  });
  const linked = await observeSite(
    site,
    plain,
    { openVerifier: async () => verifier, store: null, routes: [], version: '' },
    () => {},
  );
  const server = await serve(folder);
  const pages = [...linked.graph.fetches.keys()].filter((path) => !/(?:^|\/)404\.html$/.test(path)).slice(0, MAX_PAGES);
  const sums = { chromium: [0, 0], counted: [0, 0], markup: [0, 0] };
  for (const path of pages) {
    const asked = await load(server.origin, path);
    const sides = { chromium: [...asked], counted: frameless(linked, path), markup: frameless(plain, path) };
    for (const [side, paths] of Object.entries(sides)) {
      const sum = sums[/** @type {keyof typeof sums} */ (side)];
      sum[0] += paths.length;
      sum[1] += paths.reduce((all, one) => all + (site.files.get(one)?.size ?? 0), 0);
    }
    const more = [...asked].filter((one) => !sides.counted.includes(one));
    const less = sides.counted.filter((one) => !asked.has(one));
    if (process.env.VERBOSE && more.length + less.length > 0) console.log(path, 'not counted', more, 'not asked', less);
  }
  server.close();
  const row = (/** @type {number} */ at, unit = 1) =>
    ['chromium', 'counted', 'markup'].map((side) =>
      String(Math.round(sums[/** @type {keyof typeof sums} */ (side)][at] / unit)).padStart(9),
    );
  console.log(
    basename(folder).padEnd(18),
    String(pages.length).padStart(5),
    '        ',
    ...row(0),
    '        ',
    ...row(1, 1000),
  );
}
await Promise.all([browser.close(), online.close()]);

/** @param {ReturnType<typeof linkSite>} linked @param {string} path */
function frameless({ graph }, path) {
  const inFrame = new Set(
    (graph.follows.get(path) ?? []).flatMap(({ role, target }) =>
      (role === 'icon' || role === 'manifest') && target.kind === 'file' ? target.path : [],
    ),
  );
  return (graph.fetches.get(path) ?? []).filter((file) => !inFrame.has(file));
}

/** @param {string} origin @param {string} path */
async function load(origin, path) {
  const context = await online.createBrowserContext();
  const page = await context.newPage();
  /** @type {Set<string>} */
  const asked = new Set();
  page.on('response', (response) => {
    const { origin: from, pathname } = new URL(response.url());
    if (from !== origin || response.status() >= 400) return;
    const name = decodeURIComponent(pathname.slice(1));
    asked.add(name === '' || name.endsWith('/') ? `${name}index.html` : name);
  });
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${origin}/${path}`, { waitUntil: 'load' });
  await page.waitForNetworkIdle({ idleTime: QUIET_MS });
  const height = await page.evaluate(() => document.scrollingElement?.scrollHeight ?? 0);
  for (let top = 0; top < height; top += 600) {
    await page.evaluate((y) => scrollTo(0, y), top);
    await wait(60);
  }
  await page.waitForNetworkIdle({ idleTime: QUIET_MS });
  await context.close();
  return asked;
}

/** @param {string} folder */
async function serve(folder) {
  const server = createServer(({ url = '' }, response) => {
    const name = normalize(decodeURIComponent(new URL(url, 'http://x').pathname)).slice(1);
    const path = name === '' || name.endsWith('/') ? `${name}index.html` : name;
    const file = join(folder, path);
    if (!statSync(file, { throwIfNoEntry: false })?.isFile()) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': guessType(path) }).end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
}
