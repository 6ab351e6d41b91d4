/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { PageRecord, ScriptedImage, ShownPicture } from '../types.ts' */
/** @import { Budget } from './budget.js' */
/** @import { OpenBrowser } from './open.js' */
/** @import { SeenPage } from './read.js' */
/** @import { FileLookup, Traffic } from './serve.js' */
/** @import { Tab } from './tab.js' */

import { pathOfUrl, urlOfPage } from '../../site/addresses.js';
import { listBackgroundBoxes } from './background-boxes.js';
import { openBudgets } from './budget.js';
import { readBackdrops } from './read-backdrops.js';
import { listLateFrames } from './read-frames.js';
import { digestLayout } from './read-layout.js';
import { readLetters } from './read-letters.js';
import { readOutline } from './read-outline.js';
import { readElements } from './render-view.js';
import { scrollThrough } from './scroll-page.js';
import { resolveFile } from './serve.js';
import { callInPage, loadPage, prepareTab } from './tab.js';
import { tourPage } from './tour-page.js';
import { markCarried } from './watch-carriers.js';
import { readWatchedImages, watchImages } from './watch-images.js';
import { listIdleScripts, watchScripts } from './watch-scripts.js';
import { watchSwaps } from './watch-swaps.js';
import { setWindow, UNSEEN_SCALE } from './window.js';

/**
 * Options of the tour of a visit.
 * @typedef {object} Tour
 * @property {boolean} followsLinks true if links are followed
 * @property {string} [exceptFor] digest of the content that a page must not have to be toured
 */

/**
 * The record of a visit. `asked`: all paths that the page was answered or refused; `ahead`: those of files that it only
 * requested for later pages or as its icon, whose content it never sees.
 * @typedef {PageRecord & { asked: readonly string[], ahead: readonly string[] }} Visit
 */

/** The most common window size on desktops. */
const WINDOW = { width: 1280, height: 900 };
const SCRIPT = /\.m?js$/i;

/**
 * Visits a page at its public address, scrolls to its end, and returns its requests, characters, links, and images that
 * change under the mouse.
 * @param {OpenBrowser} browser
 * @param {{ path: string, files: FileLookup, place?: SiteAddress, budget?: Budget, tour?: Tour }} options
 * @returns {Promise<Visit>}
 */
export function recordFetches(browser, options) {
  const { path, files, place, budget = openBudgets().of(path), tour = { followsLinks: true } } = options;
  return browser.withTab(
    async (session) => {
      const tab = await prepareTab(session);
      await watchImages(session);
      await watchScripts(session);
      const initiators = await listenForInitiators(session, files, place);
      const traffic = tab.server.expectPage(files, place);
      await Promise.all([
        setWindow(session, WINDOW, UNSEEN_SCALE),
        session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' }),
        session.send('Performance.enable', { timeDomain: 'threadTicks' }),
      ]);
      const { context, limits } = await loadPage(tab, urlOfPage(path, place), { traffic });
      const processorMs = await readProcessorMs(session);
      const isAtRest = traffic.navigations.length === 0 && limits.length === 0;
      const order = { place, withBackgrounds: true };
      const pictures = isAtRest ? listPictures(await readElements(session, context, order)) : null;
      /** @type {string[]} */
      const lateFrames = JSON.parse(await callInPage(session, context, listLateFrames));
      // A page that navigates away is never painted, so a screenshot would not arrive.
      const seen = traffic.navigations.length === 0 ? await scrollThrough(session, context, WINDOW, place) : null;
      /** @type {Pick<PageRecord, 'letters' | 'names'>} */
      const read = JSON.parse(await callInPage(session, context, readLetters));
      if (traffic.failures.length > 0) throw traffic.failures[0];
      const [document = path, ...rest] = traffic.served;
      const used = new Set(traffic.used);
      const fetched = [...new Set(rest)].filter((served) => served !== document).sort();
      const running = fetched.filter((name) => used.has(name));
      const [missing, external, foreignCode] = [traffic.missing, traffic.external, traffic.foreignCode].map((names) =>
        [...new Set(names)].sort(),
      );
      const layout = seen && isAtRest ? await digestLayout(tab, seen) : null;
      const shown = await readShown(session, context, { files, place });
      // Files that are only requested under the mouse do not count as fetched.
      const handled = await watchHandlers(session, context, { place, images: shown.images });
      const isStill = traffic.navigations.length > 0 || limits.length > 0;
      const isToured = !isStill && shown.content !== tour.exceptFor && (await callInPage(session, context, hasScripts));
      const { followsLinks } = tour;
      const behaviour = isToured ? await tourPage(tab, context, { traffic, followsLinks }) : [];
      const idle = await listIdleScripts(session, place);
      return {
        document,
        fetched: fetched.map((served) => ({
          path: served,
          by: nameRequester(served, initiators, { fetched: running, files }) ?? document,
        })),
        missing,
        external,
        foreignCode,
        ...{ ...shown, ...handled },
        behaviour,
        followsLinks,
        ...read,
        pictures,
        layout,
        idle,
        lateFrames,
        processorMs,
        ...listAsked(traffic, shown.icon),
      };
    },
    { budget, look: { by: 'observe', path } },
  );
}

/**
 * Lists the elements of a page that show images of the site.
 * @param {SeenPage} seen
 * @returns {ShownPicture[]}
 */
function listPictures({ elements }) {
  return elements.flatMap(({ tag, box: [, top, width, height], shows }) =>
    shows.flatMap((url) => {
      const path = pathOfUrl(url);
      const size = { width: Math.round(width), height: Math.round(height) };
      return path === null ? [] : { path, tag, ...size, isFirst: top < WINDOW.height };
    }),
  );
}

/**
 * Reads the content of a page that was scrolled to its end.
 * @param {CDPSession} session @param {number} context @param {{ files: FileLookup, place?: SiteAddress }} visit
 */
async function readShown(session, context, { files, place }) {
  const outline = await readOutline(session, context, place);
  const icon = await readIcon(session, context, { files, place });
  const images = await readWatchedImages(session, place);
  const backdrops = await readBackdrops(session, context, place);
  return { ...outline, icon, images, backdrops, backgrounds: await listBackgroundBoxes(session, context, place) };
}

/**
 * Returns the paths that a page was answered or refused, and those of files whose content it does not see.
 * @param {Traffic} traffic @param {string | null} icon
 */
function listAsked({ served, used, missing }, icon) {
  const seen = new Set(used);
  const known = [...new Set([...served, icon ?? []].flat())].sort();
  return { asked: [...new Set([...known, ...missing])].sort(), ahead: known.filter((name) => !seen.has(name)) };
}

/**
 * Moves the mouse over elements with handlers in the markup, and returns what they do to images.
 * @param {CDPSession} session @param {number} context
 * @param {{ place: SiteAddress | undefined, images: readonly ScriptedImage[] }} visit
 */
async function watchHandlers(session, context, { place, images }) {
  const swaps = await watchSwaps(session, context, place);
  return { swaps, images: await markCarried(session, context, images) };
}

/**
 * Returns the icon that a browser with a window would request for the tab, also if a script chose it.
 * @param {CDPSession} session @param {number} context @param {{ files: FileLookup, place?: SiteAddress }} visit
 */
async function readIcon(session, context, { files, place }) {
  const url = await callInPage(session, context, findIcon);
  const path = URL.canParse(url) ? pathOfUrl(url, place) : null;
  const found = path === null ? null : resolveFile(files, path, place ? { place } : {});
  return found && 'file' in found ? found.path : null;
}

/** Returns the URL of the icon for a tab: of about 32 pixels, or the last one. Runs in the page. */
function findIcon() {
  const links = /** @type {HTMLLinkElement[]} */ ([...document.querySelectorAll('link[rel~="icon" i]')]);
  const fit = links.findLast(({ sizes }) => sizes.contains('32x32')) ?? links.at(-1);
  return fit?.href || new URL('/favicon.ico', location.href).href;
}

/**
 * Returns the processor time of a page's main thread since measurements were enabled.
 * @param {CDPSession} session
 */
async function readProcessorMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  await session.send('Performance.disable');
  return Math.round(1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0));
}

/**
 * Records which file caused each request.
 * @param {CDPSession} session @param {FileLookup} files @param {SiteAddress | undefined} place
 */
async function listenForInitiators(session, files, place) {
  /** @type {Map<string, string>} */
  const initiators = new Map();
  session.on('Network.requestWillBeSent', ({ request, initiator }) => {
    const asked = pathOfUrl(request.url, place);
    const frames = initiator.stack?.callFrames ?? [];
    const by = initiator.url ?? frames.find(({ url }) => url !== '')?.url;
    const from = by === undefined ? null : pathOfUrl(by, place);
    if (asked === null || from === null || initiators.has(asked)) return;
    // Requests of the document are recorded by its address.
    const resolved = resolveFile(files, from, { ...(place ? { place } : {}), isDocument: true });
    initiators.set(asked, resolved && 'file' in resolved ? resolved.path : from);
  });
  await session.send('Network.enable');
  return initiators;
}

/**
 * Returns the file that made a page request another. Of several scripts that name the file, whichever arrives first
 * requests it: the first by path is returned, so that all visits agree.
 * @param {string} path @param {ReadonlyMap<string, string>} initiators
 * @param {{ fetched: readonly string[], files: FileLookup }} visit
 */
function nameRequester(path, initiators, { fetched, files }) {
  const by = initiators.get(path);
  if (by === undefined || !SCRIPT.test(by)) return by;
  const name = path.slice(path.lastIndexOf('/') + 1);
  const names = (/** @type {string} */ script) => {
    const { buffer, byteOffset, byteLength } = files(script)?.bytes ?? new Uint8Array();
    return Buffer.from(buffer, byteOffset, byteLength).includes(name);
  };
  return fetched.find((other) => other < by && other !== path && SCRIPT.test(other) && names(other)) ?? by;
}

/** Runs in the page. */
function hasScripts() {
  return document.scripts.length > 0;
}
