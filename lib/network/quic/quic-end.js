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
/** The round-trip time before the first measurement (RFC 9002, 6.2.2). */
export const FIRST_RTT_MS = 333;

/**
 * A part of a message. It stays unchanged once sent, so that a second copy is recognised. `last` is true if it ends the
 * message.
 * @typedef {{ message: Message, bytes: number, last: boolean, sent: boolean, arrived: boolean }} Slice
 */
/**
 * A packet that was sent. `size` counts towards the bytes in flight, `probes` is the datagram size that it tries.
 * @typedef {{ number: number, slices: Slice[], sentAt: number, size: number, open: boolean, probes: number }}
 *   SentPacket
 */
/** @typedef {{ number: number, slices: Slice[], acks: number[] | null, size: number, eliciting: boolean }} Datagram */
/**
 * The meaning of a message: a step of the handshake, a part of a request or response, or nothing that is awaited.
 * Datagrams with a padded message are filled up. `isEnd` ends a stream.
 * @typedef {{ step: number, fetch: Fetch | null, isBody: boolean, isPadded: boolean, isEnd: boolean }} Message
 */

/** A message that nothing waits for. @type {Message} */
export const NOTHING = Object.freeze({ step: -1, fetch: null, isBody: false, isPadded: false, isEnd: false });

/** One end of a QUIC connection. */
export class QuicEnd {
  /** @type {any} */
  peer = null;
  isClosed = false;
  /** True once the handshake is over: packets need no padding, and the path may be probed. */
  isConfirmed = false;

  // Sending.
  /** Messages that precede all streams. @type {Slice[]} */
  control = [];
  streams;
  /** @type {SentPacket[]} */
  sent = [];
  /** All packets before this one are acknowledged or lost. */
  oldest = 0;
  /** Bytes in flight. */
  inFlight = 0;
  cwnd;
  ssthresh = Number.POSITIVE_INFINITY;
  ackedSinceGrowth = 0;
  recoveryUntil = -1;
  datagramBytes;
  largestBytes;
  /** Datagram size that is tried, 0 if no probe is under way. */
  probeBytes = 0;
  probedAt = Number.POSITIVE_INFINITY;
  /** Bytes that pacing allows, counted at `paceAt`. */
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
  /** State of HyStart: whether a round is measured, its last packet, its shortest round trip and their count. */
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
  /** Packets of the last acknowledgement. The next one repeats them in case it is lost. @type {number[]} */
  ackedLast = [];
  /** @type {(message: Message, bytes: number, last: boolean) => void} */
  onPart = () => {};
  /**
   * Called with a datagram that arrives, and called to set the probe timer.
   * @type {(end: any, datagram: any) => void}
   */
  receive = () => {};
  /** @type {(end: any) => void} */
  arm = () => {};
  /** Called when a stream's last byte was acknowledged. */
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
 * Returns the number of the next packet that is left out. quic-go skips numbers to detect acknowledgements of packets
 * that were never sent.
 * @param {QuicEnd} end @param {number} from @param {number} period
 */
export const drawSkip = (end, from, period) => from + 3 + Math.floor(end.random() * 2 * period);

/** Returns the bytes of a packet around its frames. @param {QuicEnd} end */
export const packetOverhead = (end) => end.habits.headerBytes + end.peer.habits.idBytes + TAG_BYTES;
