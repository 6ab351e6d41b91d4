import { documentOf, pathOfUrl, urlOfPage, urlOfPath } from '../../site/addresses.js';
import { readAccessibilityText } from './accessibility-text.js';
import {
  bringToRest,
  CALM,
  emptyPage,
  hoverEverything,
  listSources,
  restoreBroken,
  waitForFrame,
} from './deterministic.js';
import { measurePage, readPage } from './read.js';
import { countHeadRows, listBands, takeScreenshot } from './screenshot.js';
import { isStaticPage } from './static-page.js';
import { callInPage, loadPage, passTime, reportIntersections, waitUntilStill } from './tab.js';
import { evictFiles } from './tabs.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SeenPage } from './read.js' */
/** @import { LoadedPage, Looked, Order, Rendering, View } from './render.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { CaptureArea } from './screenshot.js' */
/** @import { Tab } from './tab.js' */

/** Height of a common window in CSS pixels. */
const VIEWPORT_HEIGHT = 900;
/** Max pixels of a screenshot. Larger ones sometimes fail in Chromium. */
const MAX_PIXELS = 48_000_000;
/** Virtual time for scripts that react to a new width. */
const SHORT_VIRTUAL_MS = 400;

/**
 * @param {Tab} tab
 * @param {View} view
 * @param {Order} order
 * @param {LoadedPage | null} known the loaded page, if there is one
 * @returns {Promise<Looked>}
 */
export async function renderView(tab, view, order, known) {
  const { session, log } = tab;
  const loaded = known ?? (await openLoadedPage(tab, view, order));
  const { context, traffic } = loaded;
  const limits = [...loaded.limits];
  if (known) {
    await changeHeight(session, context, view, VIEWPORT_HEIGHT);
    await callInPage(session, context, bringToRest, CALM);
  }
  const readSeen = () => readElements(session, context, order);
  const { asksDensity } = log;
  const spotsIn = (await order.spotsIn?.(view, { traffic, asksDensity })) ?? null;
  // Parts of the window outside of the screenshot would be painted, too.
  const head = spotsIn ? countHeadRows(view) : Number.POSITIVE_INFINITY;
  let area = await findCaptureArea(session, context, view, head);
  let seen = await readSeen();
  let bands = listBands(area, spotsIn?.(seen) ?? null);
  if (bands.some(({ y, height }) => y + height > head)) {
    area = await findCaptureArea(session, context, view);
    seen = await readSeen();
    bands = listBands(area, spotsIn?.(seen) ?? null);
  }
  const accessibilityText = view.accessibilityText ? await readAccessibilityText(session) : null;
  const take = async () => {
    const slices = await takeScreenshot(session, area, { traffic, bands });
    if (slices === null) limits.push('no-screenshot');
    return slices ?? [];
  };
  const screenshot = view.screenshot ? await take() : [];
  if (area.isCut) limits.push('cut-screenshot');
  const { errors, dialogs } = log;
  const rendering = {
    view,
    seen,
    accessibilityText,
    screenshot,
    hoverScreenshot: [],
    seenOnHover: null,
    errors: [...errors],
    dialogs: [...dialogs],
    asksDensity,
    traffic,
    limits,
  };
  return { rendering, loaded: { ...loaded, shown: view } };
}

/**
 * Renders a loaded page with the pointer over everything, which changes the page.
 * @param {Tab} tab @param {View} view @param {Order} order @param {LoadedPage} loaded
 * @returns {Promise<Pick<Rendering, 'hoverScreenshot' | 'seenOnHover'>>}
 */
export async function renderHover({ session }, view, order, { context, traffic, shown }) {
  if (shown !== view) {
    await changeHeight(session, context, view, VIEWPORT_HEIGHT);
    await callInPage(session, context, bringToRest, CALM);
  }
  const area = await findCaptureArea(session, context, view);
  const sources = await callInPage(session, context, listSources);
  if ((await callInPage(session, context, hoverEverything)) === 0) return { hoverScreenshot: [], seenOnHover: null };
  await passTime(session, context, SHORT_VIRTUAL_MS);
  if ((await callInPage(session, context, restoreBroken, sources)) > 0)
    await passTime(session, context, SHORT_VIRTUAL_MS);
  await callInPage(session, context, bringToRest, CALM);
  const hoverScreenshot = (await takeScreenshot(session, area, { traffic, bands: listBands(area, null) })) ?? [];
  return { hoverScreenshot, seenOnHover: order.withBackgrounds ? await readElements(session, context, order) : null };
}

/**
 * Reads the elements of a loaded page.
 * @param {CDPSession} session @param {number} context @param {{ withBackgrounds?: boolean, place?: SiteAddress }} order
 */
export async function readElements(session, context, { withBackgrounds = false, place }) {
  return fromAnywhere(JSON.parse(await callInPage(session, context, readPage, withBackgrounds)), place);
}

/**
 * Returns the rendering, with images named independently of the site's public address.
 * @param {SeenPage} seen @param {SiteAddress | undefined} place
 * @returns {SeenPage}
 */
function fromAnywhere(seen, place) {
  const name = (/** @type {string} */ url) => {
    const path = pathOfUrl(url, place);
    return path === null ? url : urlOfPath(path);
  };
  return { ...seen, elements: seen.elements.map((element) => ({ ...element, shows: element.shows.map(name) })) };
}

/**
 * @param {Tab} tab @param {View} view @param {Order} order
 * @returns {Promise<LoadedPage>}
 */
async function openLoadedPage(tab, view, { path, files, place, encoding, quietMs }) {
  const { session, server, log } = tab;
  log.errors = [];
  log.dialogs = [];
  log.asksDensity = false;
  const traffic = server.expectPage(files, place, encoding);
  await Promise.all([setView(session, view), evictFiles(session)]);
  const { context, limits } = await loadPage(tab, urlOfPage(path, place), { traffic, quietMs });
  if (traffic.failures.length > 0) throw traffic.failures[0];
  // Before the window grows: some observers read nothing after it. A page that navigates away may have no frames.
  if (limits.length === 0 && traffic.navigations.length === 0) await reportIntersections(session, context);
  const still = limits.length === 0 && view.scripts && isStaticPage(documentOf(path, place), files, traffic);
  return { context, limits, traffic, view, isStaticPage: still, shown: view };
}

/**
 * Empties a finished page, which would be laid out and painted again in the window of the next one.
 * @param {Tab} tab @param {LoadedPage} loaded
 */
export async function leaveLoadedPage({ session }, { context, limits }) {
  if (limits.length === 0) await callInPage(session, context, emptyPage).catch(() => null);
}

/** @param {CDPSession} session @param {View} view */
async function setView(session, view) {
  await Promise.all([
    setHeight(session, view, VIEWPORT_HEIGHT),
    session.send('Emulation.setScriptExecutionDisabled', { value: !view.scripts }),
    session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
  ]);
}

/** @param {CDPSession} session @param {View} view @param {number} height */
function setHeight(session, { width, scale }, height) {
  return session.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false });
}

/**
 * Changes the height of a page's window, and waits for the page's reaction in the next frame.
 * @param {CDPSession} session @param {number} context @param {View} view @param {number} height
 */
async function changeHeight(session, context, view, height) {
  await setHeight(session, view, height);
  await callInPage(session, context, waitForFrame);
  await passTime(session, context, SHORT_VIRTUAL_MS);
  // Scripts move what comes into view.
  await waitUntilStill(session, context);
}

/**
 * Makes the window as high as the page, or as the wanted part, so that it is laid out, loaded and painted. A page that
 * grows with its window is rendered in one of the common height instead.
 * @param {CDPSession} session
 * @param {number} context
 * @param {View} view
 * @param {number} [rows] wanted CSS pixels
 * @returns {Promise<CaptureArea>}
 */
async function findCaptureArea(session, context, view, rows = Number.POSITIVE_INFINITY) {
  const { width, scale } = view;
  const needed = await callInPage(session, context, measurePage);
  const most = Math.floor(MAX_PIXELS / (width * scale * scale));
  const area = { width, scale, viewportHeight: VIEWPORT_HEIGHT };
  if (needed.height <= VIEWPORT_HEIGHT) return { ...area, height: VIEWPORT_HEIGHT, isCut: false };
  const height = Math.min(needed.height, most);
  const viewportHeight = Math.min(height, rows);
  await changeHeight(session, context, view, viewportHeight);
  await callInPage(session, context, bringToRest, CALM);
  const grown = await callInPage(session, context, measurePage);
  if (grown.height <= needed.height) return { ...area, height, viewportHeight, isCut: height < needed.height };
  await changeHeight(session, context, view, VIEWPORT_HEIGHT);
  const usual = await callInPage(session, context, measurePage);
  return { ...area, height: Math.min(usual.height, most), isCut: usual.height > most };
}
