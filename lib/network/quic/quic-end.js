/**
 * @import { Event } from '../engine.js'
 * @import { Fetch } from '../browser.js'
 * @import { Net } from '../tcp-state.js'
 * @import { QuicHabits } from './servers.js'
 */
import { createRandom } from '../random.js';
import { createStreams } from './streams.js';

/** IPv4 and UDP headers. */
export const IP_UDP_BYTES = 28;
/** Authentication tag of a packet. */
const TAG_BYTES = 16;
/** RFC 9002, 6.2.2: the round trip before any was measured. */
export const FIRST_RTT_MS = 333;

/**
 * Part of a message. Once sent it stays as it is, so that a second copy is known; `last` tells that it ends the
 * message.
 * @typedef {{ message: Message, bytes: number, last: boolean, sent: boolean, arrived: boolean }} Slice
 */
/**
 * A packet that was sent. `size` counts to what is in flight, `probes` is the datagram size that it tries.
 * @typedef {{ number: number, slices: Slice[], sentAt: number, size: number, open: boolean, probes: number }}
 *   SentPacket
 */
/** @typedef {{ number: number, slices: Slice[], acks: number[] | null, size: number, eliciting: boolean }} Datagram */
/**
 * What a message means: a step of the handshake, the part of a request or response, or nothing that anybody waits for.
 * Datagrams with a message that is padded are filled up; `isEnd` ends a stream.
 * @typedef {{ step: number, fetch: Fetch | null, isBody: boolean, isPadded: boolean, isEnd: boolean }} Message
 */

/** A message that nobody waits for. @type {Message} */
export const NOTHING = Object.freeze({ step: -1, fetch: null, isBody: false, isPadded: false, isEnd: false });

/** One end of a QUIC connection. */
export class QuicEnd {
  /** @type {any} */
  peer = null;
  isClosed = false;
  /** The handshake is over: packets need no padding, and the path may be probed. */
  isConfirmed = false;

  // Sending.
  /** Messages that go before any stream. @type {Slice[]} */
  control = [];
  streams;
  /** @type {SentPacket[]} */
  sent = [];
  /** All packets before this one are acknowledged or lost. */
  oldest = 0;
  /** Bytes. */
  inFlight = 0;
  cwnd;
  ssthresh = Number.POSITIVE_INFINITY;
  ackedSinceGrowth = 0;
  recoveryUntil = -1;
  datagramBytes;
  largestBytes;
  /** Size that is tried; 0 if none is under way. */
  probeBytes = 0;
  probedAt = Number.POSITIVE_INFINITY;
  /** Bytes that pacing lets go, counted at `paceAt`. */
  paceBudget = 0;
  paceAt = -1;
  /** @type {Event | null} */
  paceEvent = null;

  // Round trips and the probe timer.
  srtt = 0;
  rttvar = 0;
  minRttMs = Number.POSITIVE_INFINITY;
  probes = 0;
  /** @type {Event | null} */
  timer = null;
  /** HyStart: whether a round is measured, its last packet, its shortest round trip and the number of them. */
  round = { isOpen: false, end: -1, shortestMs: 0, samples: 0, isFound: false };

  // Receiving.
  /** Datagrams that have come and are not read yet. @type {Datagram[]} */
  inbox = [];
  largestSeen = -1;
  sinceGap = Number.POSITIVE_INFINITY;
  /** @type {number[]} */
  toAck = [];
  elicited = 0;
  /** @type {Event | null} */
  ackTimer = null;
  /** What was acknowledged last: an acknowledgement that is lost is made up for by the next. @type {number[]} */
  ackedLast = [];
  /** @type {(message: Message, bytes: number, last: boolean) => void} */
  onPart = () => {};
  /** What takes in a datagram, and what sets the probe timer. @type {(end: any, datagram: any) => void} */
  receive = () => {};
  /** @type {(end: any) => void} */
  arm = () => {};
  /** Told when a stream's last byte was acknowledged. */
  onStreamAcked = () => {};

  /** @param {Net} net @param {'up' | 'down'} way @param {QuicHabits} habits @param {string} order of streams */
  constructor(net, way, habits, order) {
    this.net = net;
    this.way = way;
    this.habits = habits;
    const most = net.mtu - IP_UDP_BYTES;
    this.datagramBytes = Math.min(habits.datagramBytes, most);
    this.largestBytes = Math.max(Math.min(habits.largestDatagramBytes, most), this.datagramBytes);
    this.cwnd = habits.initialWindow * this.datagramBytes;
    this.streams = createStreams(order);
    this.random = createRandom(net.variation.number + 1);
    this.skipAt = habits.skipPeriod === 0 ? Number.POSITIVE_INFINITY : drawSkip(this, 0, habits.skipPeriod);
    this.skipPeriod = habits.skipPeriod;
  }
}

/**
 * Returns the number of the next packet that is left out, as quic-go draws it to catch acknowledgements of nothing.
 * @param {QuicEnd} end @param {number} from @param {number} period
 */
export const drawSkip = (end, from, period) => from + 3 + Math.floor(end.random() * 2 * period);

/** Returns the bytes of a packet around its frames. @param {QuicEnd} end */
export const packetOverhead = (end) => end.habits.headerBytes + end.peer.habits.idBytes + TAG_BYTES;
