/** Receives datagrams and decides when they are acknowledged. */
/** @import { Datagram, QuicEnd } from './quic-end.js' */
import { notePassing } from '../trace.js';
import { takeAcks } from './quic-recovery.js';
import { pump, sendDatagram } from './quic-send.js';

/** Datagrams with less payload carry no data (as bench/wire counts them). */
const MIN_DATA_BYTES = 61;
/** Max delay of an acknowledgement once they are few, as a share of the shortest round trip. */
const DECIMATED_DELAY_SHARE = 1 / 4;
/** Min delay of an acknowledgement. */
const MIN_DELAY_MS = 1;

/** @param {QuicEnd} end @param {Datagram} datagram */
function takeSlices(end, datagram) {
  for (const slice of datagram.slices) {
    if (slice.arrived) continue;
    slice.arrived = true;
    end.onPart(slice.message, slice.bytes, slice.last);
  }
}

/** Returns the max delay of an acknowledgement. @param {QuicEnd} end */
function ackDelay({ habits, largestSeen, minRttMs }) {
  if (largestSeen < habits.decimatesAfter) return habits.ackDelayMs;
  return Math.max(MIN_DELAY_MS, Math.min(habits.ackDelayMs, minRttMs * DECIMATED_DELAY_SHARE));
}

/** @param {QuicEnd} end @param {number} number */
function noteNumber(end, number) {
  if (number > end.largestSeen + 1) end.sinceGap = 0;
  end.sinceGap += 1;
  end.largestSeen = Math.max(end.largestSeen, number);
}

/** Acknowledges now, or sets the timer for it. @param {QuicEnd} end */
function scheduleAck(end) {
  const { habits, net } = end;
  if (end.elicited === 0) return;
  const every = end.largestSeen >= habits.decimatesAfter ? habits.ackEveryLater : habits.ackEvery;
  // Before the end of the handshake an acknowledgement is sent with it, unless that takes too long.
  const isDue = end.isConfirmed && (end.elicited >= every || end.sinceGap <= habits.acksAfterGap);
  if (isDue) sendDatagram(end, 0);
  else if (end.ackTimer === null) end.ackTimer = net.engine.at(net.engine.now + ackDelay(end), ackLate, end, null);
}

/** @param {QuicEnd} end */
function ackLate(end) {
  end.ackTimer = null;
  if (end.elicited > 0 && !end.isClosed) sendDatagram(end, 0);
}

/**
 * Receives a datagram. A client's program reads it when it wakes.
 * @param {QuicEnd} end @param {Datagram} datagram
 */
export function receiveDatagram(end, datagram) {
  const { net } = end;
  if (end.way === 'down') {
    readDatagram(end, datagram);
    return;
  }
  notePassing(net.trace, net.engine.now, datagram.size >= MIN_DATA_BYTES ? datagram.size : 0);
  if (end.inbox.length === 0) net.engine.at(net.engine.now + net.wakeClientMs(), readAll, end, null);
  end.inbox.push(datagram);
}

/** Reads all datagrams that have arrived. @param {QuicEnd} end */
function readAll(end) {
  const { inbox } = end;
  end.inbox = [];
  for (const datagram of inbox) readDatagram(end, datagram);
}

/** @param {QuicEnd} end @param {Datagram} datagram */
function readDatagram(end, datagram) {
  if (end.isClosed) return;
  if (datagram.acks !== null) takeAcks(end, datagram.acks);
  noteNumber(end, datagram.number);
  end.toAck.push(datagram.number);
  if (datagram.eliciting) {
    end.elicited += 1;
    takeSlices(end, datagram);
  }
  pump(end);
  scheduleAck(end);
}
