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
 * @property {Stack} stack
 * @property {number} mtu
 * @property {number | null} serverWindow segments that the server sends first, where it has its own window
 * @property {number} mss
 * @property {boolean} compresses whether the link squeezes what still compresses
 * @property {Variation} variation
 * @property {() => number} wakeClientMs how long the client's program takes to read what came
 * @property {number} clientBusyUntil when the client's program has dealt with what it read
 * @property {{ up: number, down: number }} cachedRttMs what either host remembers of earlier connections
 * @property {(receiver: any, packet: Packet) => void} receive takes a packet in
 * @property {(end: any) => void} onTimer what a retransmission timer runs
 * @property {(end: any) => void} onAckTimer what the timer of a delayed acknowledgement runs
 * @property {(end: any) => void} resume what a paced connection goes on with
 */

/**
 * What one TCP implementation does its own way. Congestion windows (`cwnd`) are in the unit that the stack counts in.
 * @typedef {object} Stack
 * @property {number} varianceMinMs the least that a time-out adds to the smoothed round trip
 * @property {number} firstRtoMs how long the first SYN waits for its answer
 * @property {number} synOptionBytes MSS, SACK permitted and window scale on Linux; MSS alone in 1997
 * @property {boolean} hasSack selective acknowledgements, and what builds on them: RACK, F-RTO, duplicate SACK
 * @property {boolean} hasTailProbe the tail loss probe of RFC 8985
 * @property {(segments: number, mss: number) => number} initialCwnd
 * @property {(net: Net, delayMs: number) => number} timerTime when a timer set now fires
 * @property {(end: End) => boolean} looksLost whether what is still out was passed by what came after it
 * @property {(end: End) => number} ssthreshAfterLoss
 * @property {(end: End) => number} cwndAfterTimeout
 * @property {(end: End, bytes: number) => boolean} maySend whether the congestion window has room for a new segment
 * @property {(end: End) => boolean} maySendTail whether Nagle's rule lets a segment go that is not full
 * @property {(end: End) => boolean} mayResend
 * @property {(end: End, delivered: number) => void} growWindow after so many segments were acknowledged
 * @property {(end: End, rttMs: number) => void} noteRoundTrip an acknowledgement measured a round trip
 * @property {(end: End, delivered: number, isClean: boolean) => void} noteAcked an acknowledgement was processed: so
 *   many
 *   segments were delivered, and `isClean` if the oldest was among them and none was shown to be lost
 * @property {(end: End) => void} leaveRecovery sets the window when all that was lost has arrived
 * @property {(end: End) => void} noteTimeout a time-out fired
 * @property {(end: End) => void} noteUndo a reduction of the window was taken back
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
 * @property {number} repeated end of a segment that arrived twice, as a duplicate SACK says it; -1 for none
 * @property {readonly (readonly [number, number])[] | null} sacks
 */

import { Bbr } from './stacks/bbr.js';
import { Hystart } from './stacks/hystart.js';
import { Rate } from './stacks/rate-sample.js';
import { createTimer } from './timer.js';

/**
 * Linux: the window of the handshake, the receive buffer (tcp_rmem), and memory that a packet takes beside its data.
 */
const LINUX_FIRST_WINDOW_BYTES = 64_240;
/** The default of `net.ipv4.tcp_rmem`. */
const LINUX_RECEIVE_BUFFER_BYTES = 131_072;
/** What a packet takes of the buffer beside its payload, from windows that were captured. */
const LINUX_PACKET_OVERHEAD_BYTES = 844;
/** What Linux expects a program to read in the first round trip. */
const LINUX_FIRST_COPY_PACKETS = 10;
/** RFC 9293: the segment size to expect before any has come. */
const FIRST_RECEIVE_MSS_BYTES = 536;

/** What programs do with a connection. */
const noop = () => {};

/**
 * One end of a TCP connection. A class, since fields that an object literal takes from parts cost a third of all time.
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
  /** The program has gone without reading what may still come: Linux answers that with resets. */
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
  /** @type {number[]} ends of runs of written bytes, and whether a modem can squeeze them */
  runEnds = [];
  /** @type {boolean[]} */
  runSqueezes = [];
  /** Runs before this one are acknowledged. */
  runHead = 0;

  // The congestion window, and what is needed to take a reduction of it back.
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
  // Pacing, in bytes a millisecond; a burst goes at once.
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
  /** @type {Rate | null} counters that BBR needs */
  rate = null;
  // Proportional rate reduction (RFC 6937): what recovery delivered and sent.
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

  // The window that Linux offers: it grows while there is room, and the room grows with what a round trip brings.
  offered = LINUX_FIRST_WINDOW_BYTES;
  /** What of it the other end was told last. */
  advertised = LINUX_FIRST_WINDOW_BYTES;
  roundMs = 0;
  roundSeq = 0;
  roundStart = -1;
  copiedSeq = 0;
  copiedAt = 0;

  // The program: told when the connection stands, of bytes in order, and of the peer's FIN.
  onOpen = noop;
  /** @type {(bytes: number) => void} */
  onData = noop;
  onEnd = noop;
  /** Told when fewer bytes than this wait to be sent; null if nobody asks. @type {(() => void) | null} */
  onDrain = null;
  drainBytes = 0;

  /** @param {Net} net @param {'up' | 'down'} way the way its packets go */
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

/** Room for more: what is not read yet takes of it. @param {End} end */
export const roomLeft = (end) => end.room - (end.received - end.read);

/** The window that an end could offer now. @param {End} end */
export const windowOf = (end) => Math.min(end.offered, roomLeft(end));
