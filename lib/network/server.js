/**
 * @import { Channel } from './channel.js'
 * @import { Engine } from './engine.js'
 * @import { Fetch } from './browser.js'
 * @import { ServerOptions } from './types.ts'
 */

/** @typedef {ReturnType<typeof createCpu>} Cpu */

/** Time in which a current server reads a request and opens a file. */
const REQUEST_MS = 0.04;

/**
 * Creates the model of a server's work: concurrent, or one piece after the other on a shared processor.
 * @param {Engine} engine @param {ServerOptions} server
 */
export function createCpu(engine, server) {
  let freeAt = 0;
  return {
    /**
     * @template S, A
     * @param {number} workMs @param {(subject: S, argument: A) => void} then @param {S} subject @param {A} argument
     */
    work(workMs, then, subject, argument) {
      if (!server.sharedCpu) {
        engine.at(engine.now + workMs, then, subject, argument);
        return;
      }
      freeAt = Math.max(freeAt, engine.now) + workMs;
      engine.at(freeAt, then, subject, argument);
    },
  };
}

/**
 * Writes a response to TCP in the pieces that the server writes.
 * @param {Channel} channel @param {ServerOptions} server
 * @param {number} headerBytes @param {number} bodyBytes @param {boolean} squeezes
 */
function writeResponse(channel, server, headerBytes, bodyBytes, squeezes) {
  channel.write(headerBytes, true);
  if (server.headersInOwnSegment) channel.flush();
  if (bodyBytes === 0) return;
  if (server.writeBytes === 0) {
    channel.write(bodyBytes, squeezes);
    return;
  }
  let piece = server.headersInOwnSegment ? server.writeBytes : Math.max(server.writeBytes - headerBytes, 1);
  for (let rest = bodyBytes; rest > 0; rest -= piece) {
    if (rest < bodyBytes) piece = server.writeBytes;
    channel.write(Math.min(piece, rest), squeezes);
    channel.flush();
  }
}

/**
 * Creates a buffer that gathers the bytes of responses and writes them to TCP when it is full.
 * @param {Channel} channel @param {number} capacity
 */
function createOutputBuffer(channel, capacity) {
  let squeezed = 0;
  let plain = 0;

  /** @param {number} bytes */
  function hand(bytes) {
    const first = Math.min(squeezed, bytes);
    squeezed -= first;
    plain -= bytes - first;
    if (first > 0) channel.write(first, true);
    if (bytes > first) channel.write(bytes - first, false);
    channel.flush();
  }

  return {
    /** @param {number} bytes @param {boolean} squeezes */
    put(bytes, squeezes) {
      if (squeezes) squeezed += bytes;
      else plain += bytes;
      while (squeezed + plain >= capacity) hand(capacity);
    },
    flush() {
      if (squeezed + plain > 0) hand(squeezed + plain);
    },
  };
}

/**
 * Creates a server that answers the requests of one HTTP/1.x connection in their order.
 * @param {Channel} channel @param {Cpu} cpu @param {ServerOptions} server @param {boolean} closesAfterOne
 */
export function createServer1(channel, cpu, server, closesAfterOne) {
  /** @type {Fetch[]} */
  const expected = [];
  let head = 0;
  let received = 0;
  let busy = false;
  let work = server.perConnectionMs;
  /** True if the server holds back segments that are not full while it sends a file, until no request waits (Linux). */
  const corks = server.finWithLastData && !server.headersInOwnSegment;
  channel.end.nagle = server.nagle;

  const buffer = server.outputBufferBytes > 0 ? createOutputBuffer(channel, server.outputBufferBytes) : null;

  /** @param {Fetch} fetch @param {NonNullable<typeof buffer>} output */
  function respondBuffered({ resource, squeezes }, output) {
    output.put(resource.responseHeaderBytes, true);
    output.put(resource.bytes, squeezes);
    busy = false;
    if (!closesAfterOne) next();
    if (busy || (received > 0 && !closesAfterOne)) return;
    output.flush();
    if (closesAfterOne) channel.close();
  }

  /** @param {Fetch} fetch */
  function respond(fetch) {
    if (buffer !== null) {
      respondBuffered(fetch, buffer);
      return;
    }
    const { responseHeaderBytes, bytes } = fetch.resource;
    if (corks && bytes > 0) channel.cork(true);
    writeResponse(channel, server, responseHeaderBytes, bytes, fetch.squeezes);
    if (closesAfterOne) {
      if (!server.finWithLastData || bytes === 0) channel.flush();
      channel.close();
      return;
    }
    channel.flush();
    busy = false;
    next();
    if (!busy) channel.cork(false);
  }

  function next() {
    if (busy || head === expected.length || expected[head].resource.requestBytes > received) return;
    const fetch = expected[head];
    head += 1;
    received -= fetch.resource.requestBytes;
    busy = true;
    cpu.work(work + REQUEST_MS + server.thinkMs, respond, fetch, undefined);
    work = 0;
  }

  channel.onData = (bytes) => {
    received += bytes;
    next();
  };
  channel.onEnd = () => channel.close();

  return {
    /** Notes that the client has written this request and its bytes are on their way. @param {Fetch} fetch */
    expect(fetch) {
      expected.push(fetch);
    },
  };
}
