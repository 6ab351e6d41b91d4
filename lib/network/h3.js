/**
 * @import { Browser, Fetch } from './browser.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */
import { createHpack } from './hpack.js';
import { closeQuic, openQuic, sendMessages } from './quic.js';

/**
 * Flights of TLS 1.3 inside QUIC: hello, answer with certificate, Finished, then tickets with the server's settings.
 */
const HELLO_BYTES = { robot: 300, browser: 1750 };
/** The server's certificate and end of its handshake, as captured with a short chain. */
const ANSWER_BYTES = 1150;
/** The end of the client's handshake, as captured. */
const FINISHED_BYTES = 60;
/** Tickets and SETTINGS of the server, as captured. */
const GREETING_BYTES = 560;
/** RFC 9114: the header of a HEADERS or DATA frame. */
const FRAME_BYTES = 3;

/** What a message means: a step of the handshake, a request, or a piece of a response. */
/** @typedef {{ step: number, fetch: Fetch | null, isBody: boolean }} Message */

/** @param {number} step @returns {Message} */
const handshake = (step) => ({ step, fetch: null, isBody: false });

/**
 * One HTTP/3 connection that carries the whole page.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createHttp3(net, cpu, { http, server: options }, browser) {
  const { client, server } = openQuic(net);
  const hpack = createHpack(http.agent);
  const bodies = new Int32Array(browser.fetches.length + 1);
  let isOpen = false;
  /** @type {Fetch[]} */
  let found = [];
  let work = options.perConnectionMs;

  function ask() {
    if (!isOpen || found.length === 0) return;
    const fetches = found;
    found = [];
    for (const fetch of fetches) {
      fetch.connection = 1;
      fetch.requestMs = net.engine.now;
    }
    sendMessages(
      client,
      fetches.map((fetch) => ({
        message: { step: -1, fetch, isBody: false },
        bytes: FRAME_BYTES + hpack.requestBytes(fetch),
      })),
    );
  }

  /** @param {Fetch} fetch */
  function respond(fetch) {
    const head = { message: { step: -1, fetch, isBody: false }, bytes: FRAME_BYTES + hpack.responseBytes(fetch) };
    const body = { message: { step: -1, fetch, isBody: true }, bytes: fetch.resource.bytes };
    sendMessages(server, body.bytes > 0 ? [head, body] : [head]);
  }

  server.onPart = (message, _bytes, last) => {
    if (!last) return;
    if (message.step === 0) sendMessages(server, [{ message: handshake(1), bytes: ANSWER_BYTES }]);
    if (message.step === 2) {
      server.isPadded = false;
      sendMessages(server, [{ message: handshake(3), bytes: GREETING_BYTES }]);
    }
    if (message.fetch === null) return;
    cpu.work(work + options.thinkMs, respond, message.fetch, undefined);
    work = 0;
  };

  client.onPart = ({ step, fetch, isBody }, bytes, last) => {
    if (step === 1 && last) {
      client.isPadded = false;
      isOpen = true;
      sendMessages(client, [{ message: handshake(2), bytes: FINISHED_BYTES }]);
      ask();
    }
    if (fetch === null) return;
    if (!isBody) {
      if (!last) return;
      browser.noteHead(fetch);
      if (fetch.resource.bytes === 0) browser.noteDone(fetch);
      return;
    }
    bodies[fetch.index] += bytes;
    if (bodies[fetch.index] === fetch.resource.bytes) browser.noteDone(fetch);
    else browser.noteBody(fetch, bodies[fetch.index]);
  };

  browser.ask = (fetch) => {
    found.push(fetch);
  };
  browser.afterAsking = ask;
  browser.onComplete = () => closeQuic(client);
  sendMessages(client, [{ message: handshake(0), bytes: HELLO_BYTES[http.agent] }]);
}
