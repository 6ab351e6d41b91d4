/**
 * @import { Browser, Fetch } from '../browser.js'
 * @import { Cpu } from '../server.js'
 * @import { Net } from '../tcp-state.js'
 * @import { Scenario } from '../types.ts'
 * @import { Message, QuicEnd, Slice } from './quic-end.js'
 */
import { answerBytes } from '../handshake.js';
import { urgency } from '../urgency.js';
import { closeQuic, openQuic, sendMessage } from './open-quic.js';
import { createQpack } from './qpack.js';
import { NOTHING } from './quic-end.js';
import { pump, sendFilled } from './quic-send.js';
import { QUIC_HABITS } from './servers.js';
import { createStream } from './streams.js';

/** Bytes of a hello. With a post-quantum key it takes two datagrams, without one it takes one. */
const HELLO_BYTES = { robot: 300, browser: 1750 };
/** The client's Finished with its SETTINGS. */
const FINISHED_BYTES = 115;
/** The server's SETTINGS, which are sent with its handshake. */
const SETTINGS_BYTES = 10;
/** A ticket, a token and further frames of a server after the handshake, as captured of Caddy. */
const GREETING_BYTES = 285;
/** RFC 9114: the header of a HEADERS or DATA frame, and a change of priority (RFC 9218) on the control stream. */
const FRAME_BYTES = 3;
/** See `FRAME_BYTES`. */
const PRIORITY_BYTES = 13;
/** An acknowledgement of a header block that refers to the table (RFC 9204, 4.4.1). */
const SECTION_ACK_BYTES = 1;
/** A frame that lets the client open another stream. */
const MAX_STREAMS_BYTES = 2;
/** Time from a server's answer to the end of the client's handshake, as captured of Chromium. */
const FINISH_MS = { robot: 0.2, browser: 1.5 };
/** Time from a server's answer to the client's first request, as captured of Chromium. */
const REQUEST_MS = { robot: 0.2, browser: 2.5 };
/** Delay of the body after the header, for a server that writes the parts of a response separately. */
const BODY_AFTER_MS = 0.03;
/** Delay of the end of a response after its body. See `BODY_AFTER_MS`. */
const END_AFTER_MS = 0.1;

/** Types that are useful before they are complete. Browsers request them as incremental. */
const INCREMENTAL = new Set(['html', 'image']);

/** @param {Message} message @param {number} bytes @returns {Slice} */
const slice = (message, bytes) => ({ message, bytes, last: true, sent: false, arrived: false });

/**
 * Creates the part of a server that writes responses into streams.
 * @param {Net} net @param {QuicEnd} server @param {ReturnType<typeof createQpack>} qpack
 */
function createResponder(net, server, qpack) {
  const { engine } = net;
  const { writesApart } = server.habits;

  /** @param {{ stream: ReturnType<typeof createStream>, fetch: Fetch }} response */
  function writeEnd({ stream, fetch }) {
    const last = stream.slices[stream.slices.length - 1];
    if (last === undefined) server.streams.add(stream, slice({ ...NOTHING, fetch, isBody: true, isEnd: true }, 0));
    else last.message = { ...last.message, isEnd: true };
    pump(server);
  }

  /** @param {{ stream: ReturnType<typeof createStream>, fetch: Fetch }} response */
  function writeBody(response) {
    const { stream, fetch } = response;
    const { bytes } = fetch.resource;
    if (bytes > 0)
      server.streams.add(stream, slice({ ...NOTHING, fetch, isBody: true, isEnd: !writesApart }, bytes + FRAME_BYTES));
    pump(server);
    if (writesApart) engine.at(engine.now + END_AFTER_MS, writeEnd, response, null);
  }

  /** @param {Fetch} fetch */
  return (fetch) => {
    const isIncremental = INCREMENTAL.has(fetch.resource.type);
    const stream = createStream(fetch.index, urgency(fetch), isIncremental);
    const isEnd = !writesApart && fetch.resource.bytes === 0;
    const head = slice({ ...NOTHING, fetch, isEnd }, FRAME_BYTES + qpack.responseBytes(fetch));
    server.streams.add(stream, head);
    const response = { stream, fetch };
    if (!writesApart) {
      writeBody(response);
      return;
    }
    pump(server);
    engine.at(engine.now + BODY_AFTER_MS, writeBody, response, null);
  };
}

/**
 * Creates a reader. It reports arrived bytes to the browser, and to the server the header blocks that were read.
 * @param {Browser} browser @param {QuicEnd} client @param {boolean} indexes
 */
function createReader(browser, client, indexes) {
  const bodies = new Int32Array(browser.fetches.length + 1);
  /** @param {Message} message @param {number} bytes @param {boolean} last */
  return ({ fetch, isBody }, bytes, last) => {
    if (fetch === null) return;
    if (!isBody) {
      if (!last) return;
      browser.noteHead(fetch);
      if (indexes) client.control.push(slice({ ...NOTHING }, SECTION_ACK_BYTES));
      if (fetch.resource.bytes === 0) browser.noteDone(fetch);
      return;
    }
    if (bytes === 0) return;
    bodies[fetch.index] += bytes;
    const content = Math.max(0, bodies[fetch.index] - FRAME_BYTES);
    if (content === fetch.resource.bytes) browser.noteDone(fetch);
    else browser.noteBody(fetch, content);
  };
}

/**
 * Adds the server's side: the handshake, then a response for each request.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {QuicEnd} server
 * @param {ReturnType<typeof createQpack>} qpack
 */
function serve(net, cpu, { server: options, tls, http }, server, qpack) {
  const { habits } = server;
  const respond = createResponder(net, server, qpack);
  let work = options.perConnectionMs;
  if (habits.announcesStreams)
    server.onStreamAcked = () => server.control.push(slice({ ...NOTHING }, MAX_STREAMS_BYTES));

  server.onPart = ({ step, fetch }, _bytes, last) => {
    if (step === 0 && !last && habits.helloAckBytes > 0) sendFilled(server, [], habits.helloAckBytes, 0);
    if (!last) return;
    if (step === 0) {
      sendMessage(server, { ...NOTHING, step: 1, isPadded: true }, answerBytes(http.agent, tls));
      sendMessage(server, { ...NOTHING }, SETTINGS_BYTES);
    }
    if (step === 2) {
      server.isConfirmed = true;
      server.probedAt = net.engine.now;
      sendMessage(server, { ...NOTHING, step: 3 }, GREETING_BYTES);
    }
    if (fetch === null) return;
    cpu.work(work + options.thinkMs, respond, fetch, undefined);
    work = 0;
  };
}

/**
 * Creates one HTTP/3 connection that carries the whole page.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createHttp3(net, cpu, scenario, browser) {
  const { http, server: options } = scenario;
  const { client, server } = openQuic(net, {
    client: http.agent === 'browser' ? 'chromium' : 'robot',
    server: options.quic,
    order: http.priorities,
    window: options.initialWindow,
  });
  const { indexesFields } = QUIC_HABITS[options.quic];
  const qpack = createQpack(http.agent, indexesFields);
  serve(net, cpu, scenario, server, qpack);
  const read = createReader(browser, client, indexesFields);
  const session = { isOpen: false, found: /** @type {Fetch[]} */ ([]) };

  function ask() {
    if (!session.isOpen || session.found.length === 0) return;
    const fetches = session.found;
    session.found = [];
    for (const fetch of fetches) {
      fetch.connection = 1;
      fetch.requestMs = net.engine.now;
      sendMessage(client, { ...NOTHING, fetch }, FRAME_BYTES + PRIORITY_BYTES + qpack.requestBytes(fetch));
    }
  }

  function finish() {
    sendMessage(client, { ...NOTHING, isPadded: true }, 1);
    client.isConfirmed = true;
    sendMessage(client, { ...NOTHING, step: 2 }, FINISHED_BYTES);
  }

  client.onPart = (message, bytes, last) => {
    if (message.step === 1 && last) {
      net.engine.at(net.engine.now + FINISH_MS[http.agent] * http.slowness, finish, undefined, undefined);
      net.engine.at(net.engine.now + REQUEST_MS[http.agent] * http.slowness, open, undefined, undefined);
    }
    read(message, bytes, last);
  };

  function open() {
    session.isOpen = true;
    ask();
  }

  browser.ask = (fetch) => {
    session.found.push(fetch);
  };
  browser.afterAsking = ask;
  browser.onComplete = () => closeQuic(client);
  sendMessage(client, { ...NOTHING, step: 0, isPadded: true }, HELLO_BYTES[http.agent]);
}
