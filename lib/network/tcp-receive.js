/** @import { End, Packet } from './tcp-state.js' */
import { tickTime, wheelTime } from './clock.js';
import { sendAck, sendDuplicateAck } from './tcp-emit.js';
import { roomLeft, windowOf } from './tcp-state.js';
import { isSet, setAt } from './timer.js';

/** Linux: acknowledgements sent at once when a connection is young or something went wrong. */
const QUICK_ACKS = 16;
const ATO_MIN_MS = 40;
const DELAYED_ACK_MAX_MS = 200;
const HALF_SECOND_MS = 500;
/** Smaller segments do not make the window grow. */
const GROWING_BYTES = 128;
/** A segment of at least this much is taken for a full one even before a longer was seen. */
const LEAST_FULL_BYTES = 536;

/** @param {End} end */
function enterQuickAcks(end) {
  end.quick = Math.max(end.quick, QUICK_ACKS);
}

/** @param {End} end */
const acksAtOnce = (end) => end.quick > 0 && !end.pingpong;

/**
 * A delayed acknowledgement is due.
 * @param {End} end
 */
export function ackTimeout(end) {
  if (!end.ackScheduled) return;
  if (end.net.tcp.stack === 'linux') {
    if (end.pingpong) {
      end.pingpong = false;
      end.ato = ATO_MIN_MS;
    } else end.ato = Math.min(end.ato * 2, end.rto);
  }
  sendAck(end);
}

/** @param {End} end */
function delayLinuxAck(end) {
  const { now } = end.net.engine;
  let { ato } = end;
  if (ato > ATO_MIN_MS) {
    let most = end.pingpong || end.pushed > 0 ? DELAYED_ACK_MAX_MS : HALF_SECOND_MS;
    if (end.srtt > 0) most = Math.min(most, Math.max(end.srtt, ATO_MIN_MS));
    ato = Math.min(ato, most);
  }
  ato = Math.min(ato, DELAYED_ACK_MAX_MS, Math.max(end.net.tcp.delayedAckMs, 1));
  const time = wheelTime(now, ato, end.net.variation.phaseMs);
  if (end.ackTimer.deadline <= now + ato / 4) {
    sendAck(end);
    return;
  }
  setAt(end.ackTimer, Math.min(time, end.ackTimer.deadline));
}

/**
 * Learns from a segment's size what a full one is, and whether the sender ended a write with it.
 * @param {End} end @param {Packet} packet
 */
function measureSegment(end, packet) {
  const last = end.lastSegmentBytes;
  end.lastSegmentBytes = 0;
  if (packet.bytes >= end.rcvMss) {
    end.rcvMss = packet.bytes;
    if (packet.push) end.pushed = Math.max(end.pushed, 1);
    return;
  }
  if (packet.bytes >= LEAST_FULL_BYTES) {
    end.lastSegmentBytes = packet.bytes;
    if (packet.bytes === last) {
      end.rcvMss = packet.bytes;
      return;
    }
  }
  end.pushed = end.pushed > 0 ? 2 : 1;
}

/**
 * Offers a larger window while there is room for it; Linux acknowledges at once what made it grow.
 * @param {End} end @param {Packet} packet
 */
function growOffer(end, packet) {
  const { now } = end.net.engine;
  if (end.roundStart < 0 || end.received >= end.roundSeq) {
    if (end.roundStart >= 0)
      end.roundMs = end.roundMs === 0 ? now - end.roundStart : Math.min(end.roundMs, now - end.roundStart);
    end.roundStart = now;
    end.roundSeq = end.received + end.offered;
  }
  if (end.net.tcp.timestamps && end.srtt > 0 && packet.bytes >= end.rcvMss) end.roundMs = end.srtt;
  const room = roomLeft(end);
  if (packet.bytes < GROWING_BYTES || end.offered >= room) return;
  end.offered = Math.min(room, end.offered + Math.max(2 * end.rcvMss, 2 * packet.bytes));
  end.quick |= 1;
}

/**
 * Makes room for what the program reads in a round trip, and for as much again (dynamic right-sizing).
 * @param {End} end
 */
function growRoom(end) {
  const { now } = end.net.engine;
  if (end.roundMs === 0 || now - end.copiedAt < end.roundMs) return;
  const copied = end.read - end.copiedSeq;
  if (copied > end.copiedBytes) {
    const twice = 2 * copied;
    const room = twice + (2 * twice * (copied - end.copiedBytes)) / end.copiedBytes;
    end.room = Math.max(end.room, Math.min(room, end.net.tcp.windowBytes));
    end.copiedBytes = copied;
  }
  end.copiedSeq = end.read;
  end.copiedAt = now;
}

/**
 * Notes that data came in order: how fast it comes says how long an acknowledgement may wait.
 * @param {End} end @param {Packet} packet
 */
function noteData(end, packet) {
  const now = tickTime(end.net.engine.now, end.net.variation.phaseMs);
  end.ackScheduled = true;
  measureSegment(end, packet);
  if (end.ato === 0) {
    enterQuickAcks(end);
    end.ato = ATO_MIN_MS;
  } else {
    const gap = now - end.lastReceivedAt;
    if (gap <= ATO_MIN_MS / 2) end.ato = end.ato / 2 + ATO_MIN_MS / 2;
    else if (gap < end.ato) end.ato = Math.min(end.ato / 2 + gap, end.rto);
    else if (gap > end.rto) enterQuickAcks(end);
  }
  end.lastReceivedAt = now;
  if (end.net.tcp.stack === 'linux') growOffer(end, packet);
}

/** Whether the program is still at work on what it read. @param {End} end */
const isBusy = ({ way, net }) => way === 'up' && net.engine.now < net.clientBusyUntil;

/**
 * Acknowledges what came, now or a little later.
 * @param {End} end
 */
export function checkAck(end) {
  if (!end.ackScheduled) return;
  const { tcp, mss, engine } = end.net;
  const pending = end.received - end.ackedUpTo;
  if (end.outOfOrder.length > 0) {
    sendAck(end);
    return;
  }
  if (tcp.stack === 'linux') {
    const isEnough = pending > end.rcvMss && windowOf(end) >= end.advertised;
    if (tcp.ackEvery === 1 || tcp.delayedAckMs === 0 || isEnough || acksAtOnce(end)) sendAck(end);
    else delayLinuxAck(end);
    return;
  }
  if (tcp.ackEvery === 1 || tcp.delayedAckMs === 0 || pending >= 2 * mss) {
    sendAck(end);
    return;
  }
  if (isSet(end.ackTimer)) return;
  if (tcp.stack === 'ns') {
    setAt(end.ackTimer, engine.now + tcp.delayedAckMs);
    return;
  }
  const beat = tcp.delayedAckMs;
  const phase = tcp.heartbeatPhaseMs % beat;
  setAt(end.ackTimer, (Math.floor((engine.now + phase) / beat) + 1) * beat - phase);
}

/**
 * The program wakes and reads; Linux may acknowledge then what it had put off.
 * @param {End} end
 */
function wake(end) {
  end.wakePending = false;
  if (isBusy(end)) {
    scheduleWake(end);
    return;
  }
  const bytes = Math.min(end.received, end.finSeq < 0 ? end.received : end.finSeq) - end.read;
  end.read += bytes;
  if (bytes > 0 && end.net.tcp.stack === 'linux') growRoom(end);
  if (bytes > 0 && end.ackScheduled && end.net.tcp.stack === 'linux') {
    const drained = end.pushed === 2 || (end.pushed === 1 && !end.pingpong);
    if (drained || end.received - end.ackedUpTo > end.rcvMss) sendAck(end);
  }
  if (bytes > 0) end.onData(bytes);
  if (end.finReceived && end.read === end.finSeq) {
    end.read += 1;
    end.onEnd();
  }
}

/** @param {End} end */
function scheduleWake(end) {
  if (end.wakePending) return;
  end.wakePending = true;
  const { engine, variation, clientBusyUntil } = end.net;
  const ready = engine.now + (end.way === 'up' ? end.net.wakeClientMs() : variation.wakeMs());
  engine.at(end.way === 'up' ? Math.max(ready, clientBusyUntil) : ready, wake, end, null);
}

/** @param {End} end */
function takeOutOfOrder(end) {
  while (end.outOfOrder.length > 0 && end.outOfOrder[0][0] <= end.received) {
    const [, to] = /** @type {[number, number]} */ (end.outOfOrder.shift());
    if (to > end.received) end.received = to;
  }
}

/** @param {End} end @param {number} from @param {number} to */
function keepOutOfOrder(end, from, to) {
  /** @type {[number, number][]} */
  const merged = [];
  let low = from;
  let high = to;
  for (const range of end.outOfOrder) {
    if (range[1] < low || range[0] > high) merged.push(range);
    else {
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
    }
  }
  merged.push([low, high]);
  end.outOfOrder = merged.sort((a, b) => a[0] - b[0]);
}

/**
 * Takes in the data and the FIN of a packet; the acknowledgement is decided by `checkAck` after it.
 * @param {End} end @param {Packet} packet
 */
export function receiveData(end, packet) {
  const bytes = packet.bytes + (packet.fin ? 1 : 0);
  if (bytes === 0) return;
  const stop = packet.seq + bytes;
  if (packet.fin) end.finSeq = stop - 1;
  if (stop <= end.received) {
    enterQuickAcks(end);
    end.pingpong = false;
    end.ato = ATO_MIN_MS;
    end.ackScheduled = true;
    sendDuplicateAck(end, stop);
    return;
  }
  if (packet.seq > end.received) {
    keepOutOfOrder(end, packet.seq, stop);
    end.ackScheduled = true;
    return;
  }
  end.received = stop;
  takeOutOfOrder(end);
  if (packet.bytes > 0) noteData(end, packet);
  if (end.finSeq >= 0 && end.received > end.finSeq && !end.finReceived) {
    end.finReceived = true;
    end.ackScheduled = true;
    end.pingpong = true;
  }
  scheduleWake(end);
}
