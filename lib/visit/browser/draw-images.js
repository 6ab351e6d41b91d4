/** @import { Band } from '../../images/codecs/bands.js' */
/** @import { OpenBrowser } from './open.js' */

import { listBands } from '../../images/codecs/bands.js';

/** Max pixels that are read at once, which limits the size of a message. */
const BAND_PIXELS = 1_000_000;

/** Time limit for one attempt. A few seconds are enough, unless the machine is busy. */
const DRAW_TIMEOUT_MS = 120_000;

/**
 * @typedef {{ readonly bytes: Uint8Array, readonly type: string }} ImageFile
 * @typedef {{ readonly width: number, readonly height: number }} Size
 * @typedef {Size & { readonly rgba: Uint8Array }} Part
 * @typedef {Size & { readonly parts: readonly Part[] }} Drawn
 */

/**
 * Returns the pixels that a browser renders of images, in sRGB: the whole image, or bands of a large one, which are at
 * the same places in all images of its size.
 * @param {OpenBrowser} browser
 * @param {readonly ImageFile[]} files
 * @returns {Promise<(Drawn | null)[]>} null for one that it cannot decode
 */
export function drawImages(browser, files) {
  return browser.withPage(
    async (page) => {
      /** @type {(Drawn | null)[]} */
      const drawn = [];
      const sizes = await page.evaluate(loadImages, files.map(urlOf));
      for (const [index, size] of sizes.entries()) {
        if (!size) {
          drawn.push(null);
          continue;
        }
        const parts = [];
        for (const band of listBands(size)) parts.push(await readPart(page, index, size, band));
        drawn.push({ ...size, parts });
      }
      return drawn;
    },
    { timeoutMs: DRAW_TIMEOUT_MS },
  );
}

/**
 * Max pixels of a screenshot of an image. Chosen: it shows whether the browser decodes a file as the same image. How
 * similar both are was measured when the file was made.
 */
const SHOT_PIXELS = 1_000_000;

/**
 * Takes a screenshot of each image as a browser renders it in the proportions of the first.
 * @param {OpenBrowser} browser
 * @param {readonly ImageFile[]} files
 * @returns {Promise<(Uint8Array | null)[]>} PNGs, null for an image that it cannot decode
 */
export function shootImages(browser, files) {
  return browser.withPage(
    async (page) => {
      const sizes = await page.evaluate(loadImages, files.map(urlOf));
      const [first] = sizes;
      if (!first) return files.map(() => null);
      const share = Math.min(1, Math.sqrt(SHOT_PIXELS / (first.width * first.height)));
      const [width, height] = [first.width, first.height].map((length) => Math.max(1, Math.round(length * share)));
      /** @type {(Uint8Array | null)[]} */
      const shots = [];
      for (const [index, size] of sizes.entries()) {
        if (size) await page.evaluate(showOnly, index, { width, height });
        const how = { clip: { x: 0, y: 0, width, height }, captureBeyondViewport: true, optimizeForSpeed: true };
        shots.push(size ? await page.screenshot(how) : null);
      }
      return shots;
    },
    { timeoutMs: DRAW_TIMEOUT_MS },
  );
}

/** @param {ImageFile} file */
function urlOf({ bytes, type }) {
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Shows one image of the page, in a given size. Runs in the page. @param {number} shown @param {Size} size */
function showOnly(shown, { width, height }) {
  document.body.style.margin = '0';
  for (const [index, { style }] of [...document.images].entries()) {
    style.display = index === shown ? 'block' : 'none';
    [style.width, style.height] = [`${width}px`, `${height}px`];
  }
}

/** @param {number} width */
function rowsAtOnce(width) {
  return Math.max(1, Math.floor(BAND_PIXELS / width));
}

/**
 * @param {import('puppeteer-core').Page} page @param {number} index of the image in the page @param {Size} size
 * @param {Band} band
 * @returns {Promise<Part>}
 */
async function readPart(page, index, size, { top, rows: height }) {
  const { width } = size;
  const rgba = new Uint8Array(width * height * 4);
  const most = rowsAtOnce(width);
  for (let from = 0; from < height; from += most) {
    const rows = Math.min(most, height - from);
    const text = await page.evaluate(readRows, { index, size, top: top + from, rows });
    rgba.set(Buffer.from(text, 'base64'), from * width * 4);
  }
  return { width, height, rgba };
}

/**
 * Adds images to the page, and returns their sizes. Runs in the page.
 * @param {readonly string[]} urls
 * @returns {Promise<({ width: number, height: number } | null)[]>} null for one that cannot be decoded
 */
async function loadImages(urls) {
  const images = urls.map((url) => Object.assign(new Image(), { src: url }));
  document.body.append(...images);
  const decoded = await Promise.allSettled(images.map((image) => image.decode()));
  return images.map(({ naturalWidth: width, naturalHeight: height }, index) =>
    decoded[index].status === 'fulfilled' ? { width, height } : null,
  );
}

/**
 * Returns rows of an image in base64. Runs in the page.
 * @param {{ index: number, size: Size, top: number, rows: number }} band
 */
function readRows({ index, size: { width, height }, top, rows }) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height: rows });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas');
  context.drawImage(document.images[index], 0, -top, width, height);
  const { data } = context.getImageData(0, 0, canvas.width, rows);
  // Arguments of one call, far below the limit.
  const step = 0x8000;
  let text = '';
  for (let at = 0; at < data.length; at += step) text += String.fromCharCode(...data.subarray(at, at + step));
  return btoa(text);
}
