import { setTimeout as wait } from 'node:timers/promises';
import { exact } from '../../base/exact.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { Traffic } from './serve.js' */

/**
 * @typedef {object} Slice a part of a page's screenshot
 * @property {number} top in device pixels
 * @property {Uint8Array} png
 *
 * @typedef {object} CaptureArea the rendered area of a page
 * @property {number} width
 * @property {number} height
 * @property {number} scale
 * @property {number} viewportHeight
 * @property {boolean} isCut true if the page continues below
 *
 * @typedef {readonly [x: number, y: number, width: number, height: number]} Spot in CSS pixels of the document
 * @typedef {{ y: number, height: number }} Band in CSS pixels
 */

const SLICE_PIXELS = 10_000_000;
/** Pixels at the top of a tall page that are captured on a dense screen, which renders the same as a usual one. */
const HEAD_PIXELS = 6_000_000;
/** CSS pixels around a replaced image that are compared, because it can move its surroundings. */
const SPOT_MARGIN = 40;
/** Number of rows from which the browser can return a screenshot before it is completely painted. */
const FAR_DOWN = 20_000;
/** Max screenshots until two are equal. Then the last one is used. */
const MAX_TAKES = 5;
/** Real time between them, in which images are decoded. */
const SETTLE_MS = 100;
/** Number of rows that take as long as an additional screenshot. */
const MIN_GAP = 400;
/** Time limit for a screenshot on a busy machine. A page that navigated away has a lower one. */
const PICTURE_TIMEOUT_MS = 40_000;
/** Time limit for a screenshot of a page that navigates away, which may never come. */
const PICTURE_TIMEOUT_LEAVING_MS = 5000;

/**
 * Takes a screenshot of a page. Returns null if it is never painted, for example because it navigates away before.
 * @param {CDPSession} session @param {CaptureArea} area
 * @param {{ traffic: Traffic, bands: readonly Band[] }} options
 * @returns {Promise<Slice[] | null>}
 */
export function takeScreenshot(session, area, { traffic, bands }) {
  const timeoutMs = traffic.navigations.length > 0 ? PICTURE_TIMEOUT_LEAVING_MS : PICTURE_TIMEOUT_MS;
  const slices = takeSlices(session, area, bands);
  // If it is not awaited, it fails with the page.
  slices.catch(() => null);
  return Promise.race([slices, wait(timeoutMs, null, { ref: false })]);
}

/** Returns the height of the head of a page, in CSS pixels. @param {{ width: number, scale: number }} view */
export function countHeadRows({ width, scale }) {
  return Math.floor(HEAD_PIXELS / (width * scale * scale));
}

/**
 * Returns the parts of a page to capture: all of it, or, for given spots, the head and the surroundings of the others.
 * @param {CaptureArea} area @param {readonly Spot[] | null} spots null: the whole page
 * @returns {Band[]}
 */
export function listBands({ width, height, scale }, spots) {
  const most = countHeadRows({ width, scale });
  if (!spots || height <= most) return [{ y: 0, height }];
  const bands = [{ y: 0, height: most }];
  for (const [, top, , spotHeight] of spots.toSorted((a, b) => a[1] - b[1])) {
    const from = Math.max(0, Math.floor(top) - SPOT_MARGIN);
    const to = Math.min(height, Math.ceil(top + spotHeight) + SPOT_MARGIN);
    const last = bands[bands.length - 1];
    if (from - (last.y + last.height) < MIN_GAP) last.height = Math.max(last.height, to - last.y);
    else if (from < to) bands.push({ y: from, height: to - from });
  }
  return bands;
}

/**
 * @param {CDPSession} session @param {CaptureArea} area @param {readonly Band[]} bands
 * @returns {Promise<Slice[]>}
 */
async function takeSlices(session, { width, scale, viewportHeight }, bands) {
  const sliceHeight = Math.floor(SLICE_PIXELS / (width * scale * scale));
  /** @type {Slice[]} */
  const slices = [];
  for (const band of bands) {
    const end = band.y + band.height;
    for (let y = band.y; y < end; y += sliceHeight) {
      const clip = { x: 0, y, width, height: Math.min(sliceHeight, end - y), scale: 1 };
      const take = () => takeSlice(session, clip, y + clip.height > viewportHeight);
      const data = y < FAR_DOWN ? await take() : await takeTwice(take);
      slices.push({ top: y * scale, png: Buffer.from(data, 'base64') });
    }
  }
  return slices;
}

/**
 * @param {CDPSession} session
 * @param {import('puppeteer-core').Protocol.Page.Viewport} clip
 * @param {boolean} captureBeyondViewport
 */
async function takeSlice(session, clip, captureBeyondViewport) {
  const how = { format: exact('png'), optimizeForSpeed: true };
  return (await session.send('Page.captureScreenshot', { ...how, captureBeyondViewport, clip })).data;
}

/**
 * Returns the first screenshot that is taken twice in the same form, otherwise the last.
 * @param {() => Promise<string>} take
 */
async function takeTwice(take) {
  let last = await take();
  for (let attempt = 0; attempt < MAX_TAKES; attempt++) {
    await wait(SETTLE_MS);
    const next = await take();
    if (next === last) break;
    last = next;
  }
  return last;
}
