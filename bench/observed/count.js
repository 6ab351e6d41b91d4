import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';
import { openHost } from './host.js';

/**
 * The requests of Chromium at an address, the text of the page, and the errors of its scripts.
 * @typedef {{ requests: number, bytes: number, shows: string, errors: readonly string[] }} Counted
 */

const WINDOW = { width: 1280, height: 900 };
const MAX_HEIGHT = 20_000;
const IDLE_MS = 700;
const MAX_WAIT_MS = 15_000;

/**
 * Visits addresses of a folder on a separate host, scrolls to the end of each page, and counts requests.
 * @param {string} folder @param {string} base @param {readonly string[]} addresses
 * @returns {Promise<Map<string, Counted>>}
 */
export async function countLoads(folder, base, addresses) {
  const host = openHost(folder, base);
  const origin = await host.listen();
  const browser = await puppeteer.launch({
    executablePath: await chromium.executablePath(),
    headless: 'shell',
    args: ['--no-sandbox', '--disable-gpu', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  });
  /** @type {Map<string, Counted>} */
  const counted = new Map();
  for (const address of addresses) counted.set(address, await countOne(browser, host, origin, address));
  await browser.close();
  host.close();
  return counted;
}

/**
 * @param {import('puppeteer-core').Browser} browser @param {ReturnType<typeof openHost>} host
 * @param {string} origin @param {string} address
 * @returns {Promise<Counted>}
 */
async function countOne(browser, host, origin, address) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport(WINDOW);
  /** @type {Map<string, boolean>} */
  const asked = new Map();
  /** @type {string[]} */
  const errors = [];
  page.on('request', (request) => {
    if (request.url().startsWith(origin)) asked.set(request.url(), request.resourceType() === 'document');
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(origin + address, { waitUntil: 'load' });
  await settle(page);
  const height = await page.evaluate(() => document.scrollingElement?.scrollHeight ?? 0);
  for (const tall of height > WINDOW.height ? [Math.min(height, MAX_HEIGHT), WINDOW.height] : [WINDOW.height]) {
    await page.setViewport({ ...WINDOW, height: tall });
    await page.evaluate(() => scrollTo(0, document.scrollingElement?.scrollHeight ?? 0));
    // For a clip, Chromium would lay the page out in its size, and load images for that.
    await page.screenshot({ type: 'jpeg', quality: 1, captureBeyondViewport: false });
    await settle(page);
  }
  const shows = await page.evaluate(() => {
    const images = [...document.images].map((image) => [image.naturalWidth > 0, image.width, image.height]);
    return JSON.stringify([document.body.innerText.replace(/\s+/g, ' '), images]);
  });
  // Chromium without a window requests no icons.
  const icon = new URL(await page.evaluate(findIcon), origin);
  if (icon.origin === new URL(origin).origin) asked.set(icon.href, false);
  await context.close();
  const files = [...asked].flatMap(([url, isDocument]) => host.fileOf(url, isDocument) ?? []);
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  return { requests: sizes.size, bytes: [...sizes.values()].reduce((sum, size) => sum + size, 0), shows, errors };
}

/**
 * Returns the URL of the icon that Chromium requests for a tab: the last one, if none is made for its size. Runs in the
 * page.
 */
function findIcon() {
  const links = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll('link[rel~="icon" i]')]);
  const fit = links.findLast(({ sizes }) => sizes.contains('32x32')) ?? links.at(-1);
  return fit?.href || '/favicon.ico';
}

/**
 * Waits until a page is idle. A page that polls never is, so the wait has a limit.
 * @param {import('puppeteer-core').Page} page
 */
async function settle(page) {
  await page.waitForNetworkIdle({ idleTime: IDLE_MS, timeout: MAX_WAIT_MS }).catch((error) => {
    if (error.name !== 'TimeoutError') throw error;
  });
}
