import { bringToRest, CALM, hoverEverything, waitForFrame } from './deterministic.js';
import { bundlePageScript } from './page-script.js';
import { pathOfUrl, urlOfPath } from './serve.js';
import { isStaticPage } from './static-page.js';
import { callInPage, loadPage, passTime, prepareTab } from './tab.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { OpenBrowser } from './open.js' */
/** @import { FileLookup } from './serve.js' */
/** @import { ImageBox, PageBoxes, SiteAddress } from '../types.ts' */

/** The narrowest and the widest window that pages are measured in, and some between them that are common. */
const WIDTHS = Object.freeze([320, 360, 414, 640, 768, 1024, 1280, 1536, 1920, 2560]);
const WINDOW_HEIGHT = 900;

/** The first screens of a phone, a small and a large desktop window, in CSS pixels. */
export const SCREENS = Object.freeze([
  { width: 360, height: 740 },
  { width: 800, height: 900 },
  { width: 1280, height: 800 },
]);

/** Between two windows boxes grow evenly; where one is off by more, another window between them is measured. */
const MOST_DRIFT = 1;
const MOST_WINDOWS = 60;
const SHORT_VIRTUAL_MS = 50;
const PAGE_TIMEOUT_MS = 60_000;

/**
 * Loads a page once and measures in windows of many widths how large it shows each of its images.
 * @param {OpenBrowser} browser
 * @param {{ path: string, files: FileLookup, sizeOf: SizeOf, place?: SiteAddress }} page
 * @returns {Promise<PageBoxes>}
 */
export function measureImageBoxes(browser, { path, files, sizeOf, place }) {
  return browser.withTab(
    async (session) => {
      const tab = await prepareTab(session);
      const traffic = tab.server.expectPage(standIns(files, sizeOf), place);
      await setWindow(session, { width: SCREENS[2].width, height: WINDOW_HEIGHT });
      await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
      const { context, limits } = await loadPage(tab, urlOfPath(path, place), { traffic });
      if (traffic.failures.length > 0) throw traffic.failures[0];
      if (limits.length > 0) throw new Error(`${path} does not come to rest: ${limits.join(', ')}`);
      const isStatic = isStaticPage(path, files, traffic);
      /** @param {{ width: number, height: number }} window @returns {Promise<SeenImage[]>} */
      const readAt = async (window) => {
        await setWindow(session, window);
        if (!isStatic) {
          await callInPage(session, context, waitForFrame);
          await passTime(session, context, SHORT_VIRTUAL_MS);
        }
        return JSON.parse(await callInPage(session, context, readImages));
      };
      const screens = [];
      for (const screen of SCREENS) screens.push({ ...screen, images: await readAt(screen) });
      /** @type {Map<number, SeenImage[]>} */
      const seen = new Map();
      const widths = [...WIDTHS, ...(await callInPage(session, context, listBreakpoints, WIDTHS[0], WIDTHS[9]))];
      for (const width of widths) seen.set(width, await readAt({ width, height: WINDOW_HEIGHT }));
      await refine(seen, (width) => readAt({ width, height: WINDOW_HEIGHT }));
      const hovered = await readHovered(session, context, readAt);
      const nameOf = (/** @type {string} */ url) => pathOfUrl(url, place);
      return Object.freeze({ page: path, images: joinImages({ seen, screens, hovered }, nameOf) });
    },
    { timeoutMs: PAGE_TIMEOUT_MS },
  );
}

/** @typedef {(path: string) => { readonly width: number, readonly height: number } | null} SizeOf of raster images */

/**
 * @typedef {object} SeenImage an image as it is shown in one window
 * @property {string} key the same in all windows
 * @property {ImageBox['kind']} kind
 * @property {string} url
 * @property {number} width that the whole picture takes, what is cut off of it included, in CSS pixels
 * @property {number} height
 * @property {string} [fit]
 * @property {boolean} isFirst whether it shows in the window before anybody scrolls
 * @property {boolean} isLargest whether nothing else takes more of the window then
 */

/**
 * The files of a page with a blank drawing of the same size for each image: it is laid out alike and takes no time to
 * paint.
 * @param {FileLookup} files @param {SizeOf} sizeOf
 * @returns {FileLookup}
 */
function standIns(files, sizeOf) {
  return (path) => {
    const size = sizeOf(path);
    if (!size || !files(path)) return files(path);
    const { width, height } = size;
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`;
    return { bytes: Buffer.from(drawing), contentType: 'image/svg+xml' };
  };
}

/** @param {CDPSession} session @param {{ width: number, height: number }} window */
function setWindow(session, { width, height }) {
  return session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
}

/**
 * Measures between two windows until boxes grow evenly from each to the next.
 * @param {Map<number, SeenImage[]>} seen
 * @param {(width: number) => Promise<SeenImage[]>} readAt
 */
async function refine(seen, readAt) {
  const widths = [...seen.keys()].sort((a, b) => a - b);
  const open = widths.slice(1).map((to, index) => [widths[index], to]);
  for (let gap = open.shift(); gap && seen.size < MOST_WINDOWS; gap = open.shift()) {
    const [from, to] = gap;
    const middle = Math.round((from + to) / 2);
    if (middle === from || middle === to) continue;
    const images = await readAt(middle);
    const isEven = images.every((image) => {
      const [a, b] = [from, to].map((width) => seen.get(width)?.find(({ key }) => key === image.key));
      const share = (middle - from) / (to - from);
      return a && b && Math.abs(a.width + (b.width - a.width) * share - image.width) <= MOST_DRIFT;
    });
    seen.set(middle, images);
    if (!isEven) open.push([from, middle], [middle, to]);
  }
}

/**
 * What grows under the pointer.
 * @param {CDPSession} session
 * @param {number} context
 * @param {(window: { width: number, height: number }) => Promise<SeenImage[]>} readAt
 */
async function readHovered(session, context, readAt) {
  const window = SCREENS[2];
  if ((await callInPage(session, context, hoverEverything)) === 0) return [];
  await passTime(session, context, SHORT_VIRTUAL_MS);
  await callInPage(session, context, bringToRest, CALM);
  return readAt(window);
}

/**
 * Joins what was seen of each image in all windows.
 * @param {{ seen: ReadonlyMap<number, SeenImage[]>, screens: { width: number, images: SeenImage[] }[], hovered:
 *   SeenImage[] }} looks
 * @param {(url: string) => string | null} nameOf
 * @returns {ImageBox[]}
 */
function joinImages({ seen, screens, hovered }, nameOf) {
  /** @type {Map<string, ImageBox & { widths: ImageBox['widths'][number][] }>} */
  const joined = new Map();
  for (const [window, images] of [...seen].sort(([a], [b]) => a - b)) {
    for (const { key, kind, url, width, height, fit } of images) {
      const path = nameOf(url);
      if (path === null) continue;
      const shownOn = screens.filter(({ images: first }) => first.some((one) => one.key === key && one.isFirst));
      const largest = screens.some(({ images: first }) => first.some((one) => one.key === key && one.isLargest));
      const grown = hovered.find((one) => one.key === key);
      const usual = screens[2].images.find((one) => one.key === key);
      const growth = grown && usual && usual.width > 0 ? Math.max(1, grown.width / usual.width) : 1;
      const known = joined.get(key) ?? {
        path,
        kind,
        nth: Number(key.split(' ')[1]),
        widths: [],
        growth,
        ...(fit ? { fit } : {}),
        firstScreens: shownOn.map((screen) => screen.width),
        isLargest: largest,
      };
      known.widths.push({ window, width, height });
      joined.set(key, known);
    }
  }
  return [...joined.values()];
}

/**
 * Reads in the page how large it shows each image. Runs in the browser.
 * @returns {string} `SeenImage[]` as JSON
 */
function readImagesInPage() {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {(SeenImage & { area: number })[]} */
  const found = [];
  const { innerWidth, innerHeight, scrollX, scrollY } = window;
  let largestText = 0;
  /**
   * @param {{ kind: ImageBox['kind'], url: string, size: { width: number, height: number, fit?: string }, box: DOMRect
   *   }} image
   */
  const add = ({ kind, url, size, box }) => {
    const name = `${kind}:${url}`;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const area = visibleArea(box, innerWidth, innerHeight, scrollX, scrollY);
    found.push({
      key: `${name.replaceAll(' ', '%20')} ${nth}`,
      kind,
      url,
      ...size,
      isFirst: area > 0,
      isLargest: false,
      area,
    });
  };
  for (const element of document.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (element instanceof HTMLImageElement && (element.currentSrc || element.src))
      add({ kind: 'img', url: element.src, size: sizeOfImage(element, style, box), box });
    else if (element instanceof HTMLInputElement && element.type === 'image')
      add({ kind: 'input', url: element.src, size: { width: box.width, height: box.height }, box });
    else if (element instanceof HTMLVideoElement && element.poster)
      add({ kind: 'poster', url: element.poster, size: { width: box.width, height: box.height }, box });
    for (const pseudo of [null, '::before', '::after']) {
      const of = pseudo ? getComputedStyle(element, pseudo) : style;
      for (const { url, size } of listBackgrounds(of, pseudo ? null : box)) add({ kind: 'background', url, size, box });
    }
    if ([...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()))
      largestText = Math.max(largestText, visibleArea(box, innerWidth, innerHeight, scrollX, scrollY));
  }
  const most = Math.max(largestText, ...found.map(({ area }) => area));
  return JSON.stringify(found.map(({ area, ...image }) => ({ ...image, isLargest: area > 0 && area === most })));
}

/** @param {DOMRect} box @param {number} width @param {number} height @param {number} left @param {number} top */
function visibleArea(box, width, height, left, top) {
  const across = Math.min(box.right + left, width) - Math.max(box.left + left, 0);
  const down = Math.min(box.bottom + top, height) - Math.max(box.top + top, 0);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * How large a whole picture is drawn in the box of an `<img>`, what `object-fit` cuts off included.
 * @param {HTMLImageElement} image @param {CSSStyleDeclaration} style @param {DOMRect} box
 */
function sizeOfImage({ naturalWidth, naturalHeight, offsetWidth }, style, box) {
  const edges = ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'];
  const sides = ['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'];
  const sum = (/** @type {string[]} */ names) =>
    names.reduce((total, name) => total + Number.parseFloat(Reflect.get(style, name)), 0);
  const scale = offsetWidth > 0 ? box.width / offsetWidth : 1;
  const width = Math.max(0, box.width - sum(edges) * scale);
  const height = Math.max(0, box.height - sum(sides) * scale);
  const fit = style.objectFit;
  if (naturalWidth === 0 || naturalHeight === 0 || width === 0 || height === 0) return { width, height };
  const shares = [width / naturalWidth, height / naturalHeight];
  if (fit === 'fill') return { width, height };
  const share = fit === 'cover' ? Math.max(...shares) : fit === 'none' ? scale : Math.min(...shares);
  const drawn = fit === 'scale-down' ? Math.min(share, scale) : share;
  return { width: naturalWidth * drawn, height: naturalHeight * drawn };
}

/**
 * The pictures behind a box, with the area that each is laid out in; sizes are worked out where the pictures are known.
 * @param {CSSStyleDeclaration} style @param {DOMRect | null} box null: that of a pseudo-element, as its style says
 */
function listBackgrounds(style, box) {
  if (!style.backgroundImage.includes('url(')) return [];
  const width = box ? box.width : Number.parseFloat(style.width) || 0;
  const height = box ? box.height : Number.parseFloat(style.height) || 0;
  const layers =
    style.backgroundImage.match(/url\("[^"]*"\)|[a-z-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|none/g) ?? [];
  const sizes = style.backgroundSize.split(/,\s*/);
  return layers.flatMap((layer, index) => {
    const url = /^url\("([^"]*)"\)$/.exec(layer)?.[1];
    if (!url || url.startsWith('data:')) return [];
    const [across = 'auto', down = 'auto'] = sizes[index % sizes.length].split(/\s+/);
    return [{ url, size: { width, height, fit: `${across} ${down}` } }];
  });
}

/**
 * Widths of the window at which a style sheet of the page changes its mind. Runs in the browser.
 * @param {number} least @param {number} most
 */
function listBreakpoints(least, most) {
  /** @type {Set<number>} */
  const found = new Set();
  /** @param {CSSRuleList} rules */
  const visit = (rules) => {
    for (const rule of rules) {
      const condition = 'conditionText' in rule ? String(rule.conditionText) : '';
      for (const [, number, unit] of condition.matchAll(/([\d.]+)(px|r?em)/g)) {
        const pixels = Number(number) * (unit === 'px' ? 1 : 16);
        for (const width of [Math.ceil(pixels) - 1, Math.ceil(pixels), Math.floor(pixels) + 1])
          if (width > least && width < most) found.add(width);
      }
      if ('cssRules' in rule) visit(/** @type {CSSGroupingRule} */ (rule).cssRules);
    }
  };
  for (const sheet of document.styleSheets) {
    try {
      visit(sheet.cssRules);
    } catch {
      // A sheet of another origin keeps its rules to itself.
    }
  }
  return [...found];
}

const readImages = bundlePageScript(readImagesInPage, { functions: [visibleArea, sizeOfImage, listBackgrounds] });
