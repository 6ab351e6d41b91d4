/**
 * @import { Fetch } from './browser.js'
 * @import { Channel } from './channel.js'
 * @import { createHpack } from './hpack.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */
import { urgency } from './urgency.js';

/** RFC 9113: the header of a frame. */
export const FRAME_BYTES = 9;
/** The default of `http2_chunk_size` in nginx. */
const CHUNK_BYTES = 8192;
/** SETTINGS and WINDOW_UPDATE of a server, as captured. */
const SERVER_SETTINGS_BYTES = 40;

/**
 * A frame on its way up: a request, a window update, or a frame that needs no answer.
 * @typedef {{ bytes: number, fetch: Fetch | null, opens: number, stream: number, settings: boolean }} Frame
 */

/**
 * A response on its way: the part of its body that is not yet written, and the rest of its stream's window.
 * @typedef {{ fetch: Fetch, left: number, window: number }} Stream
 */

/**
 * A piece of the stream down, in order: its bytes of header and body, and the resource that they belong to.
 * @typedef {{ bytes: number, fetch: Fetch | null, body: number }} Piece
 */

/**
 * Creates the writer of bodies. Each body is written as far as its window and the connection's window allow.
 * @param {{ connectionWindow: number, streamWindow: number }} windows
 * @param {(bytes: number, fetch: Fetch, body: number) => void} write
 */
function createBodies(windows, write) {
  let { connectionWindow } = windows;
  /** Streams that a window held up, oldest first. Those before `head` are finished. @type {Stream[]} */
  const waiting = [];
  let head = 0;
  /** @type {Map<number, Stream>} */
  const waitingByIndex = new Map();

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

  return {
    /** Starts a body. Returns true if any of it could be written. @param {Fetch} fetch */
    start(fetch) {
      const stream = { fetch, left: fetch.resource.bytes, window: windows.streamWindow };
      if (head === waiting.length) writeBody(stream);
      if (stream.left > 0) {
        waiting.push(stream);
        waitingByIndex.set(fetch.index, stream);
      }
      return stream.left < fetch.resource.bytes;
    },
    /** @param {Frame} frame */
    openWindow({ opens, stream }) {
      const held = waitingByIndex.get(stream);
      if (stream < 0) connectionWindow += opens;
      else if (held !== undefined) held.window += opens;
    },
    /** Continues the streams that wait. @param {() => void} onStream */
    resume(onStream) {
      for (let index = head; index < waiting.length && connectionWindow > 0; index += 1) {
        if (waiting[index].left > 0) writeBody(waiting[index]);
        onStream();
      }
      while (head < waiting.length && waiting[head].left === 0) {
        waitingByIndex.delete(waiting[head].fetch.index);
        head += 1;
      }
    },
  };
}

/** Max bytes that a server with priorities leaves to TCP. More could not be reordered. */
const UNSENT_BYTES = 16_384;

/**
 * Creates the writer of bodies in an order that the server chooses as the connection drains.
 * @param {{ connectionWindow: number, streamWindow: number }} windows
 * @param {(bytes: number, fetch: Fetch, body: number) => void} write
 * @param {Channel} channel @param {'rfc9218' | 'round-robin'} order
 */
function createOrderedBodies(windows, write, channel, order) {
  const { end } = channel;
  let { connectionWindow } = windows;
  /** @type {Stream[]} */
  let streams = [];

  /** @param {Stream} stream */
  const isReady = ({ window }) => window > 0;

  function chooseNext() {
    const ready = streams.filter(isReady);
    if (order === 'round-robin') return ready[0];
    return ready.reduce((best, each) => (urgency(each.fetch) < urgency(best.fetch) ? each : best), ready[0]);
  }

  /** Writes frames until enough bytes wait in TCP. */
  function fill() {
    while (connectionWindow > 0 && end.written - end.next < UNSENT_BYTES) {
      const stream = chooseNext();
      if (stream === undefined) return;
      const bytes = Math.min(CHUNK_BYTES, stream.left, stream.window, connectionWindow);
      write(FRAME_BYTES + bytes, stream.fetch, bytes);
      stream.left -= bytes;
      stream.window -= bytes;
      connectionWindow -= bytes;
      streams = streams.filter((each) => each !== stream);
      if (stream.left > 0) streams.push(stream);
      channel.flush();
    }
  }

  end.onDrain = () => end.net.engine.at(end.net.engine.now, fill, undefined, undefined);
  end.drainBytes = UNSENT_BYTES;
  return {
    /** @param {Fetch} fetch */
    start(fetch) {
      if (fetch.resource.bytes > 0) streams.push({ fetch, left: fetch.resource.bytes, window: windows.streamWindow });
      fill();
      return true;
    },
    /** @param {Frame} frame */
    openWindow({ opens, stream }) {
      const held = streams.find(({ fetch }) => fetch.index === stream);
      if (stream < 0) connectionWindow += opens;
      else if (held !== undefined) held.window += opens;
    },
    resume: fill,
  };
}

/**
 * Creates the server's side of one HTTP/2 connection. Its writes follow nginx.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Channel} channel
 * @param {{ up: Frame[], down: Piece[] }} wire @param {ReturnType<typeof createHpack>} hpack
 * @param {{ connectionWindow: number, streamWindow: number }} windows
 */
export function createServer2(net, cpu, { server, http }, channel, wire, hpack, windows) {
  const flushLater = createLateFlush(net, () => {
    settingsAnswered = false;
    channel.flush();
  });
  let greeted = false;
  let settingsAnswered = false;
  let work = server.perConnectionMs;

  /** @param {number} bytes @param {Fetch | null} fetch @param {number} body */
  function write(bytes, fetch, body) {
    wire.down.push({ bytes, fetch, body });
    channel.write(bytes, fetch === null || body === 0 || fetch.squeezes);
  }
  const bodies =
    http.priorities === 'ignored'
      ? createBodies(windows, write)
      : createOrderedBodies(windows, write, channel, http.priorities);

  function greet() {
    if (!greeted) write(SERVER_SETTINGS_BYTES, null, 0);
    greeted = true;
  }

  /** @param {Fetch} fetch */
  function respond(fetch) {
    channel.end.nagle = server.nagle;
    write(FRAME_BYTES + hpack.responseBytes(fetch), fetch, 0);
    // The answer to SETTINGS is sent at once, together with a header that was written before it.
    if (http.tls === null || settingsAnswered) channel.flush();
    settingsAnswered = false;
    // Without TLS, nginx sends files corked and turns TCP_NODELAY off until the next response.
    channel.end.nagle = server.nagle || (http.tls === null && server.finWithLastData);
    const wroteBody = bodies.start(fetch);
    // A record ends with its response. The header of a response that waits for a window goes with later ones.
    if (http.tls === null || !wroteBody) flushLater();
    else channel.flush();
  }

  /** @param {Frame} frame */
  function answer(frame) {
    if (frame.settings) {
      write(FRAME_BYTES, null, 0);
      settingsAnswered = true;
    }
    if (frame.opens > 0) {
      bodies.openWindow(frame);
      bodies.resume(() => http.tls !== null && channel.flush());
      flushLater();
    }
    if (frame.fetch === null) return;
    if (work + server.thinkMs > 0) cpu.work(work + server.thinkMs, respond, frame.fetch, undefined);
    else respond(frame.fetch);
    work = 0;
  }

  const takeFrames = createFrameQueue(wire.up, answer);
  channel.onOpen = () => {
    if (http.tls === null) return;
    greet();
    channel.flush();
  };
  channel.onData = (bytes) => {
    greet();
    takeFrames(bytes);
    flushLater();
  };
  channel.onEnd = () => channel.close();
}

/**
 * Creates a function that flushes once after all events of the current moment.
 * @param {Net} net @param {() => void} flush
 */
function createLateFlush({ engine }, flush) {
  let isPending = false;
  function run() {
    isPending = false;
    flush();
  }
  return () => {
    if (!isPending) engine.at(engine.now, run, undefined, undefined);
    isPending = true;
  };
}

/**
 * Creates a queue that passes on frames once they are complete.
 * @param {Frame[]} frames @param {(frame: Frame) => void} take
 */
function createFrameQueue(frames, take) {
  let head = 0;
  let received = 0;
  /** @param {number} bytes */
  return (bytes) => {
    received += bytes;
    while (head < frames.length && frames[head].bytes <= received) {
      const frame = frames[head];
      head += 1;
      received -= frame.bytes;
      take(frame);
    }
  };
}
