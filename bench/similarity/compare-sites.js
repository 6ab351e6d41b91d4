import { createHash } from 'node:crypto';
import { exact } from '../../lib/base/exact.js';
import { measureSimilarity } from '../../lib/images/png/measure-similarity.js';
import { decodePng } from '../../lib/visit/verify/png.js';
import { pickEvenly } from '../peers/part.js';
import { SCREENS, scrollToEnd } from '../pictures/visit.js';
import { listShown } from './list-shown.js';

/** @import { Browser, Page } from 'puppeteer-core' */
/** @import { Shown } from './list-shown.js' */

/**
 * A changed image.
 * @typedef {object} Compared
 * @property {string} path its address before
 * @property {number} width in CSS pixels
 * @property {number} height
 * @property {number} scale device pixels per CSS pixel
 * @property {number} similarity
 * @property {readonly [Uint8Array, Uint8Array]} pictures its renderings before and after, as PNG
 *
 * @typedef {Awaited<ReturnType<typeof import('../pictures/visit.js').serveFolder>>} Served
 */

/** Pause for images that a page requests at its start. */
const QUIET_MS = 300;
/** CSS pixels by which the box of an image may differ between the two sites. */
const NEAR = 1;

/**
 * Compares the changed images of some pages.
 * @param {Browser} browser @param {Served} before @param {Served} after @param {number} count of pages
 * @returns {Promise<Compared[]>}
 */
export async function compareSites(browser, before, after, count) {
  /** @type {Map<string, Compared>} */
  const found = new Map();
  const digests = openDigests();
  for (const path of pickEvenly(before.pages, count)) {
    for (const { width, height, scale } of SCREENS) {
      const page = await browser.newPage();
      await page.setViewport({ width, height, deviceScaleFactor: scale });
      const [first, second] = [await visit(page, before, path), await visit(page, after, path)];
      for (const [one, other] of pairByBox(first, second)) {
        const files = [await digests(one.url), await digests(other.url)];
        const key = [...files, one.width, one.height, scale, one.style].join();
        if (files[0] === files[1] || found.has(key)) continue;
        const pictures = exact([await draw(page, one), await draw(page, other)]);
        const similarity = measureSimilarity(decodePng(pictures[0]), decodePng(pictures[1]));
        const { pathname } = new URL(one.url);
        found.set(key, { path: pathname, width: one.width, height: one.height, scale, similarity, pictures });
      }
      await page.close();
    }
  }
  return [...found.values()];
}

/**
 * Loads a page, scrolls to its end, and lists its images.
 * @param {Page} page @param {Served} site @param {string} path
 * @returns {Promise<Shown[]>}
 */
async function visit(page, { origin }, path) {
  await page.goto(`${origin}/${path.replace(/(^|\/)index\.html$/, '$1')}`, { waitUntil: 'load', timeout: 120_000 });
  await scrollToEnd(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForNetworkIdle({ idleTime: QUIET_MS, timeout: 60_000 });
  return page.evaluate(listShown);
}

/**
 * Pairs images that have the same place. Those that text or CSS replaced have none.
 * @param {readonly Shown[]} first @param {readonly Shown[]} second
 * @returns {(readonly [Shown, Shown])[]}
 */
function pairByBox(first, second) {
  const left = [...second];
  return first.flatMap((one) => {
    const sides = exact(['x', 'y', 'width', 'height']);
    const at = left.findIndex(
      (other) => other.kind === one.kind && sides.every((side) => Math.abs(other[side] - one[side]) <= NEAR),
    );
    return at < 0 ? [] : [exact([one, left.splice(at, 1)[0]])];
  });
}

/** Renders an image alone in its size on the page. @param {Page} page @param {Shown} shown */
async function draw(page, { url, width, height, style, kind }) {
  const alone = await page.browser().newPage();
  const viewport = page.viewport();
  const size = `width:${width}px;height:${height}px;`;
  const box = { x: 0, y: 0, width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(height)) };
  await alone.setViewport({ ...box, deviceScaleFactor: viewport?.deviceScaleFactor ?? 1 });
  const element =
    kind === 'image'
      ? `<img src="${url}" style="display:block;${size}${style}">`
      : `<div style="${size}${style}"></div><img src="${url}" hidden>`;
  await alone.goto(new URL('/favicon.ico', url).href, { waitUntil: 'load' }).catch(() => null);
  await alone.setContent(`<!doctype html><body style="margin:0">${element}`, { waitUntil: 'load' });
  await alone.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  const png = await alone.screenshot({ clip: box });
  await alone.close();
  return png;
}

/** Creates a function that returns the digest of a file. */
function openDigests() {
  /** @type {Map<string, string>} */
  const known = new Map();
  return async (/** @type {string} */ url) => {
    const former = known.get(url);
    if (former !== undefined) return former;
    const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
    const digest = createHash('sha256').update(bytes).digest('hex');
    known.set(url, digest);
    return digest;
  };
}
