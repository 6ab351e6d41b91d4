/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SeenImage } from './read-images.js' */

import { bundlePageScript } from './page-script.js';
import { callInPage, passTime } from './tab.js';
import { ANSWER_VIRTUAL_MS } from './window.js';

/** Max clicks on images of a page, which limits the time. */
const MAX_CLICKS = 4;
/** Min ratio of the widths of an image after and before a click that enlarges it. */
const MIN_ENLARGEMENT = 1.1;

/**
 * Clicks on some images that react to it, and returns the URLs of images that are rendered larger afterwards.
 * @param {CDPSession} session
 * @param {number} context
 * @param {() => Promise<SeenImage[]>} read
 * @returns {Promise<ReadonlySet<string>>}
 */
export async function listEnlarged(session, context, read) {
  const count = Math.min(MAX_CLICKS, await callInPage(session, context, countZoomable));
  if (count === 0) return new Set();
  const before = widestByUrl(await read());
  /** @type {Set<string>} */
  const enlarged = new Set();
  for (let index = 0; index < count; index += 1) {
    await callInPage(session, context, clickZoomable, index);
    await passTime(session, context, ANSWER_VIRTUAL_MS);
    for (const [url, width] of widestByUrl(await read()))
      if (width > (before.get(url) ?? 0) * MIN_ENLARGEMENT) enlarged.add(url);
  }
  return enlarged;
}

/** @param {readonly SeenImage[]} images @returns {Map<string, number>} */
function widestByUrl(images) {
  /** @type {Map<string, number>} */
  const widest = new Map();
  for (const { url, width } of images) widest.set(url, Math.max(width, widest.get(url) ?? 0));
  return widest;
}

/**
 * Finds images that react to a click: those with such a pointer, outside of links. Runs in the browser.
 * @returns {HTMLImageElement[]} the first of each class of images
 */
function findZoomable() {
  const found = [...document.images].filter((image) => {
    const { cursor } = getComputedStyle(image);
    return (cursor === 'pointer' || cursor === 'zoom-in') && image.closest('a[href]') === null;
  });
  return [...new Map(found.toReversed().map((image) => [image.className, image])).values()].reverse();
}

/** Runs in the browser. */
function countZoomableInPage() {
  return findZoomable().length;
}

/** Runs in the browser. @param {number} index */
function clickZoomableInPage(index) {
  findZoomable()[index]?.click();
}

const countZoomable = bundlePageScript(countZoomableInPage, { functions: [findZoomable] });
const clickZoomable = bundlePageScript(clickZoomableInPage, { functions: [findZoomable] });
