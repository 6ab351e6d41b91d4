/**
 * @import { Event } from './engine.js'
 * @import { Net } from './tcp-state.js'
 */
import { cancel } from './engine.js';
import { countPacket, notePassing, RETRANSMITTED } from './trace.js';

/** IPv4 and UDP headers. */
const IP_UDP_BYTES = 28;
/** RFC 9000: what a packet spends on its header and authentication tag, a frame on its header, an ACK frame. */
const PACKET_BYTES = 28;
/** Type, stream, offset and length of a frame, mostly. */
const FRAME_BYTES = 5;
/** An ACK frame of one range, mostly. */
const ACK_BYTES = 8;
/** Datagrams that carry a hello are at least this long, and nothing is longer than the path is sure to take. */
const LEAST_HELLO_BYTES = 1200;
/** What Chromium and servers send at most before they have probed the path, as captured. */
const DATAGRAM_BYTES = 1350;
/** RFC 9000 and 9002: acknowledge every second packet or after so long, tell loss by packets, window to start with. */
const ACK_EVERY = 2;
/** The default of RFC 9000, 18.2. */
const MAX_ACK_DELAY_MS = 25;
/** kPacketThreshold of RFC 9002, 6.1.1. */
const LOSS_THRESHOLD = 3;
/** kInitialRtt of RFC 9002, 6.2.2. */
const FIRST_RTT_MS = 333;
/** kGranularity of RFC 9002, 6.1.2. */
const GRANULARITY_MS = 1;
/** Probes without an answer after which a run is given up. */
const MAX_PROBES = 12;

/**
 * Part of a message; `last` tells that it ends the message. Once sent it stays as it is, so that a second copy is
 * known.
 * @typedef {{ message: any, bytes: number, last: boolean, sent: boolean, arrived: boolean }} Slice
 */
/** @typedef {{ number: number, slices: Slice[], sentAt: number, size: number, open: boolean }} SentPacket */
/** @typedef {{ number: number, slices: Slice[], acks: number[] | null, size: number }} Datagram */
/** @typedef {ReturnType<typeof createQuicEnd>} QuicEnd */

/**
 * One end of a QUIC connection: messages go out in datagrams, and every part counts when its own datagram arrives.
 * @param {Net} net @param {'up' | 'down'} way @param {number} initialWindow
 */
function createQuicEnd(net, way, initialWindow) {
  return {
    net,
    way,
    /** @type {any} */
    peer: null,
    /** @type {Slice[]} */
    queue: [],
    queueHead: 0,
    /** @type {SentPacket[]} */
    sent: [],
    /** All packets before this one are acknowledged or lost. */
    oldest: 0,
    inFlight: 0,
    cwnd: initialWindow,
    ssthresh: Number.MAX_SAFE_INTEGER,
    growth: 0,
    recoveryUntil: -1,
    srtt: 0,
    rttvar: 0,
    probes: 0,
    /** @type {Event | null} */
    timer: null,
    /** @type {Set<number>} */
    seen: new Set(),
    /** @type {number[]} */
    toAck: [],
    /** @type {Event | null} */
    ackTimer: null,
    isPadded: true,
    isClosed: false,
    /** @type {(message: any, bytes: number, last: boolean) => void} */
    onPart: () => {},
  };
}

/** @param {QuicEnd} end */
const roundTrip = (end) => (end.srtt === 0 ? FIRST_RTT_MS : end.srtt);

/** @param {QuicEnd} end */
const probeDelay = (end) =>
  (roundTrip(end) + Math.max(4 * (end.srtt === 0 ? FIRST_RTT_MS / 2 : end.rttvar), GRANULARITY_MS) + MAX_ACK_DELAY_MS) *
  2 ** end.probes;

/** @param {QuicEnd} end */
function armProbe(end) {
  cancel(end.timer);
  end.timer = end.inFlight === 0 ? null : end.net.engine.at(end.net.engine.now + probeDelay(end), probe, end, null);
}

/** @param {QuicEnd} end @param {SentPacket} packet */
function requeue(end, packet) {
  packet.open = false;
  end.inFlight -= 1;
  end.queue.splice(end.queueHead, 0, ...packet.slices);
}

/** @param {QuicEnd} end */
function probe(end) {
  end.timer = null;
  while (end.oldest < end.sent.length && !end.sent[end.oldest].open) end.oldest += 1;
  const oldest = end.sent[end.oldest];
  if (oldest === undefined) return;
  end.probes += 1;
  if (end.probes > MAX_PROBES) throw new Error('quic: no answer from the other end; the link loses too much');
  requeue(end, oldest);
  sendDatagram(end, RETRANSMITTED);
  armProbe(end);
}

/** @param {QuicEnd} end @param {Datagram} datagram */
function arrive(end, datagram) {
  const { net } = end;
  if (end.way === 'up') notePassing(net.trace, net.engine.now, datagram.size);
  if (end.isClosed) return;
  if (datagram.acks !== null) takeAcks(end, datagram.acks);
  if (datagram.slices.length > 0) {
    end.toAck.push(datagram.number);
    if (!end.seen.has(datagram.number)) {
      end.seen.add(datagram.number);
      for (const slice of datagram.slices) {
        if (slice.arrived) continue;
        slice.arrived = true;
        end.onPart(slice.message, slice.bytes, slice.last);
      }
    }
  }
  pump(end);
  if (end.toAck.length >= ACK_EVERY) sendDatagram(end, 0);
  else if (end.toAck.length > 0 && end.ackTimer === null) {
    end.ackTimer = net.engine.at(net.engine.now + MAX_ACK_DELAY_MS, ackLate, end, null);
  }
}

/** @param {QuicEnd} end */
function ackLate(end) {
  end.ackTimer = null;
  if (end.toAck.length > 0 && !end.isClosed) sendDatagram(end, 0);
}

/**
 * Fills one datagram from the queue and sends it, with what is to be acknowledged.
 * @param {QuicEnd} end @param {number} kind
 */
function sendDatagram(end, kind) {
  const { net, way } = end;
  const acks = end.toAck.length > 0 ? end.toAck : null;
  let size = PACKET_BYTES + (acks === null ? 0 : ACK_BYTES);
  /** @type {Slice[]} */
  const slices = [];
  const room = Math.min(DATAGRAM_BYTES, net.mtu - IP_UDP_BYTES) - FRAME_BYTES - (acks === null ? ACK_BYTES : 0);
  while (end.queueHead < end.queue.length && size < room) {
    const slice = end.queue[end.queueHead];
    if (slice.sent && slice.bytes > room - size) break;
    const bytes = Math.min(slice.bytes, room - size);
    const isWhole = bytes === slice.bytes;
    const part = isWhole ? slice : { ...slice, bytes, last: false };
    part.sent = true;
    slices.push(part);
    size += FRAME_BYTES + bytes;
    if (isWhole) end.queueHead += 1;
    else slice.bytes -= bytes;
  }
  if (end.isPadded && slices.length > 0) size = Math.max(size, Math.min(LEAST_HELLO_BYTES, net.mtu - IP_UDP_BYTES));
  if (slices.length > 0) {
    const packet = { number: end.sent.length, slices, sentAt: net.engine.now, size, open: true };
    end.sent.push(packet);
    end.inFlight += 1;
  }
  end.toAck = [];
  cancel(end.ackTimer);
  end.ackTimer = null;
  countPacket(net.trace, way, IP_UDP_BYTES + size, size, kind);
  if (slices.length === 0) net.trace.ack += 1;
  if (way === 'up') notePassing(net.trace, net.engine.now, size);
  const datagram = { number: end.sent.length - 1, slices, acks, size };
  if (!net.wire.send(way, IP_UDP_BYTES + size, 0, arrive, end.peer, datagram)) net.trace.lost += 1;
}

/** @param {QuicEnd} end @param {number} sample */
function takeRoundTrip(end, sample) {
  if (end.srtt === 0) {
    end.srtt = sample;
    end.rttvar = sample / 2;
    return;
  }
  end.rttvar = (3 * end.rttvar + Math.abs(end.srtt - sample)) / 4;
  end.srtt = (7 * end.srtt + sample) / 8;
}

/** @param {QuicEnd} end @param {number} delivered @param {boolean} wasFull */
function grow(end, delivered, wasFull) {
  if (!wasFull) return;
  if (end.cwnd < end.ssthresh) {
    end.cwnd += delivered;
    return;
  }
  end.growth += delivered;
  if (end.growth >= end.cwnd) {
    end.growth -= end.cwnd;
    end.cwnd += 1;
  }
}

/** @param {QuicEnd} end @param {readonly number[]} numbers */
function takeAcks(end, numbers) {
  const { now } = end.net.engine;
  const wasFull = 2 * end.inFlight >= end.cwnd;
  let delivered = 0;
  let largest = -1;
  for (const number of numbers) {
    const packet = end.sent[number];
    largest = Math.max(largest, number);
    if (!packet.open) continue;
    packet.open = false;
    end.inFlight -= 1;
    delivered += 1;
  }
  if (delivered === 0) return;
  takeRoundTrip(end, now - end.sent[largest].sentAt);
  end.probes = 0;
  let lost = false;
  while (end.oldest < end.sent.length && !end.sent[end.oldest].open) end.oldest += 1;
  for (let number = end.oldest; number <= largest - LOSS_THRESHOLD; number += 1) {
    const packet = end.sent[number];
    if (!packet.open) continue;
    requeue(end, packet);
    end.net.trace.retransmitted += 1;
    lost ||= number > end.recoveryUntil;
  }
  if (lost) {
    end.ssthresh = Math.max(2, Math.floor(end.cwnd / 2));
    end.cwnd = end.ssthresh;
    end.recoveryUntil = end.sent.length - 1;
  } else grow(end, delivered, wasFull);
  armProbe(end);
}

/** @param {QuicEnd} end */
function pump(end) {
  let sentAny = false;
  while (end.queueHead < end.queue.length && end.inFlight < end.cwnd) {
    sendDatagram(end, 0);
    sentAny = true;
  }
  if (sentAny) armProbe(end);
}

/**
 * Queues messages and sends what the window lets go.
 * @param {QuicEnd} end @param {readonly { message: any, bytes: number }[]} messages
 */
export function sendMessages(end, messages) {
  for (const { message, bytes } of messages)
    end.queue.push({ message, bytes, last: true, sent: false, arrived: false });
  pump(end);
}

/**
 * Ends the connection with one last packet.
 * @param {QuicEnd} client
 */
export function closeQuic(client) {
  const { net } = client;
  for (const end of [client, /** @type {QuicEnd} */ (client.peer)]) {
    cancel(end.timer);
    cancel(end.ackTimer);
    end.isClosed = true;
  }
  countPacket(net.trace, 'up', IP_UDP_BYTES + PACKET_BYTES + FRAME_BYTES, PACKET_BYTES + FRAME_BYTES, 0);
  notePassing(net.trace, net.engine.now, 0);
}

/**
 * Makes the two ends of a QUIC connection.
 * @param {Net} net
 */
export function openQuic(net) {
  const client = createQuicEnd(net, 'up', net.tcp.initialWindow);
  const server = createQuicEnd(net, 'down', net.tcp.initialWindow);
  client.peer = server;
  server.peer = client;
  net.trace.connections += 1;
  return { client, server };
}
