/** @import { Net } from './tcp-state.js' @import { ResourceTiming, Scenario } from './types.ts' */

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
export const urgency = (fetch) => URGENCY[fetch.resource.type];

/** A browser's habits, as Chromium shows them on the wire: milliseconds from the first bytes of a page to the first of its requests, … */
const FIRST_PARSE_MS = 36;
/** … from a response to the next request on its connection, … */
const BROWSER_TURN_MS = 3;
/** … from the last style sheet or script to the images held for it, … */
const LAYOUT_MS = 5;
/** … and from a complete page to the request for its icon. */
const ICON_AFTER_MS = 16;
/** An icon that is not there: what a server says of it. */
const NO_ICON = {
  url: '/favicon.ico',
  type: /** @type {const} */ ('other'),
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
  const { engine } = net;
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

  /** Waits, the first time, until the browser has made a page of the bytes. @param {Fetch} fetch @param {number} parsedBytes */
  function findWhenParsed(fetch, parsedBytes) {
    if (engine.now >= parseAt) {
      find(fetch, parsedBytes);
      browser.afterAsking();
      return;
    }
    if (parseAt === Number.POSITIVE_INFINITY) parseAt = engine.now + FIRST_PARSE_MS;
    engine.at(parseAt, () => findWhenParsed(fetch, parsedBytes), undefined, undefined);
  }

  function askForIcon() {
    wantsIcon = false;
    left = 1;
    browser.ask(
      createFetch(
        { ...NO_ICON, requestBytes: resources[0].requestBytes, foundIn: null, foundAtByte: 0 },
        fetches.length,
      ),
    );
    browser.afterAsking();
  }

  /** @param {Fetch} fetch @param {number} parsedBytes */
  function find(fetch, parsedBytes) {
    const { children } = fetch;
    while (fetch.nextChild < children.length && children[fetch.nextChild].resource.foundAtByte <= parsedBytes) {
      const child = children[fetch.nextChild];
      fetch.nextChild += 1;
      toFind -= 1;
      child.foundMs = engine.now;
      if (isBlocking(child)) blocking += 1;
      if (blocking > 0 && urgency(child) === LEAST_URGENT) held.push(child);
      else browser.ask(child);
    }
  }

  /** @param {Fetch} fetch */
  const isBlocking = ({ resource }) => isBrowser && (resource.type === 'css' || resource.type === 'script');

  /** What keeps a page from being laid out has come: images that were held for it are asked for. */
  function release() {
    for (const fetch of held) browser.ask(fetch);
    held = [];
    browser.afterAsking();
  }

  const browser = {
    fetches,
    turnMs: isBrowser ? BROWSER_TURN_MS : 0,
    /** What asks for a resource: set by the protocol in use. @type {(fetch: Fetch) => void} */
    ask: () => {},
    /** Told after everything found at one moment was asked for. */
    afterAsking: () => {},
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
      if (visit === 'revalidate' || fetch.children.length === fetch.nextChild) return;
      const { bytes, decodedBytes } = fetch.resource;
      const parsed = Math.floor((bodyBytes / Math.max(bytes, 1)) * decodedBytes);
      if (fetch.children[fetch.nextChild].resource.foundAtByte > parsed) return;
      const doneAt = engine.now + net.variation.parseMs();
      if (!isBrowser) net.clientBusyUntil = doneAt;
      engine.at(doneAt, () => findWhenParsed(fetch, parsed), undefined, undefined);
    },
    /** @param {Fetch} fetch */
    noteDone(fetch) {
      fetch.doneMs = engine.now;
      left -= 1;
      if (fetch.nextChild < fetch.children.length) findWhenParsed(fetch, Number.MAX_SAFE_INTEGER);
      else browser.afterAsking();
      if (isBlocking(fetch)) {
        blocking -= 1;
        if (blocking === 0) engine.at(engine.now + LAYOUT_MS, release, undefined, undefined);
      }
      if (left > 0) return;
      if (wantsIcon) engine.at(engine.now + ICON_AFTER_MS, askForIcon, undefined, undefined);
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
