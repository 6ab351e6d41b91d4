/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { Backdrop } from '../types.ts' */

import { pathOfUrl } from '../../site/addresses.js';
import { callInPage } from './tab.js';

/**
 * Reads the backgrounds that a page renders behind its images, each file and background once.
 * @param {CDPSession} session @param {number} context @param {SiteAddress | undefined} place
 * @returns {Promise<Backdrop[]>}
 */
export async function readBackdrops(session, context, place) {
  const found = await callInPage(session, context, readInPage);
  const named = found.flatMap(({ url, colour, tile }) => {
    const path = pathOfUrl(url, place);
    const image = tile === null ? null : pathOfUrl(tile, place);
    return path === null ? [] : { path, colour: tile !== null && image === null ? null : colour, image };
  });
  const keyed = new Map(named.map((one) => [`${one.path} ${one.colour} ${one.image}`, one]));
  return [...keyed].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** Reads the background of each image from the elements around it. Runs in the page. */
function readInPage() {
  const CANVAS = [255, 255, 255];
  const nameIn = (/** @type {string} */ value) => /^url\("([^"]*)"\)$/.exec(value)?.[1] ?? '';
  const listLayers = (/** @type {Element} */ image, /** @type {boolean} */ isBackground) => {
    const layers = [];
    for (let element = /** @type {Element | null} */ (image); element; element = element.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(element);
      const [red, green, blue, alpha = 1] = (backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
      const isPainted = backgroundImage !== 'none' && !(isBackground && element === image);
      layers.push({ colour: [red, green, blue], alpha, tile: isPainted ? backgroundImage : null });
      if (alpha === 1) break;
    }
    return layers;
  };
  const shown = [...document.images].map((element) => ({ element, url: element.currentSrc || element.src }));
  const painted = [...document.querySelectorAll('body *')].flatMap((element) => {
    const url = nameIn(getComputedStyle(element).backgroundImage);
    return url && !url.startsWith('data:') ? { element, url, isBackground: true } : [];
  });
  return [...shown.map((one) => ({ ...one, isBackground: false })), ...painted].flatMap((one) => {
    const { element, url, isBackground } = one;
    if (!url) return [];
    const layers = listLayers(element, isBackground);
    const colour = layers.reduceRight(
      (under, { colour: over, alpha }) => under.map((value, at) => value * (1 - alpha) + (over[at] || 0) * alpha),
      CANVAS,
    );
    const tile = layers.find((layer) => layer.tile !== null)?.tile ?? null;
    const [, name = ''] = /url\("([^"]*)"\)/.exec(tile ?? '') ?? [];
    const hex = colour.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('');
    return [{ url, colour: `#${hex}`, tile: tile === null ? null : name }];
  });
}
