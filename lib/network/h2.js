/**
 * @import { Browser, Fetch } from './browser.js'
 * @import { Frame, Piece } from './h2-server.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */
import { createChannels } from './channel.js';
import { PRECONNECT_AFTER_MS } from './h1.js';
import { createServer2, FRAME_BYTES } from './h2-server.js';
import { createHpack } from './hpack.js';
import { openConnection } from './tcp.js';

/** The priority that clients still put into HEADERS (RFC 9113). */
const PRIORITY_BYTES = 5;
/** A frame header of 9 bytes and an increment of 4 (RFC 9113, 6.9). */
const WINDOW_UPDATE_BYTES = 13;
/** A frame header of 9 bytes and a payload of 5 (RFC 9113, 6.3). */
const PRIORITY_FRAME_BYTES = 14;
/** A frame header of 9 bytes and a payload of 8 (RFC 9113, 6.8). */
const GOAWAY_BYTES = 17;
/**
 * The first bytes of each kind of client, and its windows for the connection and for a stream. A window that was little
 * used is opened again after a time.
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
 * Opens a connection that stays unused: the first one carries everything.
 * @param {Net} net @param {Scenario} scenario
 */
function openSpare(net, scenario) {
  const open = () => {
    const { client, server } = createChannels(openConnection(net), scenario);
    client.onOpen = () => {
      client.close();
      client.end.abandoned = true;
    };
    server.onEnd = () => server.close();
  };
  net.engine.at(net.engine.now + PRECONNECT_AFTER_MS, open, undefined, undefined);
}

/**
 * Creates the windows of a connection and its streams. A client opens them again as it reads.
 * @param {Net} net
 * @param {typeof AGENTS['browser']} habits
 * @param {(bytes: number, frame: Partial<Frame>) => void} send
 * @param {number} streams
 */
function createWindows(net, habits, send, streams) {
  const { engine } = net;
  let unannounced = 0;
  const unannouncedOf = new Int32Array(streams);
  /** The time at which the connection's window was opened last. */
  let openedMs = 0;
  const openedMsOf = new Float64Array(streams);

  /**
   * Returns true if a window is due to be opened again.
   * @param {number} used @param {number} window @param {number} sinceMs
   */
  const isDue = (used, window, sinceMs) =>
    used >= Math.floor(window / 2) || engine.now - sinceMs >= habits.windowAfterMs;

  return {
    start() {
      openedMs = engine.now;
    },
    /**
     * Counts bytes that were read. Returns true if a window was opened.
     * @param {Fetch} fetch
     * @param {number} bytes read just now
     * @param {boolean} isOver
     */
    noteRead(fetch, bytes, isOver) {
      const { index } = fetch;
      unannounced += bytes;
      unannouncedOf[index] += bytes;
      let opened = false;
      if (isDue(unannounced, habits.connectionWindow, openedMs)) {
        send(WINDOW_UPDATE_BYTES, { opens: unannounced });
        unannounced = 0;
        openedMs = engine.now;
        opened = true;
      }
      if (!isOver && isDue(unannouncedOf[index], habits.streamWindow, openedMsOf[index] || fetch.requestMs)) {
        send(WINDOW_UPDATE_BYTES, { opens: unannouncedOf[index], stream: index });
        unannouncedOf[index] = 0;
        openedMsOf[index] = engine.now;
        opened = true;
      }
      return opened;
    },
  };
}

/**
 * Creates a reader of frames in the order in which the server wrote them.
 * @param {Piece[]} pieces @param {(piece: Piece, bytes: number, isWhole: boolean) => void} take
 */
function createFrameReader(pieces, take) {
  let head = 0;
  let arrived = 0;
  /** @param {number} bytes */
  return (bytes) => {
    for (let rest = bytes; rest > 0; ) {
      const piece = pieces[head];
      const taken = Math.min(rest, piece.bytes - arrived);
      const start = Math.max(arrived, FRAME_BYTES);
      arrived += taken;
      rest -= taken;
      const isWhole = arrived === piece.bytes;
      const content = Math.max(0, arrived - start);
      if (isWhole) {
        head += 1;
        arrived = 0;
      }
      take(piece, content, isWhole);
    }
  };
}

/**
 * Creates the receiver of frames. It reports their content to the browser.
 * @param {Browser} browser @param {ReturnType<typeof createWindows>} windows
 * @param {{ flush: () => void, acknowledgeSettings: () => void }} client
 */
function createResponses(browser, windows, client) {
  let settingsSeen = false;
  const bodies = new Int32Array(browser.fetches.length + 1);

  /** @param {Fetch} fetch */
  function tell(fetch) {
    const arrived = bodies[fetch.index];
    if (arrived < fetch.resource.bytes) browser.noteBody(fetch, arrived);
    else if (fetch.doneMs === 0) browser.noteDone(fetch);
  }

  /** @param {Piece} piece @param {number} bytes that arrived just now @param {boolean} isWhole */
  return ({ fetch, body }, bytes, isWhole) => {
    if (fetch === null) {
      if (settingsSeen || !isWhole) return;
      settingsSeen = true;
      client.acknowledgeSettings();
      return;
    }
    if (body === 0) {
      if (isWhole) browser.noteHead(fetch);
      if (isWhole && fetch.resource.bytes === 0) browser.noteDone(fetch);
      return;
    }
    const isOver = bodies[fetch.index] >= fetch.resource.bytes;
    if (isWhole && windows.noteRead(fetch, body, isOver)) client.flush();
    const content = isWhole ? Math.min(bytes, body) : bytes;
    bodies[fetch.index] = Math.min(bodies[fetch.index] + content, fetch.resource.bytes);
    tell(fetch);
  };
}

/**
 * Creates one HTTP/2 connection that carries the whole page.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createHttp2(net, cpu, scenario, browser) {
  const { agent } = scenario.http;
  const habits = AGENTS[agent];
  const { client, server } = createChannels(openConnection(net), scenario);
  const hpack = createHpack(agent);
  /** @type {{ up: Frame[], down: Piece[] }} */
  const wire = { up: [], down: [] };
  createServer2(net, cpu, scenario, server, wire, hpack, habits);
  let isOpen = false;
  /** @type {Fetch[]} */
  let found = [];

  /** @param {number} bytes @param {Partial<Frame>} frame */
  function send(bytes, frame) {
    wire.up.push({ bytes, fetch: null, opens: 0, stream: -1, settings: false, ...frame });
    client.write(bytes, true);
  }

  /** @param {number} bytes */
  function sendAlone(bytes) {
    send(bytes, {});
    client.flush();
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

  const windows = createWindows(net, habits, send, browser.fetches.length + 1);
  client.onOpen = () => {
    isOpen = true;
    windows.start();
    send(habits.prefaceBytes, { settings: true });
    if (habits.prefaceApart) client.flush();
    ask();
  };
  const acknowledgeSettings = () => sendAlone(FRAME_BYTES);
  client.onData = createFrameReader(
    wire.down,
    createResponses(browser, windows, { flush: client.flush, acknowledgeSettings }),
  );
  for (let spare = 0; spare < scenario.http.preconnect; spare += 1) openSpare(net, scenario);

  browser.ask = (fetch) => {
    found.push(fetch);
  };
  browser.afterAsking = ask;
  browser.prefer = (fetches) => {
    for (const _ of fetches) sendAlone(PRIORITY_FRAME_BYTES);
  };
  browser.onComplete = () => {
    if (habits.goaway) sendAlone(GOAWAY_BYTES);
    client.close();
  };
}
