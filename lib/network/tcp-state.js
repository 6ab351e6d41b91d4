/**
 * @import { Engine } from './engine.js'
 * @import { Wire } from './link.js'
 * @import { Trace } from './trace.js'
 * @import { TcpOptions } from './types.ts'
 * @import { Variation } from './variation.js'
 */

/**
 * What all connections of a simulation share.
 * @typedef {object} Net
 * @property {Engine} engine
 * @property {Wire} wire
 * @property {Trace} trace
 * @property {TcpOptions} tcp
 * @property {number} mtu
 * @property {number} mss
 * @property {boolean} compresses whether the link squeezes what still compresses
 * @property {Variation} variation
 * @property {() => number} wakeClientMs how long the client's program takes to read what came
 * @property {number} clientBusyUntil when the client's program has dealt with what it read
 * @property {{ up: number, down: number }} cachedRttMs what either host remembers of earlier connections
 * @property {(receiver: any, packet: Packet) => void} receive takes a packet in
 * @property {(end: any) => void} onTimer what a retransmission timer runs
 * @property {(end: any) => void} onAckTimer what the timer of a delayed acknowledgement runs
 */

/**
 * A segment under way. `bytes` counts a FIN as one.
 * @typedef {object} Sent
 * @property {number} seq
 * @property {number} bytes
 * @property {boolean} fin
 * @property {number} sentAt
 * @property {boolean} again whether it was sent more than once
 * @property {boolean} sacked
 * @property {boolean} lost
 * @property {boolean} inFlightAgain a copy is under way after it was held for lost
 */

/**
 * @typedef {object} Packet
 * @property {number} seq
 * @property {number} bytes payload
 * @property {number} ack
 * @property {number} ipBytes
 * @property {boolean} syn
 * @property {boolean} fin
 * @property {boolean} reset
 * @property {boolean} push
 * @property {number} repeated end of a segment that arrived twice, as a duplicate SACK says it; -1 for none
 * @property {readonly (readonly [number, number])[] | null} sacks
 */

import { createTimer } from './timer.js';

/** @typedef {ReturnType<typeof buildEnd>} End */

/** Linux: the window of the handshake, the receive buffer (tcp_rmem), and memory that a packet takes beside its data. */
const LINUX_FIRST_WINDOW_BYTES = 64_240;
const LINUX_RECEIVE_BUFFER_BYTES = 131_072;
const LINUX_PACKET_OVERHEAD_BYTES = 844;

/** What programs do with a connection. */
const noop = () => {};

/**
 * One end of a TCP connection.
 * @param {Net} net @param {'up' | 'down'} way the way its packets go
 */
function buildEnd(net, way) {
  return {
    net,
    way,
    /** @type {any} */
    peer: null,
    /** @type {'closed' | 'listen' | 'syn-sent' | 'syn-received' | 'open' | 'time-wait'} */
    state: 'closed',
    openedAt: 0,

    // Sending.
    written: 0,
    corked: false,
    nagle: false,
    closing: false,
    /** The program has gone without reading what may still come: Linux answers that with resets. */
    abandoned: false,
    finSent: false,
    finAcked: false,
    una: 0,
    next: 0,
    /** @type {Sent[]} */
    flight: [],
    flightHead: 0,
    sackedCount: 0,
    lostCount: 0,
    againCount: 0,
    lastSmallEnd: -1,
    /** @type {number[]} ends of runs of written bytes, and whether a modem can squeeze them */
    runEnds: [],
    /** @type {boolean[]} */
    runSqueezes: [],
    /** Runs before this one are acknowledged. */
    runHead: 0,

    // Congestion: the window is counted in packets (linux, ns) or bytes (bsd97).
    cwnd: net.tcp.stack === 'bsd97' ? net.tcp.initialWindow * net.mss : net.tcp.initialWindow,
    ssthresh: Number.MAX_SAFE_INTEGER,
    growth: 0,
    cwndLimited: false,
    maxPacketsOut: 0,
    usageSeq: 0,
    cwndUsed: 0,
    cwndStamp: 0,
    lastSentAt: 0,
    /** @type {'open' | 'recovery' | 'loss'} */
    caState: 'open',
    highSeq: 0,
    undoSeq: -1,
    undoPending: 0,
    priorCwnd: 0,
    priorSsthresh: 0,
    frto: false,
    duplicateAcks: 0,
    tlpHighSeq: -1,
    tlpResent: false,
    cubicWMax: 0,
    cubicEpoch: -1,
    cubicOrigin: 0,
    cubicK: 0,

    // Round trips.
    srtt: 0,
    mdev: 0,
    mdevMax: 0,
    rttvar: 0,
    rttSeq: 0,
    rackRtt: 0,
    rto: 1000,
    synSends: 0,
    synSentAt: 0,
    timer: createTimer(net.engine, net.onTimer, null),
    timerIsProbe: false,

    // Receiving.
    received: 0,
    ackedUpTo: 0,
    read: 0,
    finReceived: false,
    finSeq: -1,
    /** @type {[number, number][]} */
    outOfOrder: [],
    ackScheduled: false,
    pushed: 0,
    quick: 0,
    pingpong: false,
    ato: 0,
    rcvMss: Math.min(536, net.mss),
    lastSegmentBytes: 0,
    lastReceivedAt: Number.NEGATIVE_INFINITY,
    // The window that Linux offers: it grows while there is room, and the room grows with what a round trip brings.
    offered: LINUX_FIRST_WINDOW_BYTES,
    /** What of it the other end was told last. */
    advertised: LINUX_FIRST_WINDOW_BYTES,
    room: Math.floor((LINUX_RECEIVE_BUFFER_BYTES * net.mss) / (net.mss + LINUX_PACKET_OVERHEAD_BYTES)),
    roundMs: 0,
    roundSeq: 0,
    roundStart: -1,
    copiedSeq: 0,
    copiedAt: 0,
    copiedBytes: 10 * net.mss,
    ackTimer: createTimer(net.engine, net.onAckTimer, null),
    wakePending: false,

    // The program: told when the connection stands, of bytes in order, and of the peer's FIN.
    onOpen: noop,
    /** @type {(bytes: number) => void} */
    onData: noop,
    onEnd: noop,
  };
}

/**
 * One end of a TCP connection, its timers running for it.
 * @param {Net} net @param {'up' | 'down'} way
 * @returns {End}
 */
export function createEnd(net, way) {
  const end = buildEnd(net, way);
  end.timer.subject = end;
  end.ackTimer.subject = end;
  return end;
}

/** @param {End} end */
export const packetsOut = (end) => end.flight.length - end.flightHead;

/** @param {End} end */
export const packetsInFlight = (end) => packetsOut(end) - end.sackedCount - end.lostCount + end.againCount;

/** Room for more: what is not read yet takes of it. @param {End} end */
export const roomLeft = (end) => end.room - (end.received - end.read);

/** The window that an end could offer now. @param {End} end */
export const windowOf = (end) => Math.min(end.offered, roomLeft(end));
