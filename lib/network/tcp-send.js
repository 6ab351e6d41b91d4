/** @import { End, Sent } from './tcp-state.js' */

import { packetsInFlight, packetsOut } from './flight.js';
import { noteBbrStart } from './stacks/bbr.js';
import { endBurst, mayPace, notePaced } from './stacks/pacing.js';
import { checkAppLimited, noteRateSent } from './stacks/rate-sample.js';
import { emit, FIN, RETRANSMITTED } from './tcp-emit.js';
import { clear, isSet, setAt } from './timer.js';

/** Linux: min difference of a retransmission time-out to the round trip. */
const RTO_MIN_MS = 200;
/** Two ticks, as Linux adds to a tail loss probe (`tcp_schedule_loss_probe`). */
const PROBE_SLACK_MS = 2;
/** The first retransmission timeout (RFC 6298). */
const FIRST_TIMEOUT_MS = 1000;

/** @param {End} end @param {number} delayMs @param {boolean} isProbe */
export function setTimer(end, delayMs, isProbe) {
  end.timerIsProbe = isProbe;
  setAt(end.timer, end.net.stack.timerTime(end.net, delayMs));
}

/**
 * Returns the time until the retransmission time-out of the oldest segment.
 * @param {End} end
 */
export const timeToRto = (end) => end.rto - (end.net.engine.now - end.flight[end.flightHead].sentAt);

/** @param {End} end */
export function rearmRto(end) {
  if (packetsOut(end) === 0) {
    clear(end.timer);
    return;
  }
  setTimer(end, isSet(end.timer) && end.timerIsProbe ? timeToRto(end) : end.rto, false);
}

/**
 * Sets the timer of the tail loss probe of RFC 8985 if the stack has one.
 * @param {End} end @param {boolean} advancing true if an acknowledgement just restarted the time-out
 */
export function armProbe(end, advancing) {
  if (!end.net.stack.hasTailProbe || end.caState !== 'open' || packetsOut(end) === 0) return false;
  let delay = FIRST_TIMEOUT_MS;
  if (end.srtt > 0) delay = 2 * end.srtt + (packetsOut(end) === 1 ? RTO_MIN_MS : PROBE_SLACK_MS);
  const rtoDelay = advancing ? end.rto : timeToRto(end);
  if (rtoDelay > 0) delay = Math.min(delay, rtoDelay);
  setTimer(end, delay, true);
  return true;
}

/**
 * Sends a segment for the first time.
 * @param {End} end @param {number} bytes @param {boolean} fin
 */
function sendNew(end, bytes, fin) {
  const { net } = end;
  const { now } = net.engine;
  const wasIdle = packetsOut(end) === 0;
  /** @type {Sent} */
  const sent = {
    seq: end.next,
    bytes: bytes + (fin ? 1 : 0),
    fin,
    sentAt: now,
    again: false,
    sacked: false,
    lost: false,
    inFlightAgain: false,
    rateFirstSentAt: 0,
    rateDeliveredAt: -1,
    rateDelivered: 0,
    rateAppLimited: false,
  };
  if (end.rate !== null && packetsInFlight(end) === 0) noteBbrStart(end);
  end.flight.push(sent);
  noteRateSent(end, sent);
  notePaced(end, bytes);
  if (bytes > 0) {
    end.lastSentAt = now;
    if (bytes < net.mss) end.lastSmallEnd = end.next + bytes;
    net.stack.noteSent(end);
  }
  end.next += sent.bytes;
  if (fin) end.finSent = true;
  emit(end, sent.seq, bytes, fin ? FIN : 0, -1, end.next >= end.written);
  if (wasIdle || (isSet(end.timer) && end.timerIsProbe)) rearmRto(end);
}

/** @param {End} end @param {Sent} sent */
export function resend(end, sent) {
  end.net.stack.joinForResend(end, sent);
  if (!sent.inFlightAgain) {
    sent.inFlightAgain = true;
    end.againCount += 1;
  }
  sent.again = true;
  sent.sentAt = end.net.engine.now;
  end.undoPending += 1;
  end.prrSent += 1;
  noteRateSent(end, sent);
  notePaced(end, sent.bytes);
  emit(end, sent.seq, sent.bytes - (sent.fin ? 1 : 0), (sent.fin ? FIN : 0) | RETRANSMITTED, -1, true);
}

/**
 * Returns true if a segment that is not full may be sent.
 * @param {End} end @param {boolean} isFinal
 */
function tailAllowed(end, isFinal) {
  if (isFinal) return true;
  if (end.corked) return false;
  if (!end.nagle) return true;
  return end.net.stack.maySendTail(end);
}

/**
 * Reduces the window after a silence longer than the time-out.
 * @param {End} end
 */
function restartAfterIdle(end) {
  const { tcp, stack, engine } = end.net;
  if (!tcp.slowStartRestart || packetsOut(end) > 0 || end.lastSentAt === 0) return;
  const idleMs = engine.now - end.lastSentAt;
  if (idleMs > end.rto) stack.restartAfterIdle(end, idleMs);
}

/**
 * Sends pending data as far as the windows, the cork and Nagle's rule allow.
 * @param {End} end @param {number} [atMost] segments
 */
export function pump(end, atMost = Number.MAX_SAFE_INTEGER) {
  if (end.state !== 'open' || end.finSent) return;
  const { mss, tcp, stack } = end.net;
  if (end.written > end.next) restartAfterIdle(end);
  let sentCount = 0;
  let limited = false;
  while (sentCount < atMost) {
    const unsent = end.written - end.next;
    if (unsent === 0 && !end.closing) break;
    const bytes = Math.min(mss, unsent);
    const isFinal = end.closing && bytes === unsent;
    if (bytes < mss && !tailAllowed(end, isFinal)) break;
    if (atMost === Number.MAX_SAFE_INTEGER && !stack.maySend(end, bytes)) {
      limited = true;
      break;
    }
    if (packetsOut(end) > 0 && end.next + bytes - end.una > tcp.windowBytes && bytes > 0) break;
    if (bytes > 0 && !mayPace(end)) {
      limited = packetsInFlight(end) >= end.cwnd;
      break;
    }
    sendNew(end, bytes, isFinal);
    sentCount += 1;
    if (isFinal) break;
  }
  endBurst(end);
  if (sentCount > 0 && end.onDrain !== null && end.written - end.next < end.drainBytes) end.onDrain();
  stack.noteWindowUse(end, sentCount, limited);
  if (sentCount > 0 && atMost === Number.MAX_SAFE_INTEGER) armProbe(end, false);
}

/**
 * Adds bytes to the stream. The next `pump` sends them.
 * @param {End} end @param {number} bytes @param {boolean} squeezes true if a modem can compress them
 */
export function append(end, bytes, squeezes) {
  if (end.closing) throw new Error('tcp: a program wrote to a connection after closing it');
  checkAppLimited(end);
  end.written += bytes;
  if (!end.net.compresses || bytes === 0) return;
  end.runEnds.push(end.written);
  end.runSqueezes.push(squeezes);
}

/**
 * Ends the stream: a FIN is sent with the last bytes, or alone if they are sent.
 * @param {End} end
 */
export function close(end) {
  if (end.closing || end.state === 'closed') return;
  end.closing = true;
  end.corked = false;
  pump(end);
}
