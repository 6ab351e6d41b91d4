/**
 * @import { Fetch } from './browser.js'
 * @import { Channel } from './channel.js'
 * @import { createHpack } from './hpack.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */

/** RFC 9113: the header of a frame. */
export const FRAME_BYTES = 9;
/** nginx: `http2_chunk_size`, and SETTINGS with WINDOW_UPDATE at the start. */
const CHUNK_BYTES = 8192;
const SERVER_SETTINGS_BYTES = 40;

/**
 * A frame on its way up: a request, a window that opens, or nothing that asks for an answer.
 * @typedef {{ bytes: number, fetch: Fetch | null, opens: number, stream: number, settings: boolean }} Frame
 */

/**
 * A response on its way: what of its body is not yet written, and what its stream may still carry.
 * @typedef {{ fetch: Fetch, left: number, window: number }} Stream
 */

/**
 * A piece of the stream down, in order: how many bytes of it are header and body, and of what.
 * @typedef {{ bytes: number, fetch: Fetch | null, body: number }} Piece
 */

/**
 * The server's side of one HTTP/2 connection, as nginx writes it.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Channel} channel
 * @param {{ up: Frame[], down: Piece[] }} wire @param {ReturnType<typeof createHpack>} hpack
 * @param {{ connectionWindow: number, streamWindow: number }} windows
 */
export function createServer2(net, cpu, { server, http }, channel, wire, hpack, windows) {
  let head = 0;
  let received = 0;
  let greeted = false;
  let connectionWindow = windows.connectionWindow;
  let flushPending = false;
  let settingsAnswered = false;
  let work = server.perConnectionMs;
  /** Streams that a window held up, oldest first; those before `waitingHead` are through. @type {Stream[]} */
  const waiting = [];
  let waitingHead = 0;
  /** @type {Map<number, Stream>} */
  const waitingByIndex = new Map();

  /** @param {number} bytes @param {Fetch | null} fetch @param {number} body */
  function write(bytes, fetch, body) {
    wire.down.push({ bytes, fetch, body });
    channel.write(bytes, fetch === null || body === 0 || fetch.squeezes);
  }

  function greet() {
    if (greeted) return;
    greeted = true;
    write(SERVER_SETTINGS_BYTES, null, 0);
  }

  function flushLater() {
    if (flushPending) return;
    flushPending = true;
    net.engine.at(
      net.engine.now,
      () => {
        flushPending = false;
        settingsAnswered = false;
        channel.flush();
      },
      undefined,
      undefined,
    );
  }

  /** @param {Stream} stream */
  function writeBody(stream) {
    while (stream.left > 0) {
      const bytes = Math.min(CHUNK_BYTES, stream.left, stream.window, connectionWindow);
      if (bytes <= 0) return;
      write(FRAME_BYTES + bytes, stream.fetch, bytes);
      stream.left -= bytes;
      stream.window -= bytes;
      connectionWindow -= bytes;
    }
  }

  /** @param {Fetch} fetch */
  function respond(fetch) {
    channel.end.nagle = server.nagle;
    write(FRAME_BYTES + hpack.responseBytes(fetch), fetch, 0);
    // What answers SETTINGS is sent at once, and takes along the header that stands behind it.
    if (http.tls === null || settingsAnswered) channel.flush();
    settingsAnswered = false;
    // Without TLS nginx sends files corked, and turns TCP_NODELAY off for it until the next response.
    channel.end.nagle = server.nagle || (http.tls === null && server.finWithLastData);
    const stream = { fetch, left: fetch.resource.bytes, window: windows.streamWindow };
    if (waitingHead === waiting.length) writeBody(stream);
    if (stream.left > 0) {
      waiting.push(stream);
      waitingByIndex.set(fetch.index, stream);
    }
    // A record ends with its response; the header of one that waits for a window goes with those behind it.
    if (http.tls === null || stream.left === fetch.resource.bytes) flushLater();
    else channel.flush();
  }

  function resume() {
    for (let index = waitingHead; index < waiting.length && connectionWindow > 0; index += 1) {
      const stream = waiting[index];
      if (stream.left > 0) writeBody(stream);
      if (http.tls !== null) channel.flush();
    }
    while (waitingHead < waiting.length && waiting[waitingHead].left === 0) {
      waitingByIndex.delete(waiting[waitingHead].fetch.index);
      waitingHead += 1;
    }
    flushLater();
  }

  /** @param {Frame} frame */
  function openWindow({ opens, stream }) {
    const held = waitingByIndex.get(stream);
    if (stream < 0) connectionWindow += opens;
    else if (held !== undefined) held.window += opens;
    resume();
  }

  channel.onOpen = () => {
    if (http.tls === null) return;
    greet();
    channel.flush();
  };
  channel.onData = (bytes) => {
    received += bytes;
    greet();
    while (head < wire.up.length && wire.up[head].bytes <= received) {
      const frame = wire.up[head];
      head += 1;
      received -= frame.bytes;
      if (frame.settings) {
        write(FRAME_BYTES, null, 0);
        settingsAnswered = true;
      }
      if (frame.opens > 0) openWindow(frame);
      if (frame.fetch === null) continue;
      if (work + server.thinkMs > 0) cpu.work(work + server.thinkMs, respond, frame.fetch, undefined);
      else respond(frame.fetch);
      work = 0;
    }
    flushLater();
  };
  channel.onEnd = () => channel.close();
}
