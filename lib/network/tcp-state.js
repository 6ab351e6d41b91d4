/**
 * @import { Engine } from './engine.js'
 * @import { Wire } from './link.js'
 * @import { Trace } from './trace.js'
 * @import { TcpOptions } from './types.ts'
 * @import { Variation } from './variation.js'
 */

/**
 * State that all connections of a simulation share.
 * @typedef {object} Net
 * @property {Engine} engine
 * @property {Wire} wire
 * @property {Trace} trace
 * @property {TcpOptions} tcp
 * @property {Stack} stack
 * @property {number} mtu
 * @property {number | null} serverWindow initial window of the server in segments, if it has its own
 * @property {number} mss
 * @property {boolean} compresses true if the link compresses data
 * @property {Variation} variation
 * @property {() => number} wakeClientMs time until the client's program reads data that arrived
 * @property {number} clientBusyUntil end of the client program's work on the data that it read
 * @property {{ up: number, down: number }} cachedRttMs round-trip times that the hosts cached of earlier connections
 * @property {(receiver: any, packet: Packet) => void} receive processes a packet
 * @property {(end: any) => void} onTimer handles the retransmission timer
 * @property {(end: any) => void} onAckTimer handles the timer of a delayed acknowledgement
 * @property {(end: any) => void} resume continues a paced connection
 */

/**
 * Behaviour in which TCP implementations differ. Congestion windows (`cwnd`) are in the unit of the stack.
 * @typedef {object} Stack
 * @property {number} varianceMinMs min difference between a time-out and the smoothed round trip
 * @property {number} firstRtoMs time-out of the first SYN
 * @property {number} synOptionBytes MSS, SACK permitted and window scale on Linux; MSS alone in 1997
 * @property {boolean} hasSack selective acknowledgements, and what builds on them: RACK, F-RTO, duplicate SACK
 * @property {boolean} hasTailProbe the tail loss probe of RFC 8985
 * @property {(segments: number, mss: number) => number} initialCwnd
 * @property {(net: Net, delayMs: number) => number} timerTime returns the time at which a timer set now fires
 * @property {(end: End) => boolean} looksLost returns true if later segments arrived before one that is in flight
 * @property {(end: End) => number} ssthreshAfterLoss
 * @property {(end: End) => number} cwndAfterTimeout
 * @property {(end: End, bytes: number) => boolean} maySend returns true if the congestion window allows a new segment
 * @property {(end: End) => boolean} maySendTail returns true if Nagle's rule allows a segment that is not full
 * @property {(end: End) => boolean} mayResend
 * @property {(end: End, delivered: number) => void} growWindow called after segments were acknowledged
 * @property {(end: End, rttMs: number) => void} noteRoundTrip called after an acknowledgement measured a round trip
 * @property {(end: End, delivered: number, isClean: boolean) => void} noteAcked called after an acknowledgement was
 *   processed, with the count of delivered segments; `isClean` if the oldest was among them and none was marked as
 *   lost
 * @property {(end: End) => void} leaveRecovery sets the window when all lost segments have arrived
 * @property {(end: End) => void} noteTimeout called after a time-out
 * @property {(end: End) => void} noteUndo called after a reduction of the window was undone
 * @property {(end: End, idleMs: number) => void} restartAfterIdle
 * @property {(end: End, sentCount: number, wasHeld: boolean) => void} noteWindowUse
 * @property {(end: End) => void} noteOpen
 * @property {(end: End) => void} noteSent
 * @property {(end: End, sent: Sent) => void} joinForResend
 * @property {(end: End, packet: Packet) => void} noteData
 * @property {(end: End) => void} noteDuplicate
 * @property {(end: End) => void} scheduleAck acknowledges now, or sets a timer for it
 * @property {(end: End) => void} noteAckTimeout
 * @property {(end: End) => void} noteRead
 */

/**
 * A segment in flight. `bytes` counts a FIN as one.
 * @typedef {object} Sent
 * @property {number} seq
 * @property {number} bytes
 * @property {boolean} fin
 * @property {number} sentAt
 * @property {boolean} again true if it was sent more than once
 * @property {boolean} sacked
 * @property {boolean} lost
 * @property {boolean} inFlightAgain true if a copy is in flight after it was marked as lost
 * @property {number} rateFirstSentAt counters of the connection's rate when it was sent
 * @property {number} rateDeliveredAt
 * @property {number} rateDelivered
 * @property {boolean} rateAppLimited
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
 * @property {number} repeated end of a segment that arrived twice, for a duplicate SACK; -1 for none
 * @property {readonly (readonly [number, number])[] | null} sacks
 */

import { Bbr } from './stacks/bbr.js';
import { Hystart } from './stacks/hystart.js';
import { Rate } from './stacks/rate-sample.js';
import { createTimer } from './timer.js';

/** Linux: the window of the handshake. */
const LINUX_FIRST_WINDOW_BYTES = 64_240;
/** The default of `net.ipv4.tcp_rmem`. */
const LINUX_RECEIVE_BUFFER_BYTES = 131_072;
/** Bytes of the receive buffer that a packet takes in addition to its payload, from captured windows. */
const LINUX_PACKET_OVERHEAD_BYTES = 844;
/** Packets that Linux expects a program to read in the first round trip. */
const LINUX_FIRST_COPY_PACKETS = 10;
/** The segment size that is expected before the first arrives (RFC 9293). */
const FIRST_RECEIVE_MSS_BYTES = 536;

/** The default handler of a program. */
const noop = () => {};

/**
 * One end of a TCP connection. A class, because spreading parts into an object literal cost a third of the total time.
 */
export class End {
  /** @type {any} */
  peer = null;
  /** @type {'closed' | 'listen' | 'syn-sent' | 'syn-received' | 'open' | 'time-wait'} */
  state = 'closed';
  openedAt = 0;

  // Sending.
  written = 0;
  corked = false;
  nagle = false;
  closing = false;
  /** True if the program ended without reading pending data. Linux answers such data with resets. */
  abandoned = false;
  finSent = false;
  finAcked = false;
  una = 0;
  next = 0;
  /** @type {Sent[]} */
  flight = [];
  flightHead = 0;
  sackedCount = 0;
  lostCount = 0;
  againCount = 0;
  lastSmallEnd = -1;
  /** @type {number[]} ends of runs of written bytes, and whether a modem can compress them */
  runEnds = [];
  /** @type {boolean[]} */
  runSqueezes = [];
  /** Runs before this index are acknowledged. */
  runHead = 0;

  // The congestion window, and the state to undo a reduction of it.
  ssthresh = Number.MAX_SAFE_INTEGER;
  growth = 0;
  cwndLimited = false;
  maxPacketsOut = 0;
  usageSeq = 0;
  cwndUsed = 0;
  cwndStamp = 0;
  lastSentAt = 0;
  /** @type {'open' | 'recovery' | 'loss'} */
  caState = 'open';
  highSeq = 0;
  undoSeq = -1;
  undoPending = 0;
  priorCwnd = 0;
  priorSsthresh = 0;
  frto = false;
  duplicateAcks = 0;
  tlpHighSeq = -1;
  tlpResent = false;
  // Pacing, in bytes per millisecond. A burst is sent at once.
  pacingRate = 0;
  pacedUntil = 0;
  burstLeft = 0;
  burstBytes = 0;
  segmentsSent = 0;
  /** @type {import('./engine.js').Event | null} */
  paceEvent = null;
  minRttMs = 0;
  hystart = new Hystart();
  bbr = new Bbr();
  /** @type {Rate | null} counters for BBR */
  rate = null;
  // Proportional rate reduction (RFC 6937): segments that recovery delivered and sent.
  prrDelivered = 0;
  prrSent = 0;
  cubicWMax = 0;
  cubicEpoch = -1;
  cubicOrigin = 0;
  cubicK = 0;

  // Round trips, and the retransmission timer that follows from them.
  srtt = 0;
  mdev = 0;
  mdevMax = 0;
  rttvar = 0;
  rttSeq = 0;
  rackRtt = 0;
  rto = 1000;
  synSends = 0;
  synSentAt = 0;
  timerIsProbe = false;

  // Receiving.
  received = 0;
  ackedUpTo = 0;
  read = 0;
  finReceived = false;
  finSeq = -1;
  /** @type {[number, number][]} */
  outOfOrder = [];
  ackScheduled = false;
  pushed = 0;
  quick = 0;
  pingpong = false;
  ato = 0;
  lastSegmentBytes = 0;
  lastReceivedAt = Number.NEGATIVE_INFINITY;
  wakePending = false;

  // The window that Linux offers. It grows while the buffer has space, and the buffer grows with the data of a round
  // trip.
  offered = LINUX_FIRST_WINDOW_BYTES;
  /** The part of it that was last announced to the other end. */
  advertised = LINUX_FIRST_WINDOW_BYTES;
  roundMs = 0;
  roundSeq = 0;
  roundStart = -1;
  copiedSeq = 0;
  copiedAt = 0;

  // Handlers of the program: connection open, bytes in order, FIN of the peer.
  onOpen = noop;
  /** @type {(bytes: number) => void} */
  onData = noop;
  onEnd = noop;
  /** Called when fewer bytes than this wait to be sent. Null without a handler. @type {(() => void) | null} */
  onDrain = null;
  drainBytes = 0;

  /** @param {Net} net @param {'up' | 'down'} way direction of its packets */
  constructor(net, way) {
    const { engine, stack, tcp, mss } = net;
    this.initialWindow = (way === 'down' ? net.serverWindow : null) ?? tcp.initialWindow;
    this.net = net;
    this.way = way;
    this.cwnd = stack.initialCwnd(this.initialWindow, mss);
    if (tcp.congestion === 'bbr') this.rate = new Rate();
    this.timer = createTimer(engine, net.onTimer, this);
    this.ackTimer = createTimer(engine, net.onAckTimer, this);
    this.rcvMss = Math.min(FIRST_RECEIVE_MSS_BYTES, mss);
    this.room = Math.floor((LINUX_RECEIVE_BUFFER_BYTES * mss) / (mss + LINUX_PACKET_OVERHEAD_BYTES));
    this.copiedBytes = LINUX_FIRST_COPY_PACKETS * mss;
  }
}

/** Returns the free bytes of the receive buffer. Unread data uses it. @param {End} end */
export const roomLeft = (end) => end.room - (end.received - end.read);

/** Returns the window that an end could offer now. @param {End} end */
export const windowOf = (end) => Math.min(end.offered, roomLeft(end));
