/** @import { Browser, Page } from 'puppeteer-core' */
/** @import { Shown } from './in-page.js' */
/** @import { Host } from './host.js' */

/* Visits a page with a program that shares only the browser binary with lib/visit. */
import { clickControl, clickLink, fixChance, holdStill, readShown, scrollThrough } from './in-page.js';

/** The renderings: widths in CSS pixels, print, and dark mode. */
const RENDERINGS = [
  { name: '1280', width: 1280 },
  { name: '800', width: 800 },
  { name: '360', width: 360 },
  { name: 'print', width: 800, media: 'print' },
  { name: 'dark', width: 800, scheme: 'dark' },
];
const HEIGHT = 900;
/** Max height of a screenshot, in CSS pixels, which limits its memory. */
const MAX_HEIGHT = 5000;
const LOAD_MS = 30_000;
const QUIET = { idleTime: 400, timeout: 4000 };
const SETTLE_MS = 150;
const CLICKS = 4;
const LINKS = 2;
const HOVERS = 2;

/**
 * @typedef {{ name: string, picture: Uint8Array, frames: Shown[] }} Rendered
 * @typedef {{ act: string, path: string, title: string, words: string, dialogs: number }} Step
 * @typedef {{ requests: string[], bytes: number, outside: string[], failures: string[],
 *   errors: string[], rendered: Rendered[], hovered: Uint8Array[], steps: Step[], workers: number }} Visit
 */

/**
 * Loads a page, renders it in several ways, hovers and clicks, and records requests and failures.
 * @param {Browser} browser @param {Host} host
 * @param {string} address with the base, without the origin
 * @returns {Promise<Visit>}
 */
export async function visitPage(browser, host, address) {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    const seen = listen(page, host.origin);
    await page.evaluateOnNewDocument(fixChance);
    await page.setViewport({ width: 1280, height: HEIGHT });
    await page.goto(host.origin + address, { waitUntil: 'load', timeout: LOAD_MS });
    await settle(page);
    await page.evaluate(scrollThrough);
    await settle(page);
    // Resizing a page loads images for each width, which no visitor does.
    const [bytes, requests] = [sumBytes(host, seen.loaded), [...seen.loaded]];
    const rendered = [];
    for (const rendering of RENDERINGS) rendered.push(await render(page, rendering));
    const workers = await page.evaluate(async () =>
      'serviceWorker' in navigator ? (await navigator.serviceWorker.getRegistrations()).length : 0,
    );
    const [failures, errors] = [[...seen.failures].sort(), [...seen.errors].sort()];
    await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
    await page.setViewport({ width: 1280, height: HEIGHT });
    const hovered = await hover(page);
    const steps = await tour(page, host.origin, seen);
    const outside = [...seen.outside].sort();
    return { requests, bytes, outside, failures, errors, rendered, hovered, steps, workers };
  } finally {
    await context.close();
  }
}

/** @param {Page} page @param {string} origin */
function listen(page, origin) {
  const seen = {
    /** @type {Set<string>} */ loaded: new Set(),
    /** @type {Set<string>} */ outside: new Set(),
    /** @type {Set<string>} */ failures: new Set(),
    /** @type {Set<string>} */ errors: new Set(),
    dialogs: 0,
  };
  const plain = (/** @type {string} */ text) =>
    text
      .replaceAll(origin, '')
      .replaceAll(/'sha\d+-[^']+'/g, 'a hash')
      // Minified code has other columns.
      .replaceAll(/:\d+:\d+(?=\)|$)/gm, '')
      .slice(0, 200);
  page.on('request', (request) => {
    const url = request.url();
    if (/^https?:/.test(url) && !url.startsWith(origin)) seen.outside.add(url.split(/[?#]/)[0]);
  });
  page.on('response', (response) => {
    const url = response.url().split('#')[0];
    if (!url.startsWith(origin)) return;
    if (response.status() >= 400) seen.failures.add(`${response.status()} ${plain(url)}`);
    else if (response.status() < 300 || response.status() === 304) seen.loaded.add(url);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (request.url().startsWith(origin) && why !== 'net::ERR_ABORTED')
      seen.failures.add(`${why} ${plain(request.url())}`);
  });
  page.on('console', (message) => {
    // A failed request is already counted, and its line in the console contains a port.
    if (message.type() === 'error' && !/^Failed to load resource/.test(message.text()))
      seen.errors.add(plain(message.text()));
  });
  page.on('pageerror', (error) => seen.errors.add(plain(error instanceof Error ? error.message : String(error))));
  page.on('dialog', (dialog) => {
    seen.dialogs += 1;
    dialog.dismiss().catch(() => {});
  });
  return seen;
}

/** @param {Host} host @param {ReadonlySet<string>} urls */
function sumBytes(host, urls) {
  const plain = new Set([...urls].map((url) => url.split('?')[0]));
  return [...plain].reduce((sum, url) => sum + host.weigh(url), 0);
}

/** @param {Page} page @param {{ name: string, width: number, media?: string, scheme?: string }} rendering */
async function render(page, { name, width, media = 'screen', scheme = 'light' }) {
  await page.emulateMediaType(media);
  await page.emulateMediaFeatures([
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-color-scheme', value: scheme },
  ]);
  await page.setViewport({ width, height: HEIGHT });
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  for (const frame of page.frames()) await frame.evaluate(holdStill).catch(ignoreGone);
  const frames = [];
  for (const frame of page.frames()) {
    const shown = await frame.evaluate(readShown).catch(ignoreGone);
    if (shown) frames.push(shown);
  }
  const height = Math.max(HEIGHT, Math.min(MAX_HEIGHT, frames[0]?.size[1] ?? HEIGHT));
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width, height }, captureBeyondViewport: true });
  await page.emulateMediaType('screen');
  return { name, picture, frames };
}

/** Ignores the error of a frame that is removed while it is read. @param {unknown} error */
export function ignoreGone(error) {
  if (error instanceof Error && /detached|destroyed|Cannot find context|Session closed/i.test(error.message))
    return null;
  throw error;
}

/** @param {Page} page */
async function hover(page) {
  const pictures = [];
  const links = await page.$$('a:has(img), a, [onmouseover]');
  for (const link of links) {
    if (pictures.length === HOVERS) break;
    const box = await link.boundingBox();
    if (!box || box.y + box.height > HEIGHT || box.y < 0 || box.width < 4 || box.height < 4) continue;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    await page.evaluate(holdStill);
    pictures.push(await page.screenshot());
  }
  await page.mouse.move(0, 0);
  return pictures;
}

/** @param {Page} page @param {string} origin @param {{ dialogs: number }} seen @returns {Promise<Step[]>} */
async function tour(page, origin, seen) {
  const start = page.url();
  /** @type {Step[]} */
  const steps = [];
  for (let index = 0; index < CLICKS; index += 1) {
    const act = await page.evaluate(clickControl, index, CLICKS);
    if (act === null) break;
    steps.push(await note(page, act, { origin, seen }));
    if (page.url().split('#')[0] !== start.split('#')[0]) await goBack(page, start);
  }
  for (let index = 0; index < LINKS; index += 1) {
    await goBack(page, start);
    const act = await page.evaluate(clickLink, index * 2);
    if (act === null) break;
    steps.push(await note(page, act, { origin, seen }));
  }
  return steps;
}

/** @param {Page} page @param {string} start */
async function goBack(page, start) {
  if (page.url() === start) return;
  await page.goto(start, { waitUntil: 'load', timeout: LOAD_MS });
  await settle(page);
}

/** @param {Page} page @param {string} act @param {{ origin: string, seen: { dialogs: number } }} where */
async function note(page, act, { origin, seen }) {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  await settle(page);
  const shown = await page.evaluate(readShown);
  const path = page.url().replace(origin, '');
  return { act, path, title: shown.title, words: shown.words.join(' '), dialogs: seen.dialogs };
}

/** Waits until a page is idle. A page that polls never is, so the wait has a limit. @param {Page} page */
export async function settle(page) {
  await page.waitForNetworkIdle(QUIET).catch((error) => {
    if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
  });
}
