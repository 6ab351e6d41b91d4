/**
 * Acknowledgements of Linux: immediate on a young connection, later while data keeps arriving or an answer may carry
 * them.
 */
/** @import { End, Packet } from '../tcp-state.js' */
import { tickTime, wheelTime } from '../clock.js';
import { sendAck } from '../tcp-emit.js';
import { windowOf } from '../tcp-state.js';
import { setAt } from '../timer.js';
import { growOffer, growRoom } from './linux-window.js';

/** Acknowledgements that Linux sends immediately on a young connection or after a problem. */
const QUICK_ACKS = 16;
/** TCP_ATO_MIN of Linux. */
const ATO_MIN_MS = 40;
/** TCP_DELACK_MAX of Linux. */
const DELAYED_ACK_MAX_MS = 200;
/** Max delay that Linux allows outside of interactive exchanges (HZ / 2 in `tcp_send_delayed_ack`). */
const HALF_SECOND_MS = 500;
/** A segment of at least this size counts as full even before a larger one arrived. */
const MIN_FULL_BYTES = 536;

/** @param {End} end */
function enterQuickAcks(end) {
  end.quick = Math.max(end.quick, QUICK_ACKS);
}

/** @param {End} end */
const acksAtOnce = (end) => end.quick > 0 && !end.pingpong;

/** Sets the timer of a delayed acknowledgement. @param {End} end */
function delayAck(end) {
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
 * Acknowledges now, or sets the timer for it.
 * @param {End} end
 */
export function scheduleAck(end) {
  const { tcp } = end.net;
  const isEnough = end.received - end.ackedUpTo > end.rcvMss && windowOf(end) >= end.advertised;
  if (tcp.ackEvery === 1 || tcp.delayedAckMs === 0 || isEnough || acksAtOnce(end)) sendAck(end);
  else delayAck(end);
}

/** Notes that an acknowledgement waited for data to go with it and none came. @param {End} end */
export function noteAckTimeout(end) {
  if (end.pingpong) {
    end.pingpong = false;
    end.ato = ATO_MIN_MS;
  } else end.ato = Math.min(end.ato * 2, end.rto);
}

/** Notes that a segment arrived twice. @param {End} end */
export function noteDuplicate(end) {
  enterQuickAcks(end);
  end.pingpong = false;
  end.ato = ATO_MIN_MS;
}

/** Notes that the program has read. Its pending acknowledgement may be sent now. @param {End} end */
export function noteRead(end) {
  growRoom(end);
  if (!end.ackScheduled) return;
  const drained = end.pushed === 2 || (end.pushed === 1 && !end.pingpong);
  if (drained || end.received - end.ackedUpTo > end.rcvMss) sendAck(end);
}

/**
 * Notes data that is sent soon after data arrived: an acknowledgement may wait for the next answer.
 * @param {End} end
 */
export function noteSent(end) {
  const { engine, variation } = end.net;
  if (tickTime(engine.now, variation.phaseMs) - end.lastReceivedAt < end.ato) end.pingpong = true;
}

/**
 * Learns from a segment's size the size of full segments, and whether the segment ended a write.
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
  if (packet.bytes >= MIN_FULL_BYTES) {
    end.lastSegmentBytes = packet.bytes;
    if (packet.bytes === last) {
      end.rcvMss = packet.bytes;
      return;
    }
  }
  end.pushed = end.pushed > 0 ? 2 : 1;
}

/**
 * Notes that data arrived in order. Its rate decides the max delay of an acknowledgement.
 * @param {End} end @param {Packet} packet
 */
export function noteData(end, packet) {
  const now = tickTime(end.net.engine.now, end.net.variation.phaseMs);
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
  growOffer(end, packet);
}
