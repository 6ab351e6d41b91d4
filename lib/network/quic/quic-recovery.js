/** Applies acknowledgements to the window and detects lost packets. */
/** @import { QuicEnd, SentPacket, Slice } from './quic-end.js' */
import { cancel } from '../engine.js';
import { RETRANSMITTED } from '../trace.js';
import { FIRST_RTT_MS, NOTHING } from './quic-end.js';
import { pump, sendDatagram, sendFilled } from './quic-send.js';

/** `kPacketThreshold` of RFC 9002, 6.1.1. */
const LOSS_THRESHOLD = 3;
/** `kTimeThreshold` of RFC 9002, 6.1.2. */
const TIME_THRESHOLD = 9 / 8;
/** `kGranularity` of RFC 9002, 6.1.2. */
const GRANULARITY_MS = 1;
/** Max time that the other end delays an acknowledgement (RFC 9000, 18.2). */
const MAX_ACK_DELAY_MS = 25;
/** Unanswered probes after which a run is given up. */
const MAX_PROBES = 16;
/** A window counts as used if no more than this is left of it, in packets. */
const UNUSED_PACKETS = 3;
/** HyStart: samples of a round before it can end slow start. */
const HYSTART_SAMPLES = 8;
/** HyStart: the smallest window at which slow start can end. */
const HYSTART_WINDOW_PACKETS = 16;
/** HyStart: min growth of the round trip, an eighth of the shortest one, that ends slow start. */
const HYSTART_MIN_MS = 4;
/** HyStart: max growth of the round trip that is required. See `HYSTART_MIN_MS`. */
const HYSTART_MAX_MS = 16;

/** @param {QuicEnd} end */
const probeDelay = (end) => {
  const roundTrip = end.srtt === 0 ? FIRST_RTT_MS : end.srtt;
  const spread = end.srtt === 0 ? FIRST_RTT_MS / 2 : end.rttvar;
  return (roundTrip + Math.max(4 * spread, GRANULARITY_MS) + MAX_ACK_DELAY_MS) * 2 ** end.probes;
};

/** Sets the timer that detects lost packets: by age, otherwise by silence. @param {QuicEnd} end */
export function armQuic(end) {
  cancel(end.timer);
  end.timer = end.inFlight <= 0 ? null : end.net.engine.at(end.net.engine.now + probeDelay(end), probe, end, null);
}

/** @param {QuicEnd} end */
function skipClosed(end) {
  while (end.oldest < end.sent.length && !end.sent[end.oldest].open) end.oldest += 1;
}

/** @param {QuicEnd} end @param {SentPacket} packet */
function requeue(end, packet) {
  packet.open = false;
  end.inFlight -= packet.size;
  if (packet.probes > 0) {
    end.largestBytes = packet.probes;
    end.probeBytes = 0;
  }
  for (const slice of packet.slices) slice.sent = true;
  end.control.unshift(...packet.slices.filter((slice) => !slice.arrived));
}

/** Creates a frame that has no content but requires an acknowledgement. @returns {Slice} */
const createPing = () => ({ message: NOTHING, bytes: 1, last: true, sent: true, arrived: false });

/** Sends a packet that requires an acknowledgement, because none has arrived. @param {QuicEnd} end */
function probe(end) {
  end.timer = null;
  skipClosed(end);
  const oldest = end.sent[end.oldest];
  if (oldest === undefined || end.isClosed) return;
  end.probes += 1;
  if (end.probes > MAX_PROBES) throw new Error('quic: no answer from the other end; the link loses too much');
  if (oldest.slices.some((slice) => !slice.arrived)) {
    requeue(end, oldest);
    sendDatagram(end, RETRANSMITTED);
  } else sendFilled(end, [createPing()], end.habits.ackPacketBytes, 0);
  armQuic(end);
}

/** @param {QuicEnd} end @param {number} sample milliseconds */
function takeRoundTrip(end, sample) {
  end.minRttMs = Math.min(end.minRttMs, sample);
  if (end.srtt === 0) {
    end.srtt = sample;
    end.rttvar = sample / 2;
    return;
  }
  end.rttvar = (3 * end.rttvar + Math.abs(end.srtt - sample)) / 4;
  end.srtt = (7 * end.srtt + sample) / 8;
}

/** Leaves slow start when round trips grow within a round. @param {QuicEnd} end @param {number} sample */
function checkRound(end, sample) {
  const { round } = end;
  if (end.cwnd >= end.ssthresh) return;
  if (!round.isOpen) Object.assign(round, { isOpen: true, end: end.sent.length - 1, shortestMs: 0, samples: 0 });
  round.samples += 1;
  if (round.samples <= HYSTART_SAMPLES)
    round.shortestMs = round.shortestMs === 0 ? sample : Math.min(round.shortestMs, sample);
  const more = Math.max(Math.min(end.minRttMs / 8, HYSTART_MAX_MS), HYSTART_MIN_MS);
  if (round.samples === HYSTART_SAMPLES && round.shortestMs > end.minRttMs + more) round.isFound = true;
  if (round.isFound && end.cwnd >= HYSTART_WINDOW_PACKETS * end.datagramBytes) end.ssthresh = end.cwnd;
}

/** @param {QuicEnd} end @param {number} wasInFlight bytes */
function isWindowUsed(end, wasInFlight) {
  if (end.habits.growsUnused || wasInFlight >= end.cwnd) return true;
  const isHalfUsed = end.cwnd < end.ssthresh && wasInFlight > end.cwnd / 2;
  return isHalfUsed || end.cwnd - wasInFlight <= UNUSED_PACKETS * end.datagramBytes;
}

/** @param {QuicEnd} end @param {SentPacket} packet @param {number} wasInFlight */
function grow(end, packet, wasInFlight) {
  if (packet.number <= end.recoveryUntil || !isWindowUsed(end, wasInFlight)) return;
  if (end.cwnd < end.ssthresh) {
    end.cwnd += end.habits.growsBySize ? packet.size : end.datagramBytes;
    if (packet.number > end.round.end) end.round.isOpen = false;
    return;
  }
  end.ackedSinceGrowth += 1;
  if (end.ackedSinceGrowth < end.cwnd / end.datagramBytes) return;
  end.ackedSinceGrowth = 0;
  end.cwnd += end.datagramBytes;
}

/** @param {QuicEnd} end @param {SentPacket} packet */
function acknowledge(end, packet) {
  packet.open = false;
  end.inFlight -= packet.size;
  if (packet.probes > 0) {
    end.datagramBytes = packet.probes;
    end.probeBytes = 0;
  }
  for (const { last, message } of packet.slices) if (last && message.isEnd) end.onStreamAcked();
}

/**
 * Marks packets as lost that were sent well before the newest packet that arrived.
 * @param {QuicEnd} end
 * @param {number} largest
 */
function findLost(end, largest) {
  const { now } = end.net.engine;
  const limitMs = Math.max(TIME_THRESHOLD * Math.max(end.srtt, now - end.sent[largest].sentAt), GRANULARITY_MS);
  let isNew = false;
  skipClosed(end);
  for (let number = end.oldest; number < largest; number += 1) {
    const packet = end.sent[number];
    const isLost = number <= largest - LOSS_THRESHOLD || now - packet.sentAt > limitMs;
    if (!packet.open || !isLost) continue;
    requeue(end, packet);
    if (packet.probes > 0) continue;
    end.net.trace.retransmitted += 1;
    isNew ||= number > end.recoveryUntil;
  }
  return isNew;
}

/** Processes an acknowledgement of packets. @param {QuicEnd} end @param {readonly number[]} numbers */
export function takeAcks(end, numbers) {
  const { now } = end.net.engine;
  const wasInFlight = end.inFlight;
  let largest = -1;
  for (const number of numbers) if (number > largest) largest = number;
  const newest = end.sent[largest];
  if (newest.open) {
    takeRoundTrip(end, now - newest.sentAt);
    checkRound(end, now - newest.sentAt);
  }
  let isFresh = false;
  for (const number of numbers) {
    const packet = end.sent[number];
    if (!packet.open) continue;
    isFresh = true;
    acknowledge(end, packet);
    grow(end, packet, wasInFlight);
  }
  if (!isFresh) return;
  end.probes = 0;
  if (findLost(end, largest)) {
    end.cwnd = Math.max(end.habits.minWindow * end.datagramBytes, end.cwnd * end.habits.reduction);
    end.ssthresh = end.cwnd;
    end.recoveryUntil = end.sent.length - 1;
  }
  armQuic(end);
  pump(end);
}
