/** @import { Browser, Page } from 'puppeteer-core' */
/** @import { Act } from './projects.js' */

/*
 * Compares renderings independently: the only part shared with lib/visit/verify is the browser binary. Uses two servers
 * on loopback, screenshots of the whole page, and every pixel of them.
 */
import puppeteer from 'puppeteer-core';
import sharp from 'sharp';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';
import { listFiles } from './folder.js';
import { serveFolder } from './server.js';

const MAX_PAGES = 16;
const TIMES = 3;
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];
const QUIET = { idleTime: 400, timeout: 8000 };
const ACT_TIMEOUT = 8000;

/** @param {string} plain @param {string} ours */
export async function compareLooks(plain, ours) {
  const pages = pick(listFiles(plain).filter((name) => name.endsWith('.html')));
  return withBoth(plain, ours, async (browser, before, after) => {
    /** @type {string[]} */
    const different = [];
    /** @type {string[]} */
    const unsteady = [];
    /** @type {string[]} */
    const faults = [];
    let pictures = 0;
    for (const name of pages) {
      for (const viewport of WINDOWS) {
        const path = `/${name.replace(/(?:^|\/)index\.html$/, '/')}`.replace('//', '/');
        const first = await photograph(browser, before + path, viewport);
        const second = await photograph(browser, after + path, viewport);
        pictures += 1;
        const label = `${name} at ${viewport.width}`;
        const news = second.faults.filter((fault) => !first.faults.includes(fault));
        if (news.length > 0) faults.push(`${label}: ${news.join('; ')}`);
        if (first.text !== second.text) different.push(`${label}: text`);
        const seen = { before: [first.picture], after: [second.picture] };
        let pixels = await minDifferent(seen);
        // A page may settle in several states, in particular on a busy machine, so each page is rendered three times.
        for (let time = 1; pixels > 0 && time < TIMES; time += 1) {
          seen.before.push((await photograph(browser, before + path, viewport)).picture);
          seen.after.push((await photograph(browser, after + path, viewport)).picture);
          pixels = await minDifferent(seen);
        }
        if (pixels > 0) different.push(`${label}: ${pixels} pixels`);
        else if (seen.before.length > 1) unsteady.push(label);
      }
    }
    return { looked: pages.length, pictures, different, unsteady, faults };
  });
}

/** @param {string} plain @param {string} ours @param {readonly Act[]} acts */
export async function compareActs(plain, ours, acts) {
  return withBoth(plain, ours, async (browser, before, after) => {
    const [expected, got] = [await perform(browser, before, acts), await perform(browser, after, acts)];
    const differ = expected.seen.flatMap((seen, index) =>
      JSON.stringify(seen) === JSON.stringify(got.seen[index])
        ? []
        : [{ act: acts[index], plain: seen, ours: got.seen[index] }],
    );
    const news = got.faults.filter((fault) => !expected.faults.includes(fault));
    const kept = expected.seen.filter(({ isSamePage }) => isSamePage).length;
    return { acts: acts.length, actsInPage: kept, actsDiffer: differ, actFaults: news };
  });
}

/**
 * @template T
 * @param {string} plain
 * @param {string} ours
 * @param {(browser: Browser, before: string, after: string) => Promise<T>} use
 */
async function withBoth(plain, ours, use) {
  const { path, libraries } = await unpackChromium();
  const servers = [await serveFolder(plain), await serveFolder(ours)];
  const browser = await puppeteer.launch({
    executablePath: path,
    headless: 'shell',
    args: ['--no-sandbox', '--hide-scrollbars', '--disable-gpu', '--font-render-hinting=none'],
    env: { ...process.env, LD_LIBRARY_PATH: [libraries, process.env.LD_LIBRARY_PATH].filter(Boolean).join(':') },
  });
  try {
    return await use(browser, servers[0].url, servers[1].url);
  } finally {
    await browser.close();
    for (const { close } of servers) close();
  }
}

/** @param {Browser} browser */
async function openPage(browser) {
  const page = await browser.newPage();
  /** @type {string[]} */
  const faults = [];
  const add = (/** @type {string} */ text) => faults.push(text.replace(/127\.0\.0\.1:\d+/g, 'host').slice(0, 300));
  page.on('console', (message) => {
    if (message.type() === 'error') add(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => add(`error: ${error instanceof Error ? error.message : error}`));
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText;
    // Pending requests of a page are aborted when it is closed.
    if (why !== 'net::ERR_ABORTED') add(`failed: ${request.url()} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) add(`${response.status()}: ${response.url()}`);
  });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  return { page, faults };
}

/** @param {Browser} browser @param {string} url @param {{ width: number, height: number }} viewport */
async function photograph(browser, url, viewport) {
  const { page, faults } = await openPage(browser);
  await page.setViewport(viewport);
  await page.goto(url, { waitUntil: 'load' });
  await settle(page);
  const picture = await page.screenshot({ fullPage: true });
  const text = await page.evaluate(() => document.body.innerText);
  await page.close();
  return { picture, text, faults };
}

/** @param {Page} page */
async function settle(page) {
  await page.waitForNetworkIdle(QUIET).catch(ignoreTimeout);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}

/** Ignores a time-out: a page that never becomes idle is captured as it is. @param {unknown} error */
function ignoreTimeout(error) {
  if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
}

/** @param {Browser} browser @param {string} origin @param {readonly Act[]} acts */
async function perform(browser, origin, acts) {
  const { page, faults } = await openPage(browser);
  await page.setViewport(WINDOWS[0]);
  await page.goto(`${origin}/`, { waitUntil: 'load' });
  await settle(page);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const seen = [];
  for (const act of acts) {
    await doOne(page, act);
    await settle(page);
    seen.push(
      await page.evaluate(() => ({
        path: location.pathname,
        title: document.title,
        text: document.body.innerText,
        theme: document.documentElement.dataset.theme ?? '',
        isSamePage: 'isSamePage' in window,
      })),
    );
  }
  await page.close();
  return { seen, faults };
}

/** @param {Page} page @param {Act} act */
async function doOne(page, act) {
  if ('type' in act) return page.keyboard.type(act.type, { delay: 30 });
  const selector = 'click' in act ? act.click : act.see;
  await page.waitForSelector(selector, { visible: true, timeout: ACT_TIMEOUT });
  // A link may occur twice, once in a closed menu.
  const [shown] = await Promise.all(
    (await page.$$(selector)).map(async (each) => ((await each.isVisible()) ? each : null)),
  ).then((all) => all.filter((each) => each !== null));
  if ('click' in act)
    await Promise.all([page.waitForNavigation({ timeout: 1000 }).catch(ignoreTimeout), shown.click()]);
}

/** @param {{ before: readonly Uint8Array[], after: readonly Uint8Array[] }} seen */
async function minDifferent({ before, after }) {
  const pairs = before.flatMap((one) => after.map((other) => countDifferent(one, other)));
  return Math.min(...(await Promise.all(pairs)));
}

/** @param {Uint8Array} one @param {Uint8Array} other */
async function countDifferent(one, other) {
  const [a, b] = await Promise.all(
    [one, other].map((bytes) => sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  );
  if (a.info.width !== b.info.width || a.info.height !== b.info.height)
    return Math.max(a.info.width * a.info.height, 1);
  let count = 0;
  for (let at = 0; at < a.data.length; at += 3) {
    if (a.data[at] !== b.data[at] || a.data[at + 1] !== b.data[at + 1] || a.data[at + 2] !== b.data[at + 2]) count += 1;
  }
  return count;
}

/** @template T @param {readonly T[]} all */
function pick(all) {
  const step = Math.max(1, all.length / MAX_PAGES);
  return Array.from({ length: Math.min(all.length, MAX_PAGES) }, (_, index) => all[Math.floor(index * step)]);
}
