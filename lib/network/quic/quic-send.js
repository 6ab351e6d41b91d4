/** Fills datagrams and sends them as window and pace allow. */
/** @import { Slice, QuicEnd } from './quic-end.js' */
import { cancel } from '../engine.js';
import { countPacket, notePassing } from '../trace.js';
import { drawSkip, IP_UDP_BYTES, packetOverhead } from './quic-end.js';

/** Datagrams that carry a hello are at least this long (RFC 9000, 14.1). */
const MIN_HELLO_BYTES = 1200;
/** Typical size of a frame's type, stream, offset and length. */
const FRAME_BYTES = 5;
/** Typical size of an ACK frame of one range. */
const ACK_BYTES = 6;
/** No frame is started in less space than this (`MinStreamFrameSize` of quic-go). */
const MIN_FRAME_BYTES = 128;
/** Round trips between two probes of the path (`mtuProbeDelay` of quic-go). */
const PROBE_ROUND_TRIPS = 5;
/** The path size counts as known once its limits are this close (`maxMTUDiff`). */
const PROBE_END_BYTES = 21;
/** Datagrams with less payload carry no data (as bench/wire counts them). */
const MIN_DATA_BYTES = 61;

/**
 * Takes slices that fit one datagram, messages of the connection first.
 * @param {QuicEnd} end @param {number} room
 */
function fill(end, room) {
  /** @type {Slice[]} */
  const slices = [];
  let left = room;
  while (end.control.length > 0 && left > FRAME_BYTES) {
    const slice = end.control[0];
    const isTooLong = slice.bytes > left - FRAME_BYTES;
    if (slice.sent && isTooLong && slices.length > 0) break;
    // Slices that were sent before stay whole, so that a second copy is recognised. Space for an acknowledgement may
    // lack.
    const bytes = slice.sent ? slice.bytes : Math.min(slice.bytes, left - FRAME_BYTES);
    const isWhole = bytes === slice.bytes;
    slices.push(isWhole ? slice : { ...slice, bytes, last: false });
    if (isWhole) end.control.shift();
    else slice.bytes -= bytes;
    left -= FRAME_BYTES + bytes;
  }
  while (!end.streams.isEmpty() && (left >= MIN_FRAME_BYTES || slices.length === 0)) {
    const taken = end.streams.take(left - FRAME_BYTES);
    for (const slice of taken) left -= slice.bytes;
    left -= FRAME_BYTES;
    slices.push(...taken);
  }
  for (const slice of slices) slice.sent = true;
  return { slices, used: room - left };
}

/** Returns the number of the next packet. Some numbers are left out. @param {QuicEnd} end */
function nextNumber(end) {
  if (end.sent.length >= end.skipAt) {
    end.sent.push({ number: end.sent.length, slices: [], sentAt: 0, size: 0, open: false, probes: 0 });
    end.skipPeriod *= 2;
    end.skipAt = drawSkip(end, end.sent.length, end.skipPeriod);
  }
  return end.sent.length;
}

/**
 * Returns the packets to acknowledge, null for none. If acknowledgements can be lost, each repeats the one before.
 * @param {QuicEnd} end
 */
function takeAcksToSend(end) {
  if (end.toAck.length === 0) return null;
  const acks = end.net.wire.isLossy ? [...end.toAck, ...end.ackedLast] : end.toAck;
  end.ackedLast = end.toAck;
  end.toAck = [];
  return acks;
}

/**
 * Sends one datagram with the given content.
 * @param {QuicEnd} end @param {Slice[]} slices @param {number} bytes UDP payload @param {number} kind of `trace.js`
 * @param {number} [probes] path size that the datagram tries
 */
export function sendFilled(end, slices, bytes, kind, probes = 0) {
  const { net, way } = end;
  const eliciting = slices.length > 0 || probes > 0;
  const acks = takeAcksToSend(end);
  const number = nextNumber(end);
  end.sent.push({ number, slices, sentAt: net.engine.now, size: eliciting ? bytes : 0, open: eliciting, probes });
  if (eliciting) end.inFlight += bytes;
  end.elicited = 0;
  cancel(end.ackTimer);
  end.ackTimer = null;
  spendBudget(end, bytes);
  if (way === 'up') notePassing(net.trace, net.engine.now, bytes >= MIN_DATA_BYTES ? bytes : 0);
  const datagram = { number, slices, acks, size: bytes, eliciting };
  const arrives = net.wire.send(way, IP_UDP_BYTES + bytes, 0, end.receive, end.peer, datagram);
  // A capture at the client misses packets that are lost on the way down.
  if (arrives || way === 'up') {
    countPacket(net.trace, way, IP_UDP_BYTES + bytes, bytes, kind);
    if (!eliciting) net.trace.ack += 1;
  }
  if (!arrives) net.trace.lost += 1;
}

/** Returns the size of a padded datagram. @param {QuicEnd} end */
const paddedBytes = ({ way, datagramBytes }) =>
  way === 'up' ? datagramBytes : Math.min(MIN_HELLO_BYTES, datagramBytes);

/**
 * Fills one datagram with pending slices and acknowledgements, and sends it.
 * @param {QuicEnd} end @param {number} kind
 */
export function sendDatagram(end, kind) {
  const overhead = packetOverhead(end) + (end.toAck.length > 0 ? ACK_BYTES : 0);
  const { slices, used } = fill(end, end.datagramBytes - overhead);
  let bytes = overhead + used;
  if (!end.isConfirmed && slices.some(({ message }) => message.isPadded)) bytes = Math.max(bytes, paddedBytes(end));
  if (slices.length === 0) bytes = end.habits.ackPacketBytes;
  sendFilled(end, slices, bytes, kind);
}

/** Returns the bytes per millisecond that pacing allows. @param {QuicEnd} end */
function paceRate(end) {
  if (end.srtt === 0) return Number.POSITIVE_INFINITY;
  return (end.habits.paceGain * end.cwnd) / end.srtt;
}

/** @param {QuicEnd} end */
function refillBudget(end) {
  if (end.habits.paceGain === Number.POSITIVE_INFINITY) return;
  const { now } = end.net.engine;
  const burst = end.habits.burstPackets * end.datagramBytes;
  const rate = paceRate(end);
  if (end.paceAt < 0 || rate === Number.POSITIVE_INFINITY) end.paceBudget = burst;
  else end.paceBudget = Math.min(burst, end.paceBudget + rate * (now - end.paceAt));
  end.paceAt = now;
}

/** @param {QuicEnd} end @param {number} bytes */
function spendBudget(end, bytes) {
  refillBudget(end);
  end.paceBudget = Math.max(0, end.paceBudget - bytes);
}

/** Returns true if pacing allows a datagram now. Otherwise sets the timer. @param {QuicEnd} end */
function mayPace(end) {
  if (end.habits.paceGain === Number.POSITIVE_INFINITY) return true;
  refillBudget(end);
  if (end.paceBudget >= end.datagramBytes) return true;
  if (end.paceEvent === null) {
    const { engine } = end.net;
    const waitMs = Math.max(end.habits.minPaceMs, (end.datagramBytes - end.paceBudget) / paceRate(end) + 0.001);
    end.paceEvent = engine.at(engine.now + waitMs, resume, end, null);
  }
  return false;
}

/** @param {QuicEnd} end */
function resume(end) {
  end.paceEvent = null;
  pump(end);
}

/** Tries a larger datagram if a probe is due. @param {QuicEnd} end */
function probePath(end) {
  const { engine } = end.net;
  const isDone = end.largestBytes - end.datagramBytes <= PROBE_END_BYTES;
  if (isDone || end.probeBytes > 0 || engine.now < end.probedAt + PROBE_ROUND_TRIPS * end.srtt) return;
  end.probedAt = engine.now;
  end.probeBytes = Math.floor((end.datagramBytes + end.largestBytes) / 2);
  sendFilled(end, [], end.probeBytes, 0, end.probeBytes);
}

/** Sends pending data as far as the window and pacing allow. @param {QuicEnd} end */
export function pump(end) {
  if (end.isClosed) return;
  let sentAny = false;
  while (end.control.length > 0 || !end.streams.isEmpty()) {
    if (end.inFlight >= end.cwnd || !mayPace(end)) break;
    if (end.isConfirmed) probePath(end);
    sendDatagram(end, 0);
    sentAny = true;
  }
  if (sentAny) end.arm(end);
}
