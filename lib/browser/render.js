import { hearPage } from './hear.js';
import { measurePage, readPage } from './read.js';
import { pathOfUrl, urlOfPath } from './serve.js';
import { countHeadRows, listBands, takePicture } from './shoot.js';
import { callInPage, loadPage, openStage, passTime } from './stage.js';
import { CALM, emptyPage, hoverEverything, settlePage, waitForFrame } from './steady.js';
import { isBlindToDensity, isStill } from './still.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { OpenBrowser } from './open.js' */
/** @import { SeenPage } from './read.js' */
/** @import { Place } from '../types.ts' */
/** @import { FileLookup, Traffic } from './serve.js' */
/** @import { Room, Slice, Spot } from './shoot.js' */
/** @import { Limit, Stage } from './stage.js' */

/**
 * @typedef {object} View how a page is looked at
 * @property {string} name
 * @property {number} width in CSS pixels
 * @property {number} scale device pixels to a CSS pixel
 * @property {boolean} scripts
 * @property {boolean} picture whether to take its picture, not only its boxes
 * @property {boolean} hover whether to take a second picture as under the pointer
 * @property {boolean} hear whether to read it as a screen reader would
 *
 * @typedef {object} Rendering
 * @property {View} view
 * @property {SeenPage} seen
 * @property {string[] | null} heard
 * @property {Slice[]} picture
 * @property {Slice[]} hovered
 * @property {SeenPage | null} seenHovered where everything is under the pointer, which may make it larger; read with backgrounds only
 * @property {string[]} errors what scripts complained about
 * @property {string[]} dialogs
 * @property {Traffic} traffic
 * @property {Limit[]} limits
 */

const VIEWPORT_HEIGHT = 900;
const MOST_PIXELS = 48_000_000;
const SHORT_VIRTUAL_MS = 400;
const PAGE_TIMEOUT_MS = 150_000;

/**
 * Loads a page from memory for each view and takes down what is seen, heard and asked for. A page whose scripts never
 * end is looked at without them; one that has none is loaded once and looked at through windows of other sizes, and one
 * that does not ask for density through a dense window too.
 * @param {OpenBrowser} browser
 * @param {Order & { views: readonly View[], timeoutMs?: number }} options
 * @returns {Promise<Rendering[]>}
 */
export function renderPage(browser, { views, timeoutMs = PAGE_TIMEOUT_MS, ...options }) {
  return browser.withTab(
    async (session) => {
      const stage = await openStage(session);
      /** @type {Map<View, Rendering>} */
      const renderings = new Map();
      /** @type {Limit[]} */
      let endless = [];
      let scene = /** @type {Scene | null} */ (null);
      for (const view of views.toSorted((a, b) => turnOf(a) - turnOf(b))) {
        const like = scene?.isStill ? [...renderings.values()].find((other) => isLike(other.view, view)) : undefined;
        if (like) {
          renderings.set(view, showAs(like, view));
          continue;
        }
        const known = scene && serves(scene, view, options.files) ? scene : null;
        if (scene && !known) await leaveScene(stage, scene);
        const tried = endless.length === 0 ? await renderView(stage, view, options, known) : null;
        if (view.scripts && tried) endless = tried.rendering.limits.filter((limit) => limit.startsWith('endless'));
        if (endless.length === 0 && tried) {
          renderings.set(view, tried.rendering);
          scene = tried.scene;
        } else {
          const { rendering } = await renderView(stage, { ...view, scripts: false }, options, null);
          renderings.set(view, { ...rendering, view, limits: [...new Set([...endless, ...rendering.limits])] });
          scene = null;
        }
      }
      return views.map((view) => /** @type {Rendering} */ (renderings.get(view)));
    },
    { timeoutMs },
  );
}

/**
 * @typedef {object} Order what to look at
 * @property {string} path
 * @property {FileLookup} files
 * @property {Place} [place] where the site is served
 * @property {string | null} [encoding] that the server says the page is in, if it does
 * @property {boolean} [withBackgrounds]
 * @property {(view: View, traffic: Traffic) => ((seen: SeenPage) => readonly Spot[]) | null} [spotsIn] finds where a
 *   picture matters beside the head of the page; null, or nobody to ask: everywhere
 * @property {number} [quietMs]
 *
 * @typedef {object} Scene a page that has been loaded
 * @property {number} context
 * @property {Limit[]} limits of its load
 * @property {Traffic} traffic
 * @property {View} view it was loaded in
 * @property {boolean} isStill
 * @property {boolean} isTouched whether the look at it changed it
 *
 * @typedef {{ rendering: Rendering, scene: Scene }} Looked
 */

/** Views that leave a page as it is come first, those that need another load last. @param {View} view */
function turnOf({ scripts, hover }) {
  return scripts ? Number(hover) : 2;
}

/** Whether a loaded page can be looked at in another view as it stands. @param {Scene} scene @param {View} view @param {FileLookup} files */
function serves({ limits, traffic, isStill, isTouched, view: loaded }, { scripts, width }, files) {
  if (!scripts || isTouched || limits.length > 0 || traffic.navigations.length > 0) return false;
  return isStill || (loaded.scripts && loaded.width === width && isBlindToDensity(files, traffic));
}

/** Whether a still page shows the same in both. @param {View} a @param {View} b */
function isLike(a, b) {
  const isMore = (/** @type {'picture' | 'hover' | 'hear'} */ what) => a[what] || !b[what];
  return a.width === b.width && a.scale === b.scale && isMore('picture') && isMore('hover') && isMore('hear');
}

/** The same page through another view of the same window. @param {Rendering} like @param {View} view @returns {Rendering} */
function showAs({ heard, picture, hovered, seenHovered, ...rest }, view) {
  const shown = {
    picture: view.picture ? picture : [],
    hovered: view.hover ? hovered : [],
    seenHovered: view.hover ? seenHovered : null,
  };
  return { ...rest, ...shown, heard: view.hear ? heard : null, view };
}

/**
 * @param {Stage} stage @param {View} view @param {Order} order @param {Scene | null} known the page, if it stands there
 * @returns {Promise<Looked>}
 */
async function renderView(stage, view, order, known) {
  const { session, log } = stage;
  const scene = known ?? (await openScene(stage, view, order));
  const { context, traffic } = scene;
  const limits = [...scene.limits];
  if (known) {
    await changeHeight(session, context, view, VIEWPORT_HEIGHT);
    await callInPage(session, context, settlePage, CALM);
  }
  const readSeen = async () =>
    fromAnywhere(JSON.parse(await callInPage(session, context, readPage, order.withBackgrounds ?? false)), order.place);
  const spotsIn = order.spotsIn?.(view, traffic) ?? null;
  // What of the window is not pictured would be painted all the same.
  const head = spotsIn ? countHeadRows(view) : Number.POSITIVE_INFINITY;
  let room = await makeRoom(session, context, view, head);
  let seen = await readSeen();
  let bands = listBands(room, spotsIn?.(seen) ?? null);
  if (bands.some(({ y, height }) => y + height > head)) {
    room = await makeRoom(session, context, view);
    seen = await readSeen();
    bands = listBands(room, spotsIn?.(seen) ?? null);
  }
  const heard = view.hear ? await hearPage(session) : null;
  const shoot = async () => {
    const slices = await takePicture(session, room, { traffic, bands });
    if (slices === null) limits.push('no-picture');
    return slices ?? [];
  };
  const picture = view.picture ? await shoot() : [];
  /** @type {Slice[]} */
  let hovered = [];
  let seenHovered = null;
  const isTouched = view.hover && picture.length > 0 && (await callInPage(session, context, hoverEverything)) > 0;
  if (isTouched) {
    await passTime(session, context, SHORT_VIRTUAL_MS);
    await callInPage(session, context, settlePage, CALM);
    hovered = await shoot();
    if (order.withBackgrounds) seenHovered = await readSeen();
  }
  if (room.isCut) limits.push('cut-picture');
  const { errors, dialogs } = log;
  const rendering = {
    view,
    seen,
    heard,
    picture,
    hovered,
    seenHovered,
    errors: [...errors],
    dialogs: [...dialogs],
    traffic,
    limits,
  };
  return { rendering, scene: { ...scene, isTouched } };
}

/**
 * What was seen, its pictures named as if the site were served where nothing is known of it.
 * @param {SeenPage} seen @param {Place | undefined} place
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
 * @param {Stage} stage @param {View} view @param {Order} order
 * @returns {Promise<Scene>}
 */
async function openScene(stage, view, { path, files, place, encoding, quietMs }) {
  const { session, server, log } = stage;
  log.errors = [];
  log.dialogs = [];
  const traffic = server.expectPage(files, place, encoding);
  await setView(session, view);
  const { context, limits } = await loadPage(stage, urlOfPath(path, place), { traffic, quietMs });
  if (traffic.failures.length > 0) throw traffic.failures[0];
  const still = limits.length === 0 && view.scripts && isStill(path, files, traffic);
  return { context, limits, traffic, view, isStill: still, isTouched: false };
}

/**
 * Empties a page that is done with: it would be laid out and painted again in the window of the next.
 * @param {Stage} stage @param {Scene} scene
 */
async function leaveScene({ session }, { context, limits }) {
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
 * Changes the height of a page's window, and waits for what the page does about it: it is told with the next frame.
 * @param {CDPSession} session @param {number} context @param {View} view @param {number} height
 */
async function changeHeight(session, context, view, height) {
  await setHeight(session, view, height);
  await callInPage(session, context, waitForFrame);
  await passTime(session, context, SHORT_VIRTUAL_MS);
}

/**
 * Makes the window as high as the page, so that all of it is laid out, loaded and painted, or as what is wanted of it. A
 * page that grows with its window is looked at through one of the usual height instead.
 * @param {CDPSession} session @param {number} context @param {View} view @param {number} [rows] of CSS pixels that are wanted
 * @returns {Promise<Room>}
 */
async function makeRoom(session, context, view, rows = Number.POSITIVE_INFINITY) {
  const { width, scale } = view;
  const needed = await callInPage(session, context, measurePage);
  const most = Math.floor(MOST_PIXELS / (width * scale * scale));
  const room = { width, scale, viewportHeight: VIEWPORT_HEIGHT };
  if (needed.height <= VIEWPORT_HEIGHT) return { ...room, height: VIEWPORT_HEIGHT, isCut: false };
  const height = Math.min(needed.height, most);
  const viewportHeight = Math.min(height, rows);
  await changeHeight(session, context, view, viewportHeight);
  await callInPage(session, context, settlePage, CALM);
  const grown = await callInPage(session, context, measurePage);
  if (grown.height <= needed.height) return { ...room, height, viewportHeight, isCut: height < needed.height };
  await changeHeight(session, context, view, VIEWPORT_HEIGHT);
  const usual = await callInPage(session, context, measurePage);
  return { ...room, height: Math.min(usual.height, most), isCut: usual.height > most };
}
