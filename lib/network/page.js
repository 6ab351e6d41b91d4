/**
 * @import { Fetch } from './browser.js'
 * @import { Net } from './tcp-state.js'
 * @import { HttpVersion } from './types.ts'
 */
import { createRequesting } from './requesting.js';
import { LEAST_URGENT, urgency } from './urgency.js';
import { createWork } from './work.js';

/**
 * What a page calls for.
 * @typedef {object} Ports
 * @property {(batch: readonly Fetch[]) => void} ask
 * @property {() => void} prefer says that images which are seen have become more urgent
 * @property {HttpVersion} version
 * @property {ReturnType<typeof createWork>} loading what a browser does one after the other to ask for things
 * @property {ReturnType<typeof createWork>} layout and to lay them out
 */

/**
 * A browser's habits, as Chromium shows them on the wire. From the first bytes of a page to the first of its requests;
 */
const FIRST_PARSE_MS = 30;
/** from the last style sheet to a page that is drawn; */
const RESTYLE_MS = 15;
/** from the last script to the images held for it; */
const RELEASE_MS = 5;
/** layout, for each response and each byte of the page, before the page counts as loaded. */
const RESPONSE_MS = 3;
/** Milliseconds that a browser lays a byte of HTML out in, fitted to captures of Chromium. */
const LAYOUT_BYTE_MS = 0.0009;

/**
 * Finds references as the parser reaches their byte.
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
    /** When bytes that come now are parsed. */
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

/** How much of a text is parsed, when so much of its body is there. @param {Fetch} fetch @param {number} bodyBytes */
const parsedOf = ({ resource: { bytes, decodedBytes } }, bodyBytes) =>
  Math.floor((bodyBytes / Math.max(bytes, 1)) * decodedBytes);

/**
 * A page that a program reads, such as a robot: it asks at once for all it finds.
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
    /** Says whether there is more to find. @param {Fetch} fetch */
    noteDone(fetch) {
      const isMore = fetch.nextChild < fetch.children.length;
      if (isMore) parser.find(fetch, Number.MAX_SAFE_INTEGER);
      return isMore;
    },
    unblock() {},
  };
}

/**
 * A page that a browser draws: images wait for style sheets and scripts before them.
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
   * Waits, the first time, until the browser has made a page of the bytes.
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

  /** Text is laid out as it comes. @param {Fetch} fetch @param {number} parsedBytes */
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
    /** Says whether there is more to find. @param {Fetch} fetch */
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
 * Holds images back while scripts before them are under way.
 * @param {Net} net @param {readonly Fetch[]} fetches @param {(batch: readonly Fetch[]) => void} request
 * @param {() => void} onStyled @param {ReturnType<typeof createWork>} loading
 */
function createHolding({ engine, variation }, fetches, request, onStyled, loading) {
  let blocking = 0;
  /** Style sheets under way: nothing is drawn without them. */
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
        const waits = blocking > 0 && urgency(fetch) === LEAST_URGENT;
        (waits ? held : free).push(fetch);
      }
      request(free);
    },
    /** @param {Fetch} fetch that is there */
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
