/** @import { Channel } from './channel.js' @import { TlsOptions } from './types.ts' */
import { answerBytes } from './handshake.js';

/** Max payload of a record (RFC 8446). */
const RECORD_BYTES = 16_384;
/** Header, authentication tag and content type (1.3), or header, explicit nonce and tag (1.2, AES-GCM). */
const RECORD_OVERHEAD = { 1.2: 29, 1.3: 22 };

/**
 * Sizes of the flights of a full handshake except the answer, as OpenSSL writes them: hello, client's Finished,
 * server's Finished and tickets. The hello of a browser offers a post-quantum key and more (X25519MLKEM768, encrypted
 * hello): 1,733 to 1,963 bytes, as captured of Chromium.
 */
const FLIGHTS = {
  robot: { 1.2: [517, 0, 126, 258], 1.3: [517, 0, 80, 542] },
  browser: { 1.2: [1963, 0, 126, 258], 1.3: [1963, 0, 64, 510] },
};

/** Time in which a browser verifies a new certificate. */
const VERIFY_MS = 28;

/**
 * Creates the records of one direction. A record of the handshake has a step, others hold content.
 * @param {Channel} sender @param {Channel} receiver @param {number} overhead
 * @param {(bytes: number) => void} onContent @param {(step: number) => void} onStep
 */
function createRecords(sender, receiver, overhead, onContent, onStep) {
  /** @type {{ wire: number, plain: number, step: number }[]} */
  const underWay = [];
  let head = 0;
  let arrived = 0;
  let waiting = 0;

  /** @param {number} plain */
  function seal(plain) {
    waiting -= plain;
    underWay.push({ wire: plain + overhead, plain, step: -1 });
    sender.write(plain + overhead, false);
  }

  receiver.onData = (bytes) => {
    arrived += bytes;
    let plain = 0;
    while (head < underWay.length && underWay[head].wire <= arrived) {
      const record = underWay[head];
      head += 1;
      arrived -= record.wire;
      plain += record.plain;
      if (record.step >= 0) onStep(record.step);
    }
    if (plain > 0) onContent(plain);
  };
  return {
    /** @param {number} wire @param {number} step */
    sendStep(wire, step) {
      underWay.push({ wire, plain: 0, step });
      sender.write(wire, false);
      sender.flush();
    },
    /** Puts content into records: full records are sent, the last one waits for `flush`. @param {number} bytes */
    write(bytes) {
      waiting += bytes;
      while (waiting >= RECORD_BYTES) {
        seal(RECORD_BYTES);
        sender.flush();
      }
    },
    flush() {
      if (waiting > 0) seal(waiting);
      sender.flush();
    },
  };
}

/**
 * Wraps a channel so that a program writes through records.
 * @param {Channel} channel @param {Channel} below @param {ReturnType<typeof createRecords>} records
 */
function wrap(channel, below, records) {
  channel.write = (bytes) => records.write(bytes);
  channel.flush = () => records.flush();
  // Segments are held back by sendfile, which records do not use.
  channel.cork = (corked) => {
    if (!corked) records.flush();
  };
  channel.close = () => {
    channel.isClosed = true;
    records.flush();
    below.close();
  };
}

/**
 * Adds TLS between a program and TCP: a handshake, then records that count when they are complete.
 * @param {{ client: Channel, server: Channel }} below @param {'1.2' | '1.3'} version @param {'robot' | 'browser'} agent
 * @param {TlsOptions} options
 * @returns {{ client: Channel, server: Channel }}
 */
export function createTls(below, version, agent, options) {
  const [hello, , finished, tickets] = FLIGHTS[agent][version];
  const flights = [hello, answerBytes(agent, options), finished, tickets];
  const overhead = RECORD_OVERHEAD[version];
  /** @type {Channel} */
  const client = { ...below.client, onOpen: () => {}, onData: () => {}, onEnd: () => {} };
  /** @type {Channel} */
  const server = { ...below.server, onOpen: () => {}, onData: () => {}, onEnd: () => {} };

  const {
    engine,
    variation: { slowness },
  } = below.client.end.net;

  /** @param {number} step of the handshake that reached the client */
  function answer(step) {
    if (client.isClosed) return;
    if (step === 1) up.sendStep(flights[2], 2);
    if (step === (version === '1.3' ? 1 : 3)) client.onOpen();
  }

  const down = createRecords(
    below.server,
    below.client,
    overhead,
    (bytes) => client.onData(bytes),
    (step) => {
      if (step === 1 && agent === 'browser') engine.at(engine.now + VERIFY_MS * slowness, answer, step, undefined);
      else answer(step);
    },
  );
  const up = createRecords(
    below.client,
    below.server,
    overhead,
    (bytes) => server.onData(bytes),
    (step) => {
      if (server.isClosed) return;
      if (step === 2 && version === '1.3') {
        down.sendStep(flights[3] / 2, 3);
        down.sendStep(flights[3] / 2, 3);
      } else down.sendStep(flights[step + 1], step + 1);
      if (step === 2) server.onOpen();
    },
  );

  wrap(client, below.client, up);
  wrap(server, below.server, down);
  below.client.onOpen = () => {
    if (!client.isClosed) up.sendStep(flights[0], 0);
  };
  below.client.onEnd = () => client.onEnd();
  below.server.onEnd = () => server.onEnd();
  return { client, server };
}
