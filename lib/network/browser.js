/** @import { Net } from './tcp-state.js' @import { ResourceTiming, Scenario } from './types.ts' */
import { createRequesting } from './requesting.js';
import { createWork } from './work.js';

/**
 * A resource on its way.
 * @typedef {object} Fetch
 * @property {number} index
 * @property {import('./types.ts').ScenarioResource} resource
 * @property {boolean} squeezes whether a modem can still compress the body
 * @property {Fetch[]} children in the order of the bytes that refer to them
 * @property {number} nextChild
 * @property {number} foundMs
 * @property {number} requestMs
 * @property {number} firstByteMs
 * @property {number} doneMs
 * @property {number} connection
 */

/** @typedef {ReturnType<typeof createBrowser>} Browser */

const TEXT_TYPES = new Set(['html', 'css', 'script', 'text']);

const ICON_NAME = /favicon/;

/** Types in the order in which a browser wants them, where it may choose. */
const URGENCY = { html: 0, css: 0, font: 0, script: 1, text: 1, image: 2, other: 2 };
const LEAST_URGENT = 2;

/** To the microsecond. @param {number} ms */
export const roundMs = (ms) => Math.round(ms * 1000) / 1000;

/** @param {Fetch} fetch */
export const urgency = ({ resource: { type, deferred } }) => (deferred ? LEAST_URGENT : URGENCY[type]);

/** A browser's habits, as Chromium shows them on the wire: milliseconds from the first bytes of a page to the first of its requests, … */
const FIRST_PARSE_MS = 30;
/** … from the last style sheet to a page that is drawn, … */
const RESTYLE_MS = 15;
/** … how much of a page's text is seen at once: images there become more urgent when they are drawn, … */
const SEEN_BYTES = 5000;
/** … from a response to the next request on its connection, one after the other, … */
const TURN_MS = 6;
/** … for each response and each byte of the page, before the page counts as loaded, … */
const RESPONSE_MS = 3;
const LAYOUT_BYTE_MS = 0.0009;
/** … from the last script to the images held for it, … */
const RELEASE_MS = 5;
/** … and from a loaded page to the request for its icon. */
const ICON_AFTER_MS = 20;
/** It keeps its connections for the next page: what they still owe is acknowledged by itself. */
const KEPT_MS = 500;
/** An icon that is not there: what a server says of it. */
const NO_ICON = {
  url: '/favicon.ico',
  type: /** @type {const} */ ('image'),
  bytes: 548,
  decodedBytes: 548,
  responseHeaderBytes: 163,
};

/**
 * @param {import('./types.ts').ScenarioResource} resource @param {number} index
 * @returns {Fetch}
 */
const createFetch = (resource, index) => ({
  index,
  resource,
  squeezes: TEXT_TYPES.has(resource.type) && resource.bytes === resource.decodedBytes,
  children: [],
  nextChild: 0,
  foundMs: 0,
  requestMs: 0,
  firstByteMs: 0,
  doneMs: 0,
  connection: 0,
});

/**
 * Knows what a page needs, finds references as the parser reaches their byte, and asks for them.
 * @param {Net} net @param {Scenario} scenario
 */
export function createBrowser(net, { resources, visit, http }) {
  const { engine, variation } = net;
  const isBrowser = http.agent === 'browser';
  const fetches = resources.map(createFetch);
  const byUrl = new Map(fetches.map((fetch) => [fetch.resource.url, fetch]));
  for (const fetch of fetches) {
    const { foundIn } = fetch.resource;
    if (foundIn !== null) byUrl.get(foundIn)?.children.push(fetch);
  }
  for (const { children } of fetches) children.sort((a, b) => a.resource.foundAtByte - b.resource.foundAtByte);
  let left = fetches.length;
  let toFind = resources.filter(({ foundIn }) => foundIn !== null).length;
  let wantsIcon = isBrowser && visit === 'first' && !resources.some(({ url }) => ICON_NAME.test(url));
  /** A browser holds images back while style sheets and scripts before them are under way. */
  let blocking = 0;
  /** @type {Fetch[]} */
  let held = [];
  let parseAt = isBrowser ? Number.POSITIVE_INFINITY : 0;
  /** Style sheets under way: nothing is drawn without them. */
  let sheets = resources.filter(({ type, foundIn }) => type === 'css' && foundIn === null).length;
  let hasParsed = false;
  const loading = createWork(engine);
  const layout = createWork(engine);
  let laidOut = 0;

  /** Waits, the first time, until the browser has made a page of the bytes. @param {Fetch} fetch @param {number} parsedBytes */
  function findWhenParsed(fetch, parsedBytes) {
    if (engine.now >= parseAt) {
      find(fetch, parsedBytes);
      return;
    }
    if (parseAt === Number.POSITIVE_INFINITY) parseAt = engine.now + variation.pace.parse * FIRST_PARSE_MS;
    engine.at(parseAt, () => findWhenParsed(fetch, parsedBytes), undefined, undefined);
  }

  function askForIcon() {
    wantsIcon = false;
    left = 1;
    browser.ask(
      createFetch(
        { ...NO_ICON, requestBytes: resources[0].requestBytes, foundIn: null, foundAtByte: 0, deferred: false },
        fetches.length,
      ),
    );
    browser.afterAsking();
  }

  /** @param {Fetch} fetch @param {number} parsedBytes */
  function find(fetch, parsedBytes) {
    const { children } = fetch;
    /** @type {Fetch[]} */
    const batch = [];
    while (fetch.nextChild < children.length && children[fetch.nextChild].resource.foundAtByte <= parsedBytes) {
      const child = children[fetch.nextChild];
      fetch.nextChild += 1;
      toFind -= 1;
      child.foundMs = engine.now;
      if (isBlocking(child)) blocking += 1;
      if (child.resource.type === 'css') sheets += 1;
      if (blocking > 0 && urgency(child) === LEAST_URGENT) held.push(child);
      else batch.push(child);
    }
    request(batch);
  }

  /** @param {readonly Fetch[]} batch */
  function ask(batch) {
    for (const fetch of batch) browser.ask(fetch);
    browser.afterAsking();
  }

  /** Once the page is drawn, images that are seen and under way are more urgent than they were. */
  function preferSeen() {
    const [{ url }] = resources;
    browser.prefer(
      fetches.filter(
        ({ resource: { type, foundIn, foundAtByte }, requestMs, doneMs }) =>
          type === 'image' && foundIn === url && foundAtByte < SEEN_BYTES && requestMs > 0 && doneMs === 0,
      ),
    );
  }

  /** A program asks at once for all it found. */
  const request = isBrowser
    ? createRequesting({ version: http.version, pace: variation.pace, loading, ask, onDrawn: preferSeen })
    : ask;

  /** Text is laid out as it comes. @param {Fetch} fetch @param {number} parsedBytes */
  function layOut(fetch, parsedBytes) {
    if (!isBrowser || fetch.index > 0) return;
    layout.do((parsedBytes - laidOut) * LAYOUT_BYTE_MS);
    laidOut = parsedBytes;
  }

  /** @param {Fetch} fetch */
  const isBlocking = ({ resource: { type, deferred } }) => isBrowser && type === 'script' && !deferred;

  function noteSheet() {
    sheets -= 1;
    if (isBrowser && sheets === 0)
      engine.at(engine.now + variation.pace.restyle * RESTYLE_MS, preferSeen, undefined, undefined);
  }

  /** What keeps a page from being laid out has come: images that were held for it are asked for. */
  function release() {
    request(held);
    held = [];
  }

  const browser = {
    fetches,
    /** Whether a connection is free for the next request only after `turn`. */
    turns: isBrowser,
    /** Frees a connection for the next request. @param {() => void} then */
    turn(then) {
      if (isBrowser) loading.do(TURN_MS, then);
      else then();
    },
    /** What asks for a resource: set by the protocol in use. @type {(fetch: Fetch) => void} */
    ask: () => {},
    /** Told after everything found at one moment was asked for. */
    afterAsking: () => {},
    /** Told of requests that have become more urgent. @type {(fetches: readonly Fetch[]) => void} */
    prefer: () => {},
    /** Told when the page is complete. */
    onComplete: () => {},
    /** Asks for what the page starts with. */
    start() {
      for (const fetch of fetches) if (fetch.resource.foundIn === null) browser.ask(fetch);
      browser.afterAsking();
    },
    /** @param {Fetch} fetch */
    noteHead(fetch) {
      fetch.firstByteMs = engine.now;
    },
    /**
     * Some of a body has arrived.
     * @param {Fetch} fetch @param {number} bodyBytes so far
     */
    noteBody(fetch, bodyBytes) {
      if (visit === 'revalidate') return;
      const { bytes, decodedBytes } = fetch.resource;
      const parsed = Math.floor((bodyBytes / Math.max(bytes, 1)) * decodedBytes);
      layOut(fetch, parsed);
      if (fetch.children.length === fetch.nextChild) return;
      if (fetch.children[fetch.nextChild].resource.foundAtByte > parsed) return;
      const doneAt = engine.now + variation.parseMs(!hasParsed);
      hasParsed = true;
      if (!isBrowser) net.clientBusyUntil = doneAt;
      engine.at(doneAt, () => findWhenParsed(fetch, parsed), undefined, undefined);
    },
    /** @param {Fetch} fetch */
    noteDone(fetch) {
      fetch.doneMs = engine.now;
      left -= 1;
      layOut(fetch, fetch.resource.decodedBytes);
      if (isBrowser) layout.do(RESPONSE_MS);
      if (fetch.nextChild < fetch.children.length) findWhenParsed(fetch, Number.MAX_SAFE_INTEGER);
      else browser.afterAsking();
      if (fetch.resource.type === 'css') noteSheet();
      if (isBlocking(fetch)) {
        blocking -= 1;
        if (blocking === 0) loading.do(RELEASE_MS, release);
      }
      if (left > 0) return;
      if (wantsIcon) loading.do(0, () => layout.do(ICON_AFTER_MS, askForIcon));
      else if (isBrowser && !http.earlyClose) engine.at(engine.now + KEPT_MS, browser.onComplete, undefined, undefined);
      else browser.onComplete();
    },
    /** Whether everything that refers to something has been read to its end. */
    isAllFound: () => toFind === 0,
    /** Timings of all resources, and an error where one never came. @returns {ResourceTiming[]} */
    timings() {
      if (left > 0) throw new Error(`network: ${left} resources never arrived; the link loses too much`);
      return fetches.map(({ resource, foundMs, requestMs, firstByteMs, doneMs, connection }) => ({
        url: resource.url,
        foundMs: roundMs(foundMs),
        requestMs: roundMs(requestMs),
        firstByteMs: roundMs(firstByteMs),
        doneMs: roundMs(doneMs),
        connection,
      }));
    },
  };
  return browser;
}
