import { CLOCK_MS } from './appearance.js';
import { applyStates } from './apply-states.js';
import { bundlePageScript } from './page-script.js';
import { installViewTransitions } from './view-transitions.js';

/**
 * A style without caret and smooth scrolling. Geometric precision keeps the positions of characters independent of the
 * scale.
 */
export const CALM =
  '* { caret-color: transparent !important; scroll-behavior: auto !important; text-rendering: ' +
  'geometricPrecision !important }';

/** The moment at which the clock of every page starts. */
const START_MS = CLOCK_MS;
/** Number of reads after which the clock advances, so that a loop that waits for it ends. */
const CALLS_BEFORE_DRIFT = 1000;
/** Interval of frames. While virtual time is skipped, the browser paints few frames, with times of another clock. */
const FRAME_MS = 32;
/** Max idle time that a browser grants: https://w3c.github.io/requestidlecallback/ */
const IDLE_MS = 50;
/** Any number but 0, for xorshift. */
const SEED = 0x2545f491;

/**
 * The clock of the browser stands still while a script runs, so a script that waits for it in a loop would never end.
 * @param {() => number} read
 */
function makeClock(read) {
  let last = Number.NaN;
  let calls = 0;
  let driftMs = 0;
  return () => {
    const now = read();
    calls = now === last ? calls + 1 : 0;
    last = now;
    if (calls > CALLS_BEFORE_DRIFT) driftMs += 1;
    return now + driftMs;
  };
}

/**
 * Creates a clock that starts at its first read. Requests move the browser's time by some milliseconds, and earlier
 * pages of the tab have moved it by seconds.
 * @param {() => number} read @param {number} startMs
 */
function makeStartingClock(read, startMs) {
  let firstMs = Number.NaN;
  return makeClock(() => {
    const ms = read();
    if (Number.isNaN(firstMs)) firstMs = ms;
    return startMs + Math.round(ms - firstMs);
  });
}

function installClock() {
  const RealDate = Date;
  const now = makeStartingClock(RealDate.now, START_MS);
  const SteadyDate = new Proxy(RealDate, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.prototype.constructor = SteadyDate;
  globalThis.Date = SteadyDate;
  performance.now = makeStartingClock(performance.now.bind(performance), 0);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const start = new RealDate(START_MS);
  const day = `${two(start.getMonth() + 1)}/${two(start.getDate())}/${start.getFullYear()}`;
  Object.defineProperty(Document.prototype, 'lastModified', { get: () => `${day} 12:00:00`, configurable: true });
}

function installFrames() {
  const realSetTimeout = setTimeout;
  const readNow = performance.now;
  /** @type {Map<number, FrameRequestCallback>} */
  const waiting = new Map();
  let frames = 0;
  let isFrameDue = false;
  globalThis.requestAnimationFrame = (callback) => {
    frames += 1;
    waiting.set(frames, callback);
    if (!isFrameDue) realSetTimeout(drawFrame, FRAME_MS);
    isFrameDue = true;
    return frames;
  };
  globalThis.cancelAnimationFrame = (id) => {
    waiting.delete(id);
  };
  Object.assign(globalThis, {
    webkitRequestAnimationFrame: requestAnimationFrame,
    webkitCancelAnimationFrame: cancelAnimationFrame,
    webkitCancelRequestAnimationFrame: cancelAnimationFrame,
  });
  function drawFrame() {
    isFrameDue = false;
    const time = readNow();
    for (const id of [...waiting.keys()]) {
      const callback = waiting.get(id);
      waiting.delete(id);
      try {
        callback?.(time);
      } catch (error) {
        reportError(error);
      }
    }
  }
}

/** Replaces idle callbacks by timers. Virtual time has no idle periods, and neither have busy machines. */
function installIdleness() {
  const [startTimer, stopTimer] = [setTimeout, clearTimeout];
  const deadline = { didTimeout: false, timeRemaining: () => IDLE_MS };
  globalThis.requestIdleCallback = (callback) => Number(startTimer(() => callback(deadline)));
  globalThis.cancelIdleCallback = (handle) => stopTimer(handle);
}

function installRandom() {
  let seed = SEED;
  const drawWord = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let word = Math.imul(seed ^ (seed >>> 15), seed | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return (word ^ (word >>> 14)) >>> 0;
  };
  Math.random = () => drawWord() / 2 ** 32;
  crypto.getRandomValues = (array) => {
    if (array) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let index = 0; index < bytes.length; index += 1) bytes[index] = drawWord();
    }
    return array;
  };
}

function disableConnections() {
  // Sockets are not requests that the memory server sees, so they stay unconnected.
  class UnconnectedSocket extends EventTarget {
    readyState = 0;
    send() {}
    close() {}
  }
  Object.assign(globalThis, { WebSocket: UnconnectedSocket });
  // The browser has no network, which pages must not detect.
  Object.defineProperty(Navigator.prototype, 'onLine', { get: () => true, configurable: true });
  if (navigator.serviceWorker) {
    navigator.serviceWorker.register = () => Promise.reject(new DOMException('not here', 'SecurityError'));
  }
}

/**
 * @param {string} calm a style that applies from the start, so that the page is not laid out again when it comes to
 *   rest
 */
function installEnvironment(calm) {
  installClock();
  installFrames();
  installViewTransitions();
  installIdleness();
  installRandom();
  disableConnections();
  // An emptied page would report an error.
  addEventListener('resize', (event) => document.documentElement ?? event.stopImmediatePropagation(), true);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(calm);
  document.adoptedStyleSheets = [sheet];
}

/**
 * Runs in every document before its own scripts: the clock starts at the same moment, frames, views and idleness follow
 * the same clock, random numbers have a seed, and neither sockets nor service workers connect.
 */
export const makeDeterministic = bundlePageScript(installEnvironment, {
  functions: [
    makeClock,
    makeStartingClock,
    installClock,
    installFrames,
    installViewTransitions,
    installIdleness,
    installRandom,
    disableConnections,
  ],
  constants: { START_MS, CALLS_BEFORE_DRIFT, FRAME_MS, IDLE_MS, SEED },
});

/** Prevents navigations that need no request, such as to `about:blank` or an address without a host. */
export function stayHere() {
  navigation.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination;
    if (!sameDocument && !/^https?:\/\/./.test(url)) event.preventDefault();
  });
}

/** Returns true if everything for which the page waits has arrived: documents, styles, images, fonts. */
export function isPageLoaded() {
  return document.readyState === 'complete' && document.fonts.status === 'loaded';
}

/** Records the time of the last visible change by scripts. */
export function watchMoves() {
  const world = /** @type {{ movedAtMs?: number, moves?: MutationObserver }} */ (globalThis);
  const observer = new MutationObserver(() => {
    world.movedAtMs = performance.now();
  });
  const attributeFilter = ['style', 'class', 'src', 'width', 'height'];
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributeFilter });
  world.moves = observer;
}

/** Takes a page that changes without end for one at rest. */
export function ignoreMoves() {
  const world = /** @type {{ movedAtMs?: number, moves?: MutationObserver }} */ (globalThis);
  world.moves?.disconnect();
  world.movedAtMs = Number.NEGATIVE_INFINITY;
}

/** Returns true if something changed within a period. @param {number} restMs */
export function isMoving(restMs) {
  const { movedAtMs = Number.NEGATIVE_INFINITY } = /** @type {{ movedAtMs?: number }} */ (globalThis);
  return performance.now() - movedAtMs < restMs;
}

/**
 * Brings a loaded page to rest: decodes images, and sets animations to their end or, endless ones, to their start.
 * @param {string} calm a style that also applies without scripts
 * @returns {Promise<void>}
 */
export async function bringToRest(calm) {
  if (!document.adoptedStyleSheets.some(({ cssRules }) => cssRules[0]?.cssText.includes('caret-color: transparent'))) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(calm);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY) {
      animation.pause();
      animation.currentTime = 0;
    } else animation.finish();
  }
  for (const media of document.querySelectorAll('video, audio')) /** @type {HTMLMediaElement} */ (media).pause();
  const pictures = [...document.images].filter((image) => image.complete && image.naturalWidth > 0);
  await Promise.all(pictures.map((image) => image.decode().catch(() => null)));
}

/** Waits until the page has received all events of its window. @returns {Promise<void>} */
export function waitForFrame() {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** Takes everything away. */
export function emptyPage() {
  document.replaceChildren();
}

/**
 * Renders the page as if the pointer were over everything at once, with its button pressed: `:hover`, `:focus` and
 * `:active` rules apply to all elements, and mouse handlers are called. Returns the number of affected rules and
 * elements.
 */
function hoverEverythingInPage() {
  const MAX_TARGETS = 2000;
  const STATES = ['hover', 'focus-visible', 'focus-within', 'focus', 'active'];
  const TARGETS = 'a, area, button, img, input, summary, [onmouseover], [onmouseenter]';
  let touched = applyStates(STATES).length;
  for (const element of [...document.querySelectorAll(TARGETS)].slice(0, MAX_TARGETS)) {
    touched += element.hasAttribute('onmouseover') || element.hasAttribute('onmouseenter') ? 1 : 0;
    element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
    element.dispatchEvent(new MouseEvent('mouseenter'));
  }
  for (const element of [...document.querySelectorAll('[onmousedown]')].slice(0, MAX_TARGETS)) {
    touched += 1;
    element.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  }
  return touched;
}

export const hoverEverything = bundlePageScript(hoverEverythingInPage, { functions: [applyStates] });

/**
 * Restores the files of images to which handlers gave one that does not load. A broken image under the pointer is not
 * intended. Returns the number of these images.
 * @param {readonly string[]} before the addresses of all images before the handlers were called
 */
export function restoreBroken(before) {
  let count = 0;
  for (const [index, image] of [...document.images].entries()) {
    const isBroken = image.complete && image.naturalWidth === 0;
    if (!isBroken || !before[index] || image.src === before[index]) continue;
    image.src = before[index];
    count++;
  }
  return count;
}

/** Returns the addresses of all images of the page. */
export function listSources() {
  return [...document.images].map(({ src }) => src);
}
