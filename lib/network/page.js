/**
 * @import { Fetch } from './browser.js'
 * @import { Net } from './tcp-state.js'
 * @import { HttpVersion } from './types.ts'
 */
import { createRequesting } from './requesting.js';
import { MIN_URGENT, urgency } from './urgency.js';
import { createWork } from './work.js';

/**
 * The functions and queues that a page model uses.
 * @typedef {object} Ports
 * @property {(batch: readonly Fetch[]) => void} ask
 * @property {() => void} prefer reports that images in the first view have become more urgent
 * @property {HttpVersion} version
 * @property {ReturnType<typeof createWork>} loading the browser's sequential work on requests
 * @property {ReturnType<typeof createWork>} layout the browser's sequential work on layout
 */

/** Time from the first bytes of a page to its first request, observed in Chromium. */
const FIRST_PARSE_MS = 30;
/** Time from the last style sheet to a rendered page, observed in Chromium. */
const RESTYLE_MS = 15;
/** Time from the last script to the requests for images that it held back, observed in Chromium. */
const RELEASE_MS = 5;
/** Layout time of each response before the page counts as loaded, observed in Chromium. */
const RESPONSE_MS = 3;
/** Layout time of each byte of HTML, fitted to captures of Chromium. */
const LAYOUT_BYTE_MS = 0.0009;

/**
 * Creates a parser that finds references as it reaches their byte.
 * @param {Net} net @param {readonly Fetch[]} fetches @param {(batch: Fetch[]) => void} take
 */
function createParser({ engine, variation }, fetches, take) {
  let toFind = fetches.filter(({ resource }) => resource.foundIn !== null).length;
  let hasParsed = false;

  /** @param {Fetch} fetch @param {number} parsedBytes */
  const hasNext = ({ children, nextChild }, parsedBytes) =>
    nextChild < children.length && children[nextChild].resource.foundAtByte <= parsedBytes;

  return {
    hasNext,
    isAllFound: () => toFind === 0,
    /** Returns the time at which bytes that arrive now are parsed. */
    parsedAt() {
      const time = engine.now + variation.parseMs(!hasParsed);
      hasParsed = true;
      return time;
    },
    /** @param {Fetch} fetch @param {number} parsedBytes */
    find(fetch, parsedBytes) {
      /** @type {Fetch[]} */
      const batch = [];
      while (hasNext(fetch, parsedBytes)) {
        const child = fetch.children[fetch.nextChild];
        fetch.nextChild += 1;
        child.foundMs = engine.now;
        batch.push(child);
      }
      toFind -= batch.length;
      take(batch);
    },
  };
}

/**
 * Returns the number of decoded bytes that are parsed when a part of the body has arrived.
 * @param {Fetch} fetch @param {number} bodyBytes
 */
const parsedOf = ({ resource: { bytes, decodedBytes } }, bodyBytes) =>
  Math.floor((bodyBytes / Math.max(bytes, 1)) * decodedBytes);

/**
 * Creates a page that is read by a program such as a robot: it requests everything as soon as it is found.
 * @param {Net} net @param {readonly Fetch[]} fetches @param {Ports} ports
 */
export function createReadPage(net, fetches, { ask }) {
  const parser = createParser(net, fetches, ask);
  return {
    isAllFound: parser.isAllFound,
    /** @param {Fetch} fetch @param {number} bodyBytes */
    noteBody(fetch, bodyBytes) {
      const parsed = parsedOf(fetch, bodyBytes);
      if (!parser.hasNext(fetch, parsed)) return;
      net.clientBusyUntil = parser.parsedAt();
      net.engine.at(net.clientBusyUntil, () => parser.find(fetch, parsed), undefined, undefined);
    },
    /** Notes that a resource is complete. Returns true if there is more to find in it. @param {Fetch} fetch */
    noteDone(fetch) {
      const isMore = fetch.nextChild < fetch.children.length;
      if (isMore) parser.find(fetch, Number.MAX_SAFE_INTEGER);
      return isMore;
    },
    unblock() {},
  };
}

/**
 * Creates a page that a browser renders: images wait for style sheets and scripts before them.
 * @param {Net} net @param {readonly Fetch[]} fetches @param {Ports} ports
 */
export function createDrawnPage(net, fetches, { ask, prefer, version, loading, layout }) {
  const { engine, variation } = net;
  const { pace } = variation;
  const request = createRequesting({ version, pace, loading, ask, onDrawn: prefer });
  const holding = createHolding(net, fetches, request, prefer, loading);
  const parser = createParser(net, fetches, holding.take);
  let parseAt = Number.POSITIVE_INFINITY;
  let laidOut = 0;

  /**
   * Finds references. The first time, waits until the browser has parsed the first bytes.
   * @param {Fetch} fetch
   * @param {number} parsedBytes
   */
  function findWhenParsed(fetch, parsedBytes) {
    if (engine.now >= parseAt) {
      parser.find(fetch, parsedBytes);
      return;
    }
    if (parseAt === Number.POSITIVE_INFINITY) parseAt = engine.now + pace.parse * FIRST_PARSE_MS;
    engine.at(parseAt, () => findWhenParsed(fetch, parsedBytes), undefined, undefined);
  }

  /** Adds the layout of text that has arrived. @param {Fetch} fetch @param {number} parsedBytes */
  function layOut(fetch, parsedBytes) {
    if (fetch.index > 0) return;
    layout.do((parsedBytes - laidOut) * LAYOUT_BYTE_MS * variation.slowness);
    laidOut = parsedBytes;
  }

  return {
    isAllFound: parser.isAllFound,
    /** @param {Fetch} fetch @param {number} bodyBytes */
    noteBody(fetch, bodyBytes) {
      const parsed = parsedOf(fetch, bodyBytes);
      layOut(fetch, parsed);
      if (!parser.hasNext(fetch, parsed)) return;
      engine.at(parser.parsedAt(), () => findWhenParsed(fetch, parsed), undefined, undefined);
    },
    /** Notes that a resource is complete. Returns true if there is more to find in it. @param {Fetch} fetch */
    noteDone(fetch) {
      layOut(fetch, fetch.resource.decodedBytes);
      layout.do(RESPONSE_MS * variation.slowness);
      const isMore = fetch.nextChild < fetch.children.length;
      if (isMore) findWhenParsed(fetch, Number.MAX_SAFE_INTEGER);
      return isMore;
    },
    unblock: holding.unblock,
  };
}

/** @param {Fetch} fetch */
const isBlocking = ({ resource: { type, deferred } }) => type === 'script' && !deferred;

/**
 * Creates a queue that holds images back while scripts before them are under way.
 * @param {Net} net @param {readonly Fetch[]} fetches @param {(batch: readonly Fetch[]) => void} request
 * @param {() => void} onStyled @param {ReturnType<typeof createWork>} loading
 */
function createHolding({ engine, variation }, fetches, request, onStyled, loading) {
  let blocking = 0;
  /** Count of style sheets under way. The page is not rendered before they arrive. */
  let sheets = fetches.filter(({ resource: { type, foundIn } }) => type === 'css' && foundIn === null).length;
  /** @type {Fetch[]} */
  let held = [];

  function release() {
    request(held);
    held = [];
  }

  return {
    /** @param {readonly Fetch[]} batch */
    take(batch) {
      /** @type {Fetch[]} */
      const free = [];
      for (const fetch of batch) {
        if (isBlocking(fetch)) blocking += 1;
        if (fetch.resource.type === 'css') sheets += 1;
        const waits = blocking > 0 && urgency(fetch) === MIN_URGENT;
        (waits ? held : free).push(fetch);
      }
      request(free);
    },
    /** @param {Fetch} fetch that has arrived */
    unblock(fetch) {
      if (fetch.resource.type === 'css') {
        sheets -= 1;
        if (sheets === 0) engine.at(engine.now + variation.pace.restyle * RESTYLE_MS, onStyled, undefined, undefined);
      }
      if (!isBlocking(fetch)) return;
      blocking -= 1;
      if (blocking === 0) loading.do(RELEASE_MS * variation.slowness, release);
    },
  };
}
