/** @import { End, Sent } from './tcp-state.js' */
import { tickTime, wheelTime } from './clock.js';
import { emit, FIN, RETRANSMITTED } from './tcp-emit.js';
import { packetsInFlight, packetsOut } from './tcp-state.js';
import { clear, isSet, setAt } from './timer.js';

/** Linux: the shortest retransmission time-out above the round trip, and the slack of a tail loss probe. */
const RTO_MIN_MS = 200;
const PROBE_SLACK_MS = 2;
const FIRST_TIMEOUT_MS = 1000;

/** @param {End} end @param {number} delayMs @param {boolean} isProbe */
export function setTimer(end, delayMs, isProbe) {
  const { engine, tcp, variation } = end.net;
  const time = tcp.stack === 'linux' ? wheelTime(engine.now, delayMs, variation.phaseMs) : engine.now + delayMs;
  end.timerIsProbe = isProbe;
  setAt(end.timer, time);
}

/**
 * How far away the retransmission time-out of the oldest segment is.
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
 * Arms the tail loss probe of RFC 8985, where the stack has one.
 * @param {End} end @param {boolean} advancing whether an acknowledgement just restarted the time-out
 */
export function armProbe(end, advancing) {
  if (end.net.tcp.stack !== 'linux' || end.caState !== 'open' || packetsOut(end) === 0) return false;
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
  };
  end.flight.push(sent);
  if (bytes > 0) {
    end.lastSentAt = now;
    if (bytes < net.mss) end.lastSmallEnd = end.next + bytes;
    if (net.tcp.stack === 'linux' && tickTime(now, net.variation.phaseMs) - end.lastReceivedAt < end.ato)
      end.pingpong = true;
  }
  end.next += sent.bytes;
  if (fin) end.finSent = true;
  emit(end, sent.seq, bytes, fin ? FIN : 0, -1, end.next >= end.written);
  if (wasIdle || (isSet(end.timer) && end.timerIsProbe)) rearmRto(end);
}

/**
 * Linux joins small segments when it sends them again.
 * @param {End} end @param {Sent} sent
 */
function joinFollowing(end, sent) {
  const index = end.flight.indexOf(sent, end.flightHead) + 1;
  while (index < end.flight.length && !sent.fin) {
    const next = end.flight[index];
    if (next.sacked || sent.bytes + next.bytes - (next.fin ? 1 : 0) > end.net.mss) return;
    if (next.lost) end.lostCount -= 1;
    if (next.inFlightAgain) end.againCount -= 1;
    sent.bytes += next.bytes;
    sent.fin = next.fin;
    end.flight.splice(index, 1);
  }
}

/** @param {End} end @param {Sent} sent */
export function resend(end, sent) {
  if (end.net.tcp.stack === 'linux') joinFollowing(end, sent);
  if (!sent.inFlightAgain) {
    sent.inFlightAgain = true;
    end.againCount += 1;
  }
  sent.again = true;
  sent.sentAt = end.net.engine.now;
  end.undoPending += 1;
  emit(end, sent.seq, sent.bytes - (sent.fin ? 1 : 0), (sent.fin ? FIN : 0) | RETRANSMITTED, -1, true);
}

/** @param {End} end @param {number} bytes */
function windowAllows(end, bytes) {
  if (end.net.tcp.stack === 'bsd97') return end.next - end.una + bytes <= end.cwnd;
  return packetsInFlight(end) < end.cwnd;
}

/**
 * Whether a segment that is not full may go.
 * @param {End} end @param {boolean} isFinal
 */
function tailAllowed(end, isFinal) {
  if (isFinal) return true;
  if (end.corked) return false;
  if (!end.nagle) return true;
  if (end.net.tcp.stack === 'bsd97') return end.next === end.una;
  return end.lastSmallEnd <= end.una;
}

/**
 * Remembers how much of the window is used: an unused window does not grow.
 * @param {End} end @param {boolean} limited
 */
function validateWindow(end, limited) {
  const out = packetsOut(end);
  if (end.una >= end.usageSeq || limited || (!end.cwndLimited && out > end.maxPacketsOut)) {
    end.cwndLimited = limited;
    end.maxPacketsOut = out;
    end.usageSeq = end.next;
  }
  const { now } = end.net.engine;
  if (end.cwndLimited || (end.cwnd < end.ssthresh && end.cwnd < 2 * end.maxPacketsOut)) {
    end.cwndUsed = 0;
    end.cwndStamp = now;
    return;
  }
  if (out > end.cwndUsed) end.cwndUsed = out;
  if (end.net.tcp.slowStartRestart && now - end.cwndStamp >= end.rto) {
    const used = Math.max(end.cwndUsed, end.net.tcp.initialWindow);
    if (used < end.cwnd && end.caState === 'open') {
      end.ssthresh = Math.max(end.ssthresh, Math.floor((3 * end.cwnd) / 4));
      end.cwnd = Math.floor((end.cwnd + used) / 2);
    }
    end.cwndUsed = 0;
    end.cwndStamp = now;
  }
}

/**
 * After a silence longer than the time-out the window falls back, halved for each time-out that passed.
 * @param {End} end
 */
function restartAfterIdle(end) {
  const { tcp, mss, engine } = end.net;
  if (!tcp.slowStartRestart || packetsOut(end) > 0 || end.lastSentAt === 0) return;
  let idle = engine.now - end.lastSentAt;
  if (idle <= end.rto) return;
  const initial = tcp.stack === 'bsd97' ? tcp.initialWindow * mss : tcp.initialWindow;
  if (tcp.stack === 'bsd97') {
    end.cwnd = Math.min(end.cwnd, initial);
    return;
  }
  const restart = Math.min(initial, end.cwnd);
  end.ssthresh = Math.max(end.ssthresh, Math.floor((3 * end.cwnd) / 4));
  let { cwnd } = end;
  for (idle -= end.rto; idle > 0 && cwnd > restart; idle -= end.rto) cwnd = Math.floor(cwnd / 2);
  end.cwnd = Math.max(cwnd, restart);
  end.cwndStamp = engine.now;
  end.cwndUsed = 0;
}

/**
 * Sends what was written, as far as the windows, the cork and Nagle's rule let it.
 * @param {End} end @param {number} [atMost] segments
 */
export function pump(end, atMost = Number.MAX_SAFE_INTEGER) {
  if (end.state !== 'open' || end.finSent) return;
  const { mss, tcp } = end.net;
  if (end.written > end.next) restartAfterIdle(end);
  let sentCount = 0;
  let limited = false;
  while (sentCount < atMost) {
    const unsent = end.written - end.next;
    if (unsent === 0 && !end.closing) break;
    const bytes = Math.min(mss, unsent);
    const isFinal = end.closing && bytes === unsent;
    if (bytes < mss && !tailAllowed(end, isFinal)) break;
    if (atMost === Number.MAX_SAFE_INTEGER && !windowAllows(end, bytes)) {
      limited = true;
      break;
    }
    if (packetsOut(end) > 0 && end.next + bytes - end.una > tcp.windowBytes && bytes > 0) break;
    sendNew(end, bytes, isFinal);
    sentCount += 1;
    if (isFinal) break;
  }
  if (tcp.stack !== 'linux') return;
  limited ||= packetsInFlight(end) >= end.cwnd;
  if (sentCount > 0 || limited) validateWindow(end, limited);
  if (sentCount > 0 && atMost === Number.MAX_SAFE_INTEGER) armProbe(end, false);
}

/**
 * Puts bytes into the stream; they go with the next `pump`.
 * @param {End} end @param {number} bytes @param {boolean} squeezes whether a modem can compress them
 */
export function append(end, bytes, squeezes) {
  if (end.closing) throw new Error('tcp: a program wrote to a connection after closing it');
  end.written += bytes;
  if (!end.net.compresses || bytes === 0) return;
  end.runEnds.push(end.written);
  end.runSqueezes.push(squeezes);
}

/**
 * Ends the stream: a FIN goes with the last bytes, or by itself where they have gone.
 * @param {End} end
 */
export function close(end) {
  if (end.closing || end.state === 'closed') return;
  end.closing = true;
  end.corked = false;
  pump(end);
}
