/** @import { Net } from './tcp-state.js' @import { ResourceTiming, Scenario } from './types.ts' */

import { exact } from './exact.js';
import { createDrawnPage, createReadPage } from './page.js';
import { createWork } from './work.js';

/**
 * A resource that is being requested or received.
 * @typedef {object} Fetch
 * @property {number} index
 * @property {import('./types.ts').ScenarioResource} resource
 * @property {boolean} squeezes true if a modem can still compress the body
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

/** Rounds to a microsecond. @param {number} ms */
export const roundMs = (ms) => Math.round(ms * 1000) / 1000;

/** Time from a response to the next request on the same connection. */
const TURN_MS = 6;
/**
 * The part of a page's text that is in the first view: images found there become more urgent once they are rendered.
 */
const SEEN_BYTES = 5000;
/** Time from a loaded page to the request for its icon. */
const ICON_AFTER_MS = 20;
/** Time for which a browser keeps its connections open for the next page. Pending acknowledgements are sent in it. */
const KEPT_MS = 500;
/** The response of a server to a request for an icon that does not exist. */
const NO_ICON = {
  url: '/favicon.ico',
  type: exact('image'),
  bytes: 548,
  decodedBytes: 548,
  responseHeaderBytes: 163,
  foundIn: null,
  foundAtByte: 0,
  deferred: false,
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
 * Links the resources of a page, each with those that it refers to.
 * @param {Scenario['resources']} resources
 */
function linkFetches(resources) {
  const fetches = resources.map(createFetch);
  const byUrl = new Map(fetches.map((fetch) => [fetch.resource.url, fetch]));
  for (const fetch of fetches) {
    const { foundIn } = fetch.resource;
    if (foundIn !== null) byUrl.get(foundIn)?.children.push(fetch);
  }
  for (const { children } of fetches) children.sort((a, b) => a.resource.foundAtByte - b.resource.foundAtByte);
  return fetches;
}

/**
 * Returns the images in the first view that are still being received.
 * @param {readonly Fetch[]} fetches the page first
 */
const seenUnderWay = (fetches) =>
  fetches.filter(
    ({ resource: { type, foundIn, foundAtByte }, requestMs, doneMs }) =>
      type === 'image' &&
      foundIn === fetches[0].resource.url &&
      foundAtByte < SEEN_BYTES &&
      requestMs > 0 &&
      doneMs === 0,
  );

/** @param {Fetch} fetch @returns {ResourceTiming} */
const timingOf = ({ resource, foundMs, requestMs, firstByteMs, doneMs, connection }) => ({
  url: resource.url,
  foundMs: roundMs(foundMs),
  requestMs: roundMs(requestMs),
  firstByteMs: roundMs(firstByteMs),
  doneMs: roundMs(doneMs),
  connection,
});

/** The default handlers. The protocol in use replaces them. */
const UNSET = Object.freeze({
  /** Requests a resource. @type {(fetch: Fetch) => void} */
  ask: () => {},
  /** Called after everything that was found at one moment has been requested. */
  afterAsking: () => {},
  /** Called with requests that have become more urgent. @type {(fetches: readonly Fetch[]) => void} */
  prefer: () => {},
  /** Called when the page is complete. */
  onComplete: () => {},
});

/**
 * Creates the client of a page. Protocols report to it and set its handlers.
 * @param {Net} net @param {Scenario} scenario
 */
export function createBrowser(net, { resources, visit, http }) {
  const { engine } = net;
  const isBrowser = http.agent === 'browser';
  const fetches = linkFetches(resources);
  let left = fetches.length;
  let wantsIcon = isBrowser && http.icon && visit === 'first' && !resources.some(({ url }) => ICON_NAME.test(url));

  const work = { loading: createWork(engine), layout: createWork(engine) };

  /** @param {readonly Fetch[]} batch */
  function ask(batch) {
    for (const fetch of batch) browser.ask(fetch);
    browser.afterAsking();
  }

  function askForIcon() {
    wantsIcon = false;
    left = 1;
    ask([createFetch({ ...NO_ICON, requestBytes: resources[0].requestBytes }, fetches.length)]);
  }

  function finish() {
    if (wantsIcon) work.loading.do(0, () => work.layout.do(ICON_AFTER_MS * net.variation.slowness, askForIcon));
    else if (isBrowser && !http.earlyClose) engine.at(engine.now + KEPT_MS, browser.onComplete, undefined, undefined);
    else browser.onComplete();
  }

  const browser = {
    fetches,
    /** True if a connection is free for the next request only after `turn`. */
    turns: isBrowser,
    /** Frees a connection for the next request. @param {() => void} then */
    turn(then) {
      if (isBrowser) work.loading.do(TURN_MS * net.variation.slowness, then);
      else then();
    },
    ...UNSET,
    /** Requests the resources that the page starts with. */
    start: () => ask(fetches.filter(({ resource }) => resource.foundIn === null)),
    /** @param {Fetch} fetch */
    noteHead(fetch) {
      fetch.firstByteMs = engine.now;
    },
    /**
     * Records that a part of a body has arrived.
     * @param {Fetch} fetch @param {number} bodyBytes received so far
     */
    noteBody(fetch, bodyBytes) {
      if (visit !== 'revalidate') page.noteBody(fetch, bodyBytes);
    },
    /** @param {Fetch} fetch */
    noteDone(fetch) {
      fetch.doneMs = engine.now;
      left -= 1;
      if (!page.noteDone(fetch)) browser.afterAsking();
      page.unblock(fetch);
      if (left === 0) finish();
    },
    /** Returns true if every resource that refers to others has been read to its end. */
    isAllFound: () => page.isAllFound(),
    /** Returns the timings of all resources. Throws if one never arrived. @returns {ResourceTiming[]} */
    timings() {
      if (left > 0) throw new Error(`network: ${left} resources never arrived; the link loses too much`);
      return fetches.map(timingOf);
    },
  };
  const page = (isBrowser ? createDrawnPage : createReadPage)(net, fetches, {
    ask,
    prefer: () => browser.prefer(seenUnderWay(fetches)),
    version: http.version,
    ...work,
  });
  return browser;
}
