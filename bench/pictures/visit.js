import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { readSite } from '../../lib/site/read-site.js';
import { guessType } from '../../lib/visit/browser/serve.js';

/** @import { Page } from 'puppeteer-core' */

/** A phone, a plain screen and a dense one. */
export const SCREENS = Object.freeze([
  { width: 360, height: 740, scale: 3 },
  { width: 800, height: 900, scale: 1 },
  { width: 1280, height: 800, scale: 2 },
]);

/** The link for the largest contentful paint: 9 Mbit/s with a round trip of 85 ms. */
const LINK = Object.freeze({ offline: false, latency: 85, downloadThroughput: 9e6 / 8, uploadThroughput: 3e6 / 8 });
const TEXT = /^(?:text\/|image\/svg|application\/(?:json|javascript|xml|manifest))/;
const QUIET_MS = 300;
const SCROLL_STEP_SHARE = 0.8;
const MAX_SCROLLS = 40;

/**
 * The result of one visit.
 * @typedef {object} Visit
 * @property {number} bytes bodies of all responses, text as brotli
 * @property {number} images
 * @property {number} requests
 * @property {number} largestPaintMs
 * @property {number} shift cumulative layout shift (CLS)
 * @property {string[]} blurred images with fewer pixels than are rendered, although the file of another folder has them
 */

/**
 * Serves a folder like a host that compresses text.
 * @param {string} root
 */
export async function serveFolder(root) {
  const { files } = await readSite(root, {});
  const server = createServer(async ({ url = '/' }, response) => {
    const path = decodeURIComponent(new URL(url, 'http://x').pathname).slice(1);
    const name = [path, `${path}index.html`, `${path}/index.html`, `${path}.html`].find((one) => files.has(one));
    if (name === undefined) return response.writeHead(404).end();
    const bytes = await readFile(join(root, name));
    const type = guessType(name);
    const body = TEXT.test(type)
      ? brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : bytes;
    const coding = body === bytes ? {} : { 'content-encoding': 'br' };
    response.writeHead(200, { 'content-type': type, 'content-length': body.length, ...coding }).end(body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const pages = [...files.values()].filter(({ type, path }) => type === 'html' && !/(?:^|\/)404/.test(path));
  return { origin: `http://127.0.0.1:${port}`, pages: pages.map(({ path }) => path), close: () => server.close() };
}

/**
 * Visits a page with an empty cache and scrolls to its end.
 * @param {Page} page a page of its own browser context
 * @param {string} url
 * @param {typeof SCREENS[number]} screen
 * @param {{ throttled: boolean }} options
 * @returns {Promise<Visit>}
 */
export async function visitPage(page, url, { width, height, scale }, { throttled }) {
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: false });
  await session.send('Network.clearBrowserCache');
  if (throttled) await session.send('Network.emulateNetworkConditions', LINK);
  await page.setViewport({ width, height, deviceScaleFactor: scale });
  const totals = { bytes: 0, images: 0, requests: 0 };
  /** @type {Map<string, string>} */
  const types = new Map();
  session.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    totals.bytes += encodedDataLength;
    totals.requests += 1;
    if (types.get(requestId) === 'Image') totals.images += encodedDataLength;
  });
  await page.evaluateOnNewDocument(watchPaint);
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: 60_000 });
  const largestPaintMs = await page.evaluate(() => Reflect.get(window, 'largestPaint') ?? 0);
  await scrollToEnd(page);
  const [shift, blurred] = await page.evaluate(() => [Reflect.get(window, 'layoutShift') ?? 0, listBlurred()]);
  return { ...totals, largestPaintMs, shift, blurred };
}

/** Scrolls a page to its end, step by step, and waits for what it requests. @param {Page} page */
export async function scrollToEnd(page) {
  for (let step = 0; step < MAX_SCROLLS; step += 1) {
    const isEnd = await page.evaluate((share) => {
      window.scrollBy(0, window.innerHeight * share);
      return window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
    }, SCROLL_STEP_SHARE);
    await page.waitForNetworkIdle({ idleTime: QUIET_MS / 2, timeout: 60_000 });
    if (isEnd) break;
  }
}

/** Records the largest contentful paint and the layout shift. Runs in the page, before its own scripts. */
function watchPaint() {
  Object.assign(window, { largestPaint: 0, layoutShift: 0, listBlurred });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) Object.assign(window, { largestPaint: entry.startTime });
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (!Reflect.get(entry, 'hadRecentInput'))
        Object.assign(window, { layoutShift: Reflect.get(window, 'layoutShift') + Reflect.get(entry, 'value') });
  }).observe({ type: 'layout-shift', buffered: true });
  function listBlurred() {
    return [...document.images].flatMap((image) => {
      const { naturalWidth, currentSrc } = image;
      const needed = image.clientWidth * devicePixelRatio;
      return naturalWidth > 0 && naturalWidth * devicePixelRatio < needed
        ? [`${currentSrc} ${naturalWidth} ${needed}`]
        : [];
    });
  }
}

/** @type {() => string[]} defined in the page */
const listBlurred = () => [];
