import { existsSync } from 'node:fs';
import puppeteer from 'puppeteer-core';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';

/**
 * Time limit of a page load, and the idle time after it, in milliseconds. Dictionaries are fetched when the network is
 * idle.
 */
const LOAD_TIMEOUT_MS = 30_000;
const QUIET_MS = 1500;

/**
 * The activity of a browser on a page.
 * @typedef {object} Seen
 * @property {string} url
 * @property {{ path: string, status: number, bytes: number, encoding: string }[]} fetched network responses; `bytes` of
 * bodies as transferred
 * @property {string[]} messages messages of the console and of failed requests
 */

/** Starts a browser with an empty profile, either the bundled one or that of `PAGETHRIFT_BROWSER_PATH`. */
export async function startChromium() {
  const own = process.env.PAGETHRIFT_BROWSER_PATH;
  const { path, libraries } = own && existsSync(own) ? { path: own, libraries: '' } : await unpackChromium();
  const env = { ...process.env, LD_LIBRARY_PATH: libraries };
  return puppeteer.launch({ executablePath: path, headless: 'shell', pipe: true, args: ['--no-sandbox'], env });
}

/**
 * Opens a page and simulates a visitor: scrolls, hovers over elements, types into a search field.
 * @param {import('puppeteer-core').Browser} browser
 * @param {string} url
 * @param {{ isCurious?: boolean }} [options]
 * @returns {Promise<Seen & { links: string[] }>}
 */
export async function look(browser, url, { isCurious = false } = {}) {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  /**
   * @type {Map<string, { path: string, status: number, bytes: number, head: number, encoding: string, isCached: boolean
   *   }>}
   */
  const requests = new Map();
  /** @type {string[]} */
  const messages = [];
  const { origin } = new URL(url);
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const isCached = response.fromDiskCache === true || response.fromPrefetchCache === true;
    const encoding = Object.entries(response.headers).find(([name]) => name.toLowerCase() === 'content-encoding')?.[1];
    const path = response.url.replace(origin, '');
    requests.set(requestId, {
      path,
      status: response.status,
      bytes: 0,
      head: response.encodedDataLength,
      encoding: encoding ?? '',
      isCached,
    });
  });
  // All received bytes less the headers: the browser does not count the parts of documents.
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) request.bytes = Math.max(0, encodedDataLength - request.head);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const request = requests.get(requestId);
    if (request) request.isCached = true;
  });
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text().replaceAll(origin, '')}`));
  page.on('pageerror', (error) => messages.push(`error: ${String(error).replaceAll(origin, '')}`));
  await page.goto(url, { waitUntil: 'networkidle0', timeout: LOAD_TIMEOUT_MS }).catch((error) => {
    messages.push(`load: ${error.message}`);
  });
  if (isCurious) await lookAround(page);
  await new Promise((done) => setTimeout(done, QUIET_MS));
  // A button may navigate at this moment.
  const links = await page
    .$$eval('a[href]', (all) => all.map((each) => /** @type {HTMLAnchorElement} */ (each).href))
    .catch(() => []);
  await page.close();
  const fetched = [...requests.values()].filter(({ isCached, path }) => !isCached && path.startsWith('/'));
  return { url, fetched, messages, links: [...new Set(links)].filter((link) => link.startsWith(origin)) };
}

/** @param {import('puppeteer-core').Page} page */
async function lookAround(page) {
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const search = await page.$('input[type=search], button[aria-label*=earch], .DocSearch-Button, [data-open-modal]');
  if (search) {
    await search.click().catch(() => null);
    await page.keyboard.type('page', { delay: 20 }).catch(() => null);
  }
  for (const button of (await page.$$('button')).slice(0, 5)) {
    await button.click().catch(() => null);
  }
}
