/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { BackgroundBox, BackgroundLayer } from '../types.ts' */

import { pathOfUrl } from '../../site/addresses.js';
import { applyStates } from './apply-states.js';
import { bundlePageScript } from './page-script.js';
import { callInPage } from './tab.js';

/** Elements that may contain text. */
const HOLDERS =
  'a, abbr, address, article, aside, b, blockquote, button, center, cite, dd, div, dt, em, fieldset, figcaption, ' +
  'figure, font, footer, form, h1, h2, h3, h4, h5, h6, header, i, label, legend, li, main, nav, p, section, small, ' +
  'span, strong, td, th';
/** Elements whose content is drawn. */
const DRAWN = 'audio, canvas, embed, iframe, img, input, object, select, svg, textarea, video';
/** Max elements of a page that are recorded. Chosen: 12 of 105 sites show images in place of text, at most 21 each. */
const MAX_BOXES = 100;
/** Max nodes inside a recorded element. Chosen: one with more lays out a part of the page. */
const MAX_NODES = 300;
/**
 * Min share of the height of a text that is inside a box in which it is visible. Text that starts below a box of no
 * height reaches into its padding with the space above its letters. Chosen: 13 headings of one of 125 sites do.
 */
const MIN_INSIDE = 0.5;
/** Characters of the recorded text of an element. */
const TEXT_LENGTH = 200;
/** States under the mouse, and their pseudo-classes. */
const STATES = { hover: ['hover'], active: ['hover', 'active'] };

/**
 * @typedef {{ url: string, x: string, y: string, repeat: string } | null} SeenLayer
 * @typedef {Omit<BackgroundBox, 'rest' | 'hover' | 'active'> & { rest: SeenLayer, hover: SeenLayer,
 *   active: SeenLayer }} SeenBox
 */

/**
 * Reads the elements with one background image of the site in its own size, and that image under the mouse.
 * @param {CDPSession} session @param {number} context @param {SiteAddress | undefined} place
 * @returns {Promise<BackgroundBox[]>}
 */
export async function listBackgroundBoxes(session, context, place) {
  /** @type {SeenBox[]} */
  const found = JSON.parse(await callInPage(session, context, readBoxes));
  return found.flatMap(({ rest, hover, active, ...box }) => {
    const [shown, touched, pressed] = [rest, hover, active].map((layer) => nameLayer(layer, place));
    return shown ? [{ ...box, rest: shown, hover: touched, active: pressed }] : [];
  });
}

/** @param {SeenLayer} layer @param {SiteAddress | undefined} place @returns {BackgroundLayer | null} */
function nameLayer(layer, place) {
  const path = layer && pathOfUrl(layer.url, place);
  return path ? { path, x: layer.x, y: layer.y, repeat: layer.repeat } : null;
}

/** Runs in the page. Returns `SeenBox[]` as JSON. */
function readBoxesInPage() {
  const holders = [...document.querySelectorAll(HOLDERS)];
  const resting = holders.map(layerOf);
  const chosen = holders
    .flatMap((element, at) => (resting[at] ? { element, rest: resting[at] } : []))
    .slice(0, MAX_BOXES);
  if (chosen.length === 0) return '[]';
  const [hover, active] = Object.values(STATES).map((names) =>
    withStates(names, () => chosen.map(({ element }) => layerOf(element))),
  );
  return JSON.stringify(
    chosen.flatMap(({ element, rest }, at) => {
      const box = describeBox(element);
      return box ? { ...box, rest, hover: hover[at], active: active[at] } : [];
    }),
  );
}

/** Returns the only background image of an element, null if it has none or another size. @param {Element} element */
function layerOf(element) {
  const style = getComputedStyle(element);
  const [, url] = /^url\("([^"]*)"\)$/.exec(style.backgroundImage) ?? [];
  const isPlain =
    style.backgroundSize.split(' ').every((size) => size === 'auto') &&
    style.backgroundAttachment === 'scroll' &&
    style.backgroundOrigin === 'padding-box';
  if (url === undefined || url.startsWith('data:') || !isPlain) return null;
  return { url, x: style.backgroundPositionX, y: style.backgroundPositionY, repeat: style.backgroundRepeat };
}

/**
 * Calls a function while all rules for some states apply to all elements.
 * @template T @param {readonly string[]} names of pseudo-classes @param {() => T} read @returns {T}
 */
function withStates(names, read) {
  const still = new CSSStyleSheet();
  still.replaceSync('* { transition: none !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
  const changed = applyStates(names);
  const found = read();
  for (const { rule, selector } of changed) rule.selectorText = selector;
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  return found;
}

/** Returns the facts about an element, null if it is not visible or too large. @param {Element} element */
function describeBox(element) {
  const style = getComputedStyle(element);
  const rects = element.getClientRects();
  const nodes = document.createNodeIterator(element, NodeFilter.SHOW_ALL);
  const inside = [];
  for (let node = nodes.nextNode(); node && inside.length <= MAX_NODES; node = nodes.nextNode()) inside.push(node);
  if (rects.length !== 1 || style.visibility !== 'visible' || inside.length > MAX_NODES) return null;
  const [left, top, right, bottom] = ['left', 'top', 'right', 'bottom'].map((side) =>
    Number.parseFloat(style.getPropertyValue(`border-${side}-width`)),
  );
  const x = rects[0].x + left;
  const y = rects[0].y + top;
  const width = rects[0].width - left - right;
  const height = rects[0].height - top - bottom;
  const isInside = (/** @type {DOMRect} */ rect) => {
    const insideY = Math.min(rect.bottom, y + height) - Math.max(rect.y, y);
    return rect.width > 0 && rect.right > x && rect.x < x + width && insideY > 0 && insideY >= rect.height * MIN_INSIDE;
  };
  const squeeze = (/** @type {string | null} */ text) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, TEXT_LENGTH);
  return {
    tag: element.localName,
    nth: [...document.getElementsByTagName(element.localName)].indexOf(element),
    id: element.id,
    classes: element.className,
    width,
    height,
    text: squeeze(element.textContent),
    title: squeeze(element.getAttribute('title')),
    language: element.closest('[lang]')?.getAttribute('lang') ?? null,
    isSilent: inside.every((node) => !isHeard(node)),
    isPositioned: style.position !== 'static',
    isCovered: inside.slice(1).flatMap(rectsOf).some(isInside),
  };
}

/** Returns true for text that screen readers read. @param {Node} node */
function isHeard(node) {
  if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) return false;
  return node.parentElement?.checkVisibility({ visibilityProperty: true }) === true;
}

/** Returns the visible boxes of a text or of an element whose content is drawn. @param {Node} node */
function rectsOf(node) {
  const element = node instanceof Element ? node : node.parentElement;
  const isText = node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim();
  if (!element || (node === element ? !element.matches(DRAWN) : !isText)) return [];
  const { visibility, opacity, color, fontSize } = getComputedStyle(element);
  const isClear = isText && (/^rgba.*, 0\)$/.test(color) || Number.parseFloat(fontSize) === 0);
  if (visibility !== 'visible' || opacity === '0' || isClear) return [];
  if (node === element) return [...element.getClientRects()];
  const range = document.createRange();
  range.selectNodeContents(node);
  return [...range.getClientRects()];
}

const readBoxes = bundlePageScript(readBoxesInPage, {
  functions: [layerOf, withStates, applyStates, describeBox, isHeard, rectsOf],
  constants: { HOLDERS, DRAWN, MAX_BOXES, MAX_NODES, MIN_INSIDE, TEXT_LENGTH, STATES },
});
