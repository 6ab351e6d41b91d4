/**
 * @import { Browser, Fetch } from './browser.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */

import { createChannels } from './channel.js';
import { cancel } from './engine.js';
import { createServer1 } from './server.js';
import { openConnection } from './tcp.js';
import { urgency } from './urgency.js';

/** Time after which a browser opens a spare connection next to the first. */
export const PRECONNECT_AFTER_MS = 13;

/**
 * Creates a reader of responses that follow each other on one connection.
 * @param {Browser} browser
 */
function createResponseReader(browser) {
  /** @type {Fetch[]} */
  const awaited = [];
  let head = 0;
  let headLeft = 0;
  let bodyArrived = 0;

  /**
   * Takes bytes of the first awaited response. Returns the number of bytes that belong to the next one.
   * @param {number} bytes
   */
  function take(bytes) {
    const fetch = awaited[head];
    if (headLeft === fetch.resource.responseHeaderBytes) browser.noteHead(fetch);
    const fromHead = Math.min(bytes, headLeft);
    headLeft -= fromHead;
    const fromBody = Math.min(bytes - fromHead, fetch.resource.bytes - bodyArrived);
    bodyArrived += fromBody;
    return bytes - fromHead - fromBody;
  }

  return {
    isEmpty: () => head === awaited.length,
    /** @param {Fetch} fetch */
    expect(fetch) {
      if (head === awaited.length) headLeft = fetch.resource.responseHeaderBytes;
      awaited.push(fetch);
    },
    /** Reads bytes. Returns true if they ended with a response. @param {number} bytes @param {() => void} onResponse */
    read(bytes, onResponse) {
      for (let rest = bytes; rest > 0; ) {
        const fetch = awaited[head];
        rest = take(rest);
        if (headLeft > 0) return false;
        if (bodyArrived < fetch.resource.bytes) {
          browser.noteBody(fetch, bodyArrived);
          return false;
        }
        bodyArrived = 0;
        head += 1;
        if (head < awaited.length) headLeft = awaited[head].resource.responseHeaderBytes;
        onResponse();
        browser.noteDone(fetch);
      }
      return true;
    },
  };
}

/** @typedef {ReturnType<typeof openHttp1>} Connection1 */

/**
 * Opens one HTTP/1.x connection, as its client.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 * @param {number} number @param {boolean} once true if the connection carries one exchange only
 */
function openHttp1(net, cpu, scenario, browser, number, once) {
  const channels = createChannels(openConnection(net), scenario);
  const { client } = channels;
  const serving = createServer1(channels.server, cpu, scenario.server, once);
  const responses = createResponseReader(browser);
  /** True while a browser has the response and the connection is not yet free for the next request. */
  let isTurning = false;

  const connection = {
    isOpen: false,
    /** The time at which the connection became free for another request. */
    freeMs: 0,
    onIdle: () => {},
    isIdle: () => responses.isEmpty() && !isTurning,
    /** Tells both ends which response comes next. @param {Fetch} fetch */
    expect(fetch) {
      fetch.connection = number;
      responses.expect(fetch);
      serving.expect(fetch);
    },
    /** Sends bytes of requests. @param {number} bytes */
    send(bytes) {
      client.write(bytes, true);
      client.flush();
    },
    close: () => client.close(),
    onOpen: () => {},
  };

  client.onOpen = () => {
    connection.isOpen = true;
    connection.onOpen();
  };
  client.onData = (bytes) => {
    const isBetween = responses.read(bytes, () => {
      isTurning = browser.turns && responses.isEmpty();
    });
    if (!isBetween || once || !responses.isEmpty()) return;
    browser.turn(() => {
      isTurning = false;
      connection.freeMs = net.engine.now;
      connection.onIdle();
    });
  };
  client.onEnd = () => {
    client.close();
    if (once) connection.onIdle();
  };
  return connection;
}

/** Creates the list of resources that were found and are not yet requested. */
function createWaiting() {
  /** Sorted by urgency. @type {Fetch[][]} */
  const levels = [[], [], []];
  const heads = levels.map(() => 0);
  let count = 0;
  return {
    count: () => count,
    /** @param {Fetch} fetch */
    add(fetch) {
      levels[urgency(fetch)].push(fetch);
      count += 1;
    },
    /** @returns {Fetch} */
    takeMostUrgent() {
      const level = levels.findIndex((fetches, index) => heads[index] < fetches.length);
      const fetch = levels[level][heads[level]];
      heads[level] += 1;
      count -= 1;
      return fetch;
    },
  };
}

/**
 * Creates a pool of a limited number of connections, each with one exchange at a time. HTTP/1.0 opens a new one for
 * each exchange.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createPool(net, cpu, scenario, browser) {
  const { version, connections: most, preconnect } = scenario.http;
  const once = version === '1.0';
  const waiting = createWaiting();
  /** @type {Connection1[]} */
  const open = [];
  let opening = 0;
  let active = 0;
  let opened = 0;

  function connect() {
    opened += 1;
    active += 1;
    opening += 1;
    const connection = openHttp1(net, cpu, scenario, browser, opened, once);
    open.push(connection);
    connection.onOpen = () => {
      opening -= 1;
      serve();
    };
    connection.onIdle = () => {
      if (once) {
        active -= 1;
        open.splice(open.indexOf(connection), 1);
      }
      serve();
    };
  }

  function openSpare() {
    const open = () => active < most && connect();
    net.engine.at(net.engine.now + PRECONNECT_AFTER_MS, open, undefined, undefined);
  }

  /** @param {Connection1} connection @param {Fetch} fetch */
  function ask(connection, fetch) {
    fetch.requestMs = net.engine.now;
    connection.expect(fetch);
    if (once) connection.isOpen = false;
    connection.send(fetch.resource.requestBytes);
  }

  function serve() {
    const idle = open.filter((connection) => connection.isOpen && connection.isIdle());
    // A browser takes the connection that was used last, a program the first.
    if (browser.turns) idle.sort((a, b) => b.freeMs - a.freeMs);
    for (const connection of idle.slice(0, waiting.count())) ask(connection, waiting.takeMostUrgent());
    while (waiting.count() > opening && active < most) connect();
  }

  browser.ask = waiting.add;
  browser.afterAsking = () => {
    const isFirst = opened === 0;
    serve();
    if (isFirst && !once) for (let spare = 0; spare < preconnect; spare += 1) openSpare();
  };
  browser.onComplete = () => {
    if (!once) for (const connection of open) connection.close();
  };
}

/**
 * Creates one connection whose requests are sent ahead of responses and gathered in an output buffer.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createPipeline(net, cpu, scenario, browser) {
  const { pipelineBufferBytes, pipelineSplit, pipelineFlushMs } = scenario.http;
  const connection = openHttp1(net, cpu, scenario, browser, 1, false);
  /** Bytes in the client's output buffer, all of them of requests that were not sent. */
  let buffered = 0;
  /** @type {Fetch[]} */
  let unsent = [];
  /** @type {import('./engine.js').Event | null} */
  let timer = null;

  /** @param {number} bytes */
  function send(bytes) {
    for (const fetch of unsent) fetch.requestMs = net.engine.now;
    unsent = [];
    buffered -= bytes;
    connection.send(bytes);
  }

  function flush() {
    timer = null;
    send(buffered);
  }

  function waitForMore() {
    const time = net.engine.now + pipelineFlushMs + net.variation.timerLateMs();
    timer ??= net.engine.at(time, flush, undefined, undefined);
  }

  browser.ask = (fetch) => {
    connection.expect(fetch);
    unsent.push(fetch);
    buffered += fetch.resource.requestBytes;
    if (!connection.isOpen) return;
    if (buffered >= pipelineBufferBytes) {
      cancel(timer);
      timer = null;
      if (pipelineSplit) while (buffered >= pipelineBufferBytes) send(pipelineBufferBytes);
      else send(buffered);
    }
    if (buffered > 0) waitForMore();
  };
  connection.onOpen = flush;
  browser.onComplete = () => connection.close();
}
