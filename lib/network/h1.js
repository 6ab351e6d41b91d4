/**
 * @import { Browser, Fetch } from './browser.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */
import { urgency } from './browser.js';
import { createChannels } from './channel.js';
import { cancel } from './engine.js';
import { createServer1 } from './server.js';
import { openConnection } from './tcp.js';

/** How soon a browser opens a spare connection after the first. */
export const PRECONNECT_AFTER_MS = 13;

/** @typedef {ReturnType<typeof openHttp1>} Connection1 */

/**
 * One HTTP/1.x connection, seen from the client.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 * @param {number} number @param {boolean} once whether it carries one exchange only
 */
function openHttp1(net, cpu, { http, server }, browser, number, once) {
  const channels = createChannels(openConnection(net), http.tls, http.agent);
  const { client } = channels;
  const serving = createServer1(channels.server, cpu, server, once);
  /** @type {Fetch[]} */
  const awaited = [];
  let head = 0;
  let headLeft = 0;
  let bodyArrived = 0;

  const connection = {
    isOpen: false,
    onIdle: () => {},
    isIdle: () => head === awaited.length,
    /** Puts a request into the stream; `client.flush` sends it. @param {Fetch} fetch */
    write(fetch) {
      fetch.connection = number;
      fetch.requestMs = net.engine.now;
      if (head === awaited.length) headLeft = fetch.resource.responseHeaderBytes;
      awaited.push(fetch);
      serving.expect(fetch);
      client.write(fetch.resource.requestBytes, true);
    },
    flush: () => client.flush(),
    close: () => client.close(),
    onOpen: () => {},
  };

  client.onOpen = () => {
    connection.isOpen = true;
    connection.onOpen();
  };
  client.onData = (bytes) => {
    let rest = bytes;
    while (rest > 0) {
      const fetch = awaited[head];
      if (headLeft === fetch.resource.responseHeaderBytes) browser.noteHead(fetch);
      const fromHead = Math.min(rest, headLeft);
      headLeft -= fromHead;
      rest -= fromHead;
      const fromBody = Math.min(rest, fetch.resource.bytes - bodyArrived);
      bodyArrived += fromBody;
      rest -= fromBody;
      if (headLeft > 0) return;
      const isDone = bodyArrived === fetch.resource.bytes;
      if (!isDone) {
        browser.noteBody(fetch, bodyArrived);
        return;
      }
      bodyArrived = 0;
      head += 1;
      if (head < awaited.length) headLeft = awaited[head].resource.responseHeaderBytes;
      browser.noteDone(fetch);
    }
    if (once || head < awaited.length) return;
    if (browser.turnMs === 0) connection.onIdle();
    else net.engine.at(net.engine.now + browser.turnMs, () => connection.onIdle(), undefined, undefined);
  };
  client.onEnd = () => {
    client.close();
    if (once) connection.onIdle();
  };
  return connection;
}

/**
 * Up to so many connections, each with one exchange at a time; over HTTP/1.0 a new one for each exchange.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createPool(net, cpu, scenario, browser) {
  const { version, connections: most, preconnect } = scenario.http;
  const once = version === '1.0';
  /** Found and not yet asked for, by urgency. @type {Fetch[][]} */
  const waiting = [[], [], []];
  const heads = [0, 0, 0];
  let waitingCount = 0;
  /** @type {Connection1[]} */
  const open = [];
  let opening = 0;
  let active = 0;
  let opened = 0;

  /** @returns {Fetch} */
  function takeMostUrgent() {
    const level = waiting.findIndex((fetches, index) => heads[index] < fetches.length);
    const fetch = waiting[level][heads[level]];
    heads[level] += 1;
    waitingCount -= 1;
    return fetch;
  }

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

  function serve() {
    for (const connection of open) {
      if (waitingCount === 0) break;
      if (!connection.isOpen || !connection.isIdle()) continue;
      connection.write(takeMostUrgent());
      if (once) connection.isOpen = false;
      connection.flush();
    }
    while (waitingCount > opening && active < most) connect();
  }

  browser.ask = (fetch) => {
    waiting[urgency(fetch)].push(fetch);
    waitingCount += 1;
  };
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
 * One connection with requests sent ahead of responses, gathered in an output buffer.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createPipeline(net, cpu, scenario, browser) {
  const { pipelineBufferBytes, pipelineFlushMs } = scenario.http;
  const connection = openHttp1(net, cpu, scenario, browser, 1, false);
  /** The client's output buffer. @type {Fetch[]} */
  let buffer = [];
  let buffered = 0;
  /** @type {import('./engine.js').Event | null} */
  let timer = null;

  function flush() {
    cancel(timer);
    timer = null;
    for (const fetch of buffer) connection.write(fetch);
    buffer = [];
    buffered = 0;
    connection.flush();
  }

  browser.ask = (fetch) => {
    buffer.push(fetch);
    buffered += fetch.resource.requestBytes;
    if (!connection.isOpen) return;
    if (buffered >= pipelineBufferBytes) flush();
    else
      timer ??= net.engine.at(
        net.engine.now + pipelineFlushMs + net.variation.timerLateMs(),
        flush,
        undefined,
        undefined,
      );
  };
  connection.onOpen = flush;
  browser.onComplete = () => connection.close();
}
