/** Parameters of QUIC servers and clients, from their source and from captures. */

/**
 * Behaviour in which QUIC implementations differ.
 * @typedef {object} QuicHabits
 * @property {number} datagramBytes UDP payload before the path is probed
 * @property {number} largestDatagramBytes max UDP payload after probes of the path
 * @property {number} idBytes connection ID in the packets that it receives
 * @property {number} headerBytes first byte and packet number
 * @property {number} initialWindow packets
 * @property {number} minWindow packets
 * @property {number} reduction share of the window that a loss leaves
 * @property {boolean} growsUnused true if a window grows that is not used
 * @property {boolean} growsBySize true if a window grows by the bytes of a packet instead of a full one
 * @property {number} paceGain pace in windows per round trip; infinite without pacing
 * @property {number} burstPackets packets that may be sent at once after a pause
 * @property {number} minPaceMs shortest pause
 * @property {number} ackEvery packets per acknowledgement
 * @property {number} ackEveryLater packets per acknowledgement once `decimatesAfter` packets have arrived
 * @property {number} decimatesAfter
 * @property {number} ackDelayMs max delay of an acknowledgement
 * @property {number} acksAfterGap packets after a missing one that are acknowledged at once
 * @property {number} ackPacketBytes UDP payload of a packet with only an acknowledgement
 * @property {number} skipPeriod average count of packet numbers after which one is left out; 0 for never
 * @property {number} helloAckBytes UDP payload that acknowledges the first part of a hello before the answer; 0 for
 *   none
 * @property {boolean} writesApart true if header, body and end of a response are written one after the other
 * @property {'round-robin' | 'ignored'} order of streams that have the same priority
 * @property {boolean} indexesFields true if header fields that were sent before are sent as an index (QPACK)
 * @property {boolean} announcesStreams true if a frame replaces each finished stream
 */

/** Packets that quic-go sends at once after a pause (`maxBurstSizePackets`). */
const QUIC_GO_BURST = 10;

/**
 * Chromium: quiche's QuicReceivedPacketManager and QuicConnection, 2026.
 * @type {QuicHabits}
 */
const CHROMIUM = Object.freeze({
  datagramBytes: 1250,
  largestDatagramBytes: 1250,
  idBytes: 0,
  headerBytes: 3,
  initialWindow: 32,
  minWindow: 4,
  reduction: 0.7,
  growsUnused: false,
  growsBySize: false,
  paceGain: Number.POSITIVE_INFINITY,
  burstPackets: 10,
  minPaceMs: 1,
  ackEvery: 2,
  ackEveryLater: 10,
  decimatesAfter: 100,
  ackDelayMs: 25,
  acksAfterGap: 4,
  ackPacketBytes: 30,
  skipPeriod: 0,
  helloAckBytes: 0,
  writesApart: false,
  order: 'round-robin',
  indexesFields: true,
  announcesStreams: false,
});

/**
 * quic-go 0.63, 2026, as Caddy uses it.
 * @type {QuicHabits}
 */
const QUIC_GO = Object.freeze({
  datagramBytes: 1200,
  largestDatagramBytes: 1452,
  idBytes: 4,
  headerBytes: 3,
  initialWindow: 32,
  minWindow: 2,
  reduction: 0.7,
  growsUnused: false,
  growsBySize: false,
  paceGain: 1.25,
  burstPackets: QUIC_GO_BURST,
  minPaceMs: 1,
  ackEvery: 2,
  ackEveryLater: 2,
  decimatesAfter: Number.POSITIVE_INFINITY,
  ackDelayMs: 25,
  acksAfterGap: 1,
  ackPacketBytes: 25,
  skipPeriod: 256,
  helloAckBytes: 37,
  writesApart: true,
  order: 'round-robin',
  indexesFields: false,
  announcesStreams: true,
});

/**
 * aioquic 1.7, 2026: acknowledges after a millisecond and sends its data at once.
 * @type {QuicHabits}
 */
const AIOQUIC = Object.freeze({
  ...QUIC_GO,
  largestDatagramBytes: 1200,
  idBytes: 8,
  initialWindow: 10,
  growsUnused: true,
  growsBySize: true,
  paceGain: Number.POSITIVE_INFINITY,
  ackEvery: Number.POSITIVE_INFINITY,
  ackEveryLater: Number.POSITIVE_INFINITY,
  ackDelayMs: 1,
  acksAfterGap: 0,
  skipPeriod: 0,
  helloAckBytes: 1200,
  announcesStreams: false,
  writesApart: false,
  indexesFields: true,
});

/**
 * A server that follows RFC 9000, 9002 and 9218 exactly and writes a response at once.
 * @type {QuicHabits}
 */
const PLAIN = Object.freeze({
  ...QUIC_GO,
  datagramBytes: 1350,
  largestDatagramBytes: 1350,
  idBytes: 8,
  initialWindow: 10,
  paceGain: 1.25,
  skipPeriod: 0,
  writesApart: false,
  indexesFields: true,
  announcesStreams: false,
});

/** A program that requests a page. Unlike a browser it does not reduce its acknowledgements. */
const ROBOT = Object.freeze({ ...CHROMIUM, decimatesAfter: Number.POSITIVE_INFINITY, acksAfterGap: 1 });

/** Habits by name. */
export const QUIC_HABITS = Object.freeze({
  chromium: CHROMIUM,
  robot: ROBOT,
  'quic-go': QUIC_GO,
  aioquic: AIOQUIC,
  plain: PLAIN,
});
