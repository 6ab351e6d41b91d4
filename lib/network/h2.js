/**
 * @import { Browser, Fetch } from './browser.js'
 * @import { Frame, Piece } from './h2-server.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { HttpOptions, Scenario } from './types.ts'
 */
import { createChannels } from './channel.js';
import { PRECONNECT_AFTER_MS } from './h1.js';
import { createServer2, FRAME_BYTES } from './h2-server.js';
import { createHpack } from './hpack.js';
import { openConnection } from './tcp.js';

/** RFC 9113: the priority that clients still put into HEADERS and change by frames, and whole frames. */
const PRIORITY_BYTES = 5;
const WINDOW_UPDATE_BYTES = 13;
const PRIORITY_FRAME_BYTES = 14;
const GOAWAY_BYTES = 17;
/**
 * What each kind of client says first, and the windows it opens: connection, then stream; after how long it opens one
 * again of which little was used.
 */
const AGENTS = {
  robot: {
    prefaceBytes: 115,
    prefaceApart: false,
    connectionWindow: 65_535,
    streamWindow: 65_535,
    windowAfterMs: Number.POSITIVE_INFINITY,
    goaway: true,
  },
  browser: {
    prefaceBytes: 70,
    prefaceApart: true,
    connectionWindow: 15_728_640,
    streamWindow: 6_291_456,
    windowAfterMs: 5000,
    goaway: false,
  },
};

/**
 * Opens a connection that turns out to be of no use: the first carries everything.
 * @param {Net} net @param {HttpOptions} http
 */
function openSpare(net, { tls, agent }) {
  const open = () => {
    const { client, server } = createChannels(openConnection(net), tls, agent);
    client.onOpen = () => {
      client.close();
      client.end.abandoned = true;
    };
    server.onEnd = () => server.close();
  };
  net.engine.at(net.engine.now + PRECONNECT_AFTER_MS, open, undefined, undefined);
}

/**
 * One HTTP/2 connection that carries the whole page.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createHttp2(net, cpu, scenario, browser) {
  const { agent, tls } = scenario.http;
  const habits = AGENTS[agent];
  const { client, server } = createChannels(openConnection(net), tls, agent);
  const hpack = createHpack(agent);
  /** @type {{ up: Frame[], down: Piece[] }} */
  const wire = { up: [], down: [] };
  createServer2(net, cpu, scenario, server, wire, hpack, habits);
  let isOpen = false;
  let settingsSeen = false;
  /** @type {Fetch[]} */
  let found = [];
  let head = 0;
  let pieceArrived = 0;
  let unannounced = 0;
  /** @type {Int32Array} */
  const bodies = new Int32Array(browser.fetches.length + 1);
  const unannouncedOf = new Int32Array(browser.fetches.length + 1);
  /** When each window was opened last. */
  let openedMs = 0;
  const openedMsOf = new Float64Array(browser.fetches.length + 1);

  /** @param {number} bytes @param {Partial<Frame>} frame */
  function send(bytes, frame) {
    wire.up.push({ bytes, fetch: null, opens: 0, stream: -1, settings: false, ...frame });
    client.write(bytes, true);
  }

  function ask() {
    if (!isOpen || found.length === 0) return;
    for (const fetch of found) {
      fetch.connection = 1;
      fetch.requestMs = net.engine.now;
      send(FRAME_BYTES + PRIORITY_BYTES + hpack.requestBytes(fetch), { fetch });
      if (habits.prefaceApart) client.flush();
    }
    found = [];
    client.flush();
  }

  /** Whether a window is to be opened again. @param {number} used @param {number} window @param {number} openedMs */
  const isDue = (used, window, openedMs) =>
    used >= Math.floor(window / 2) || net.engine.now - openedMs >= habits.windowAfterMs;

  /** @param {Fetch} fetch @param {number} bytes */
  function openWindows(fetch, bytes) {
    const { index, resource } = fetch;
    unannounced += bytes;
    unannouncedOf[index] += bytes;
    let opened = false;
    if (isDue(unannounced, habits.connectionWindow, openedMs)) {
      send(WINDOW_UPDATE_BYTES, { opens: unannounced });
      unannounced = 0;
      openedMs = net.engine.now;
      opened = true;
    }
    const isOver = bodies[index] >= resource.bytes;
    if (!isOver && isDue(unannouncedOf[index], habits.streamWindow, openedMsOf[index] || fetch.requestMs)) {
      send(WINDOW_UPDATE_BYTES, { opens: unannouncedOf[index], stream: index });
      unannouncedOf[index] = 0;
      openedMsOf[index] = net.engine.now;
      opened = true;
    }
    if (opened) client.flush();
  }

  /** @param {Piece} piece @param {number} bytes that just arrived @param {boolean} isWhole */
  function takePiece(piece, bytes, isWhole) {
    const { fetch, body } = piece;
    if (fetch === null) {
      if (settingsSeen || !isWhole) return;
      settingsSeen = true;
      send(FRAME_BYTES, {});
      client.flush();
      return;
    }
    if (body === 0) {
      if (isWhole) browser.noteHead(fetch);
      if (isWhole && fetch.resource.bytes === 0) browser.noteDone(fetch);
      return;
    }
    const content = isWhole ? Math.max(0, Math.min(bytes, body)) : bytes;
    if (isWhole) openWindows(fetch, body);
    bodies[fetch.index] = Math.min(bodies[fetch.index] + content, fetch.resource.bytes);
  }

  /** @param {Piece} piece */
  function tell({ fetch, body }) {
    if (fetch === null || body === 0) return;
    if (bodies[fetch.index] >= fetch.resource.bytes) {
      if (fetch.doneMs === 0) browser.noteDone(fetch);
    } else browser.noteBody(fetch, bodies[fetch.index]);
  }

  client.onOpen = () => {
    isOpen = true;
    openedMs = net.engine.now;
    send(habits.prefaceBytes, { settings: true });
    if (habits.prefaceApart) client.flush();
    ask();
  };
  client.onData = (bytes) => {
    let rest = bytes;
    while (rest > 0) {
      const piece = wire.down[head];
      const taken = Math.min(rest, piece.bytes - pieceArrived);
      const start = Math.max(pieceArrived, FRAME_BYTES);
      pieceArrived += taken;
      rest -= taken;
      const isWhole = pieceArrived === piece.bytes;
      takePiece(piece, Math.max(0, pieceArrived - start), isWhole);
      if (isWhole) {
        head += 1;
        pieceArrived = 0;
      }
      tell(piece);
    }
  };
  for (let spare = 0; spare < scenario.http.preconnect; spare += 1) openSpare(net, scenario.http);

  browser.ask = (fetch) => {
    found.push(fetch);
  };
  browser.afterAsking = ask;
  browser.prefer = (fetches) => {
    fetches.forEach(() => {
      send(PRIORITY_FRAME_BYTES, {});
      client.flush();
    });
  };
  browser.onComplete = () => {
    if (habits.goaway) {
      send(GOAWAY_BYTES, {});
      client.flush();
    }
    client.close();
  };
}
