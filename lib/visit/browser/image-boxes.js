import { documentOf, pathOfUrl, urlOfPage } from '../../site/addresses.js';
import { listBackgroundSelectors } from './background-selectors.js';
import { bringToRest, CALM, hoverEverything, waitForFrame } from './deterministic.js';
import { listEnlarged } from './enlarged-images.js';
import { areNatural, findExpected, MAX_DRIFT } from './expected-boxes.js';
import { listBreakpoints } from './list-breakpoints.js';
import { readImages } from './read-images.js';
import { isStaticPage } from './static-page.js';
import { callInPage, loadPage, passTime, prepareTab } from './tab.js';
import { WIDEST_DIGIT_EM, widenDigits } from './widen-digits.js';
import { ANSWER_VIRTUAL_MS, MEASURE_TIMEOUT_MS, setWindow, UNSEEN_SCALE } from './window.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { OpenBrowser } from './open.js' */
/** @import { SeenImage } from './read-images.js' */
/** @import { FileLookup } from './serve.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { ImageBox, PageBoxes } from '../types.ts' */

/** Widths of the windows in which pages are measured: the min, the max and common ones. */
const WIDTHS = Object.freeze([320, 360, 414, 640, 768, 1024, 1280, 1536, 1920, 2560]);
/** Height of a common laptop window in CSS pixels. */
const WINDOW_HEIGHT = 900;

/** The first screens of a phone, a small and a large desktop window, in CSS pixels. */
export const SCREENS = Object.freeze([
  { width: 360, height: 740 },
  { width: 800, height: 900 },
  { width: 1280, height: 800 },
]);

/** Distance in CSS pixels of two windows between which a box with the same size in both is not measured again. */
const NARROW_GAP = 40;
/** Max windows in which a page is measured, which limits the time. */
const MAX_WINDOWS = 60;
/**
 * Widths in CSS pixels at which a page is measured that probably has the layout of another: both ends, and two common
 * breakpoints.
 */
const PROOF_WIDTHS = Object.freeze([WIDTHS[0], 768, 1280, WIDTHS[WIDTHS.length - 1]]);

/** Attribute that marks images in the markup of a page, to detect scripts that replace markup. */
export const MARK = 'data-pagethrift-mark';

/**
 * Loads a page once and measures the rendered sizes of its images in windows of many widths, or in a few if the sizes
 * are as expected.
 * @param {OpenBrowser} browser
 * @param {object} page
 * @param {string} page.path
 * @param {FileLookup} page.files
 * @param {SizeOf} page.sizeOf
 * @param {SiteAddress} [page.place]
 * @param {readonly PageBoxes[]} [page.expected] measurements of similar pages
 * @param {(path: string) => boolean} [page.matters] images that must be as expected; others are left out if they differ
 * @returns {Promise<PageBoxes>}
 */
export function measureImageBoxes(browser, { path, files, sizeOf, place, expected = [], matters = () => true }) {
  return browser.withTab(
    async (session) => {
      const tab = await prepareTab(session);
      const traffic = tab.server.expectPage(standIns(files, sizeOf), place);
      await setWindow(session, { width: SCREENS[2].width, height: WINDOW_HEIGHT }, UNSEEN_SCALE);
      await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
      const { context, limits } = await loadPage(tab, urlOfPage(path, place), { traffic });
      if (traffic.failures.length > 0) throw traffic.failures[0];
      if (limits.length > 0) throw new Error(`${path} does not come to rest: ${limits.join(', ')}`);
      await callInPage(session, context, paintNothing);
      await callInPage(session, context, widenDigits, WIDEST_DIGIT_EM);
      const isStatic = isStaticPage(documentOf(path, place), files, traffic);
      const backgrounds = await callInPage(session, context, listBackgroundSelectors);
      /**
       * @param {{ width: number, height: number }} window @param {boolean} [isScreen] true to find the largest element
       * @returns {Promise<SeenImage[]>}
       */
      const readAt = async (window, isScreen = false) => {
        await setWindow(session, window, UNSEEN_SCALE);
        if (!isStatic) {
          // A page that navigated away receives no frame, although it stays.
          if (traffic.navigations.length === 0) await callInPage(session, context, waitForFrame);
          await passTime(session, context, ANSWER_VIRTUAL_MS);
        }
        return JSON.parse(await callInPage(session, context, readImages, { backgrounds, isScreen, mark: MARK }));
      };
      const screens = [];
      for (const screen of SCREENS) screens.push({ ...screen, images: await readAt(screen, true) });
      const nameOf = (/** @type {string} */ url) => pathOfUrl(url, place);
      const measureAt = async (/** @type {Iterable<number>} */ widths) => {
        for (const width of widths)
          if (!seen.has(width)) seen.set(width, await readAt({ width, height: WINDOW_HEIGHT }));
      };
      /** @type {Map<number, SeenImage[]>} */
      const seen = new Map();
      if (expected.length > 0) await measureAt(PROOF_WIDTHS);
      const found = joinImages({ seen, screens, hovered: [], enlarged: new Set() }, nameOf);
      const known = findExpected(found, expected, { matters, sizeOf });
      if (!known) {
        const breakpoints = await callInPage(session, context, listBreakpoints, WIDTHS[0], WIDTHS[9]);
        await measureAt([...WIDTHS, ...breakpoints]);
        if (!areNatural(seen, (url) => matters(nameOf(url) ?? ''))) {
          const even = new Set(breakpoints.filter((width) => !WIDTHS.includes(width) && isEven(seen, width)));
          await measureAt(breakpoints.filter((width) => !even.has(width)).map((width) => width - 1));
          await refine(seen, even, (width) => readAt({ width, height: WINDOW_HEIGHT }));
        }
      }
      const hovered = await readHovered(session, context, readAt);
      const enlarged = isStatic
        ? /** @type {Set<string>} */ (new Set())
        : await listEnlarged(session, context, () => readAt(SCREENS[2]));
      const images = joinImages({ seen, screens, hovered, enlarged }, nameOf);
      const expectedOnly = images.flatMap((image, index) => {
        const widths = known?.[index]?.widths;
        return widths ? { ...image, widths } : [];
      });
      return Object.freeze({ page: path, images: known ? expectedOnly : images });
    },
    { timeoutMs: MEASURE_TIMEOUT_MS, look: { by: 'measure', path } },
  );
}

/** @typedef {(path: string) => { readonly width: number, readonly height: number } | null} SizeOf of raster images */

/**
 * Returns the files of a page with an empty SVG of the same size for each image, which has the same layout and takes no
 * time to paint.
 * @param {FileLookup} files
 * @param {SizeOf} sizeOf
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

/** Hides the page, because boxes do not change and painting would take two fifths of the time. Runs in the browser. */
function paintNothing() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, ::before, ::after { visibility: hidden !important }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/**
 * Returns true if the boxes grow in the same way below a window as above it, up to the next measured ones. Otherwise
 * they may jump there.
 * @param {ReadonlyMap<number, SeenImage[]>} seen @param {number} width of the window
 */
function isEven(seen, width) {
  const widths = [...seen.keys()].sort((a, b) => a - b);
  const at = widths.indexOf(width);
  const [below, above] = [widths[at - 1], widths[at + 1]];
  const [first, middle, last] = [below, width, above].map((one) => seen.get(one) ?? []);
  const share = (width - below) / (above - below);
  return isOnLine(last, [first, middle], 1 / share) && isOnLine(first, [middle, last], -share / (1 - share));
}

/**
 * Measures between two windows until boxes grow evenly from each to the next.
 * @param {Map<number, SeenImage[]>} seen
 * @param {ReadonlySet<number>} even windows on both sides of which boxes are known to grow evenly
 * @param {(width: number) => Promise<SeenImage[]>} readAt
 */
async function refine(seen, even, readAt) {
  const widths = [...seen.keys()].sort((a, b) => a - b);
  const gaps = widths.slice(1).map((to, index) => [widths[index], to]);
  const open = gaps.filter((ends) => !ends.some((width) => even.has(width)));
  for (let gap = open.shift(); gap && seen.size < MAX_WINDOWS; gap = open.shift()) {
    const [from, to] = gap;
    const middle = Math.round((from + to) / 2);
    if (middle === from || middle === to) continue;
    const ends = [from, to].map((width) => seen.get(width) ?? []);
    if (to - from <= NARROW_GAP && isOnLine(ends[1], [ends[0], ends[0]], 0)) continue;
    const images = await readAt(middle);
    seen.set(middle, images);
    if (!isOnLine(images, ends, (middle - from) / (to - from))) open.push([from, middle], [middle, to]);
  }
}

/**
 * Returns true if the widths of all images are those interpolated between two other windows.
 * @param {readonly SeenImage[]} images @param {readonly (readonly SeenImage[])[]} ends
 * @param {number} share of the way from the first to the second
 */
function isOnLine(images, ends, share) {
  return images.every(({ key, width }) => {
    const [a, b] = ends.map((end) => end.find((image) => image.key === key));
    return a && b && Math.abs(a.width + (b.width - a.width) * share - width) <= MAX_DRIFT;
  });
}

/**
 * Returns the images that grow under the pointer.
 * @param {CDPSession} session
 * @param {number} context
 * @param {(window: { width: number, height: number }) => Promise<SeenImage[]>} readAt
 */
async function readHovered(session, context, readAt) {
  const window = SCREENS[2];
  if ((await callInPage(session, context, hoverEverything)) === 0) return [];
  await passTime(session, context, ANSWER_VIRTUAL_MS);
  await callInPage(session, context, bringToRest, CALM);
  return readAt(window);
}

/**
 * Joins the measurements of each image in all windows.
 * @param {{ seen: ReadonlyMap<number, SeenImage[]>, screens: { width: number, images: SeenImage[] }[], hovered:
 *   SeenImage[], enlarged: ReadonlySet<string> }} looks
 * @param {(url: string) => string | null} nameOf
 * @returns {ImageBox[]}
 */
function joinImages({ seen, screens, hovered, enlarged }, nameOf) {
  /** @type {Map<string, ImageBox & { widths: ImageBox['widths'][number][] }>} */
  const joined = new Map();
  for (const [window, images] of [...seen].sort(([a], [b]) => a - b)) {
    for (const { key, kind, url, width, height, shrink, fit, isKept } of images) {
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
        ...(isKept ? { isKept } : {}),
        ...(enlarged.has(url) ? { isEnlarged: /** @type {const} */ (true) } : {}),
        firstScreens: shownOn.map((screen) => screen.width),
        isLargest: largest,
      };
      known.widths.push({ window, width, height, ...(shrink ? { shrink } : {}) });
      joined.set(key, known);
    }
  }
  return [...joined.values()];
}
