/** @import { Page } from 'puppeteer-core' */
/** @import { Graphic, Rgb } from './types.ts' */
import { formatColour } from './raster.js';

/**
 * @typedef {object} Painting
 * @property {string} base
 * @property {string} css
 * @property {string} ownCss
 * @property {Readonly<Record<string, string>>} more
 * @property {string} html
 * @property {number} width @property {number} height
 * @property {Rgb} behind what shows through
 * @property {Graphic | null} graphic
 */

const MAX_VIEW_PX = 2048;

/**
 * Lets the browser paint a box and reads its pixels back, three bytes each.
 * @param {Page} page @param {Painting} painting
 * @returns {Promise<Uint8ClampedArray>}
 */
export async function paintBox(page, { base, css, ownCss, more, html, width, height, behind, graphic }) {
  await page.evaluate(
    placeBox,
    `<style>.box{${base};${css}}${Object.entries(more)
      .map(([tail, rule]) => `.box${tail}{${rule}}`)
      .join('')}</style>` + `<span class="box" style="${ownCss}">${html}</span>`,
    formatColour(behind),
    graphic && { ...graphic.box, rgba: Buffer.from(graphic.rgba).toString('base64') },
  );
  const view = page.viewport();
  if (!view || view.width < width || view.height < height) {
    await page.setViewport({
      width: Math.min(MAX_VIEW_PX, Math.max(width, view?.width ?? 0)),
      height: Math.min(MAX_VIEW_PX, Math.max(height, view?.height ?? 0)),
    });
  }
  const shot = await page.screenshot({
    clip: { x: 0, y: 0, width, height },
    encoding: 'base64',
    optimizeForSpeed: true,
    captureBeyondViewport: false,
  });
  const rgb = await page.evaluate(readPixels, shot, width, height);
  return new Uint8ClampedArray(Buffer.from(rgb, 'base64'));
}

/**
 * Runs in the page.
 * @param {string} markup @param {string} colour
 * @param {{ width: number, height: number, rgba: string } | null} graphic
 */
async function placeBox(markup, colour, graphic) {
  document.body.style.cssText = `margin:0;background:${colour};font-size:0;line-height:0`;
  let url = '';
  if (graphic) {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: graphic.width, height: graphic.height });
    const bytes = Uint8ClampedArray.from(atob(graphic.rgba), (character) => character.charCodeAt(0));
    canvas.getContext('2d')?.putImageData(new ImageData(bytes, graphic.width, graphic.height), 0, 0);
    url = canvas.toDataURL();
    const loaded = new Image();
    loaded.src = url;
    await loaded.decode();
  }
  document.body.innerHTML = markup.replaceAll('{graphic}', url);
}

/** Runs in the page. @param {string} shot @param {number} width @param {number} height */
async function readPixels(shot, width, height) {
  const bytes = Uint8Array.from(atob(shot), (character) => character.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new Error('the browser has no 2D canvas');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
  return btoa(text);
}
