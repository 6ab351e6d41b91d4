/** Current Linux. */
/** @import { End, Sent, Stack } from '../tcp-state.js' */
import { wheelTime } from '../clock.js';
import { packetsInFlight, packetsOut } from '../flight.js';
import { noteBbrAck, noteBbrTimeout, noteBbrUndo, saveWindow, startPace } from './bbr.js';
import { noteHystart } from './hystart.js';
import { noteAckTimeout, noteData, noteDuplicate, noteRead, noteSent, scheduleAck } from './linux-acks.js';
import { updatePacingRate } from './pacing.js';
import * as packetWindow from './packet-window.js';
import { takeSample } from './rate-sample.js';

/** Min difference of a time-out to the round trip. */
const RTO_MIN_MS = 200;

/**
 * Joins small segments when they are sent again.
 * @param {End} end @param {Sent} sent
 */
function joinForResend(end, sent) {
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

/**
 * Records the used part of the window. An unused window does not grow.
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
    const used = Math.max(end.cwndUsed, end.initialWindow);
    if (used < end.cwnd && end.caState === 'open') {
      end.ssthresh = Math.max(end.ssthresh, Math.floor((3 * end.cwnd) / 4));
      end.cwnd = Math.floor((end.cwnd + used) / 2);
    }
    end.cwndUsed = 0;
    end.cwndStamp = now;
  }
}

/** @param {End} end @param {number} sentCount segments @param {boolean} wasHeld true if data was held back */
function noteWindowUse(end, sentCount, wasHeld) {
  const limited = wasHeld || packetsInFlight(end) >= end.cwnd;
  if (sentCount > 0 || limited) validateWindow(end, limited);
}

/** @param {End} end */
const isBbr = (end) => end.rate !== null;

/** Grows the window, unless it is not used. @param {End} end @param {number} delivered segments */
function growWindow(end, delivered) {
  if (isBbr(end)) return;
  const slowStart = end.cwnd < end.ssthresh;
  if (end.cwndLimited || (slowStart && end.cwnd < 2 * end.maxPacketsOut)) packetWindow.growPackets(end, delivered);
}

/** Starts a new connection with the cached values of earlier ones. @param {End} end */
function noteOpen(end) {
  const remembered = end.net.cachedRttMs[end.way];
  if (remembered > end.srtt) end.rto = remembered + Math.max(2 * remembered, RTO_MIN_MS);
  if (end.synSends > 2) end.cwnd = 1;
  if (!isBbr(end)) {
    updatePacingRate(end);
    return;
  }
  end.bbr.minRttMs = end.srtt > 0 ? end.srtt : Number.POSITIVE_INFINITY;
  end.bbr.minRttAt = end.net.engine.now;
  startPace(end);
}

/** @param {End} end @param {number} rttMs */
function noteRoundTrip(end, rttMs) {
  if (end.net.tcp.congestion === 'cubic') noteHystart(end, rttMs);
}

/**
 * Keeps the window in recovery in proportion to what is delivered (RFC 6937).
 * @param {End} end @param {number} delivered segments @param {boolean} isClean
 */
function reduceInProportion(end, delivered, isClean) {
  const inFlight = packetsInFlight(end);
  const room = end.ssthresh - inFlight;
  end.prrDelivered += delivered;
  let count = Math.ceil((end.ssthresh * end.prrDelivered) / end.priorCwnd) - end.prrSent;
  if (room >= 0) {
    const owed = Math.max(end.prrDelivered - end.prrSent, delivered) + (isClean ? 1 : 0);
    count = Math.min(room, owed);
  }
  end.cwnd = inFlight + Math.max(count, end.prrSent > 0 ? 0 : 1);
}

/** @param {End} end @param {number} delivered @param {boolean} isClean */
function noteAcked(end, delivered, isClean) {
  if (end.rate !== null) {
    noteBbrAck(end, takeSample(end, end.rate));
    return;
  }
  if (end.caState === 'recovery') reduceInProportion(end, delivered, isClean);
  updatePacingRate(end);
}

/** @param {End} end */
function leaveRecovery(end) {
  if (!isBbr(end)) end.cwnd = Math.max(end.ssthresh, 2);
}

/** @param {End} end */
function ssthreshAfterLoss(end) {
  if (!isBbr(end)) return packetWindow.ssthreshAfterLoss(end);
  saveWindow(end);
  return end.ssthresh;
}

/** @param {End} end */
function noteTimeout(end) {
  if (isBbr(end)) noteBbrTimeout(end);
}

/** @param {End} end */
function noteUndo(end) {
  if (isBbr(end)) noteBbrUndo(end);
  else end.cwnd = Math.max(end.cwnd, end.priorCwnd);
}

/** @param {End} end @param {number} idleMs */
function restartAfterIdle(end, idleMs) {
  if (!isBbr(end)) packetWindow.restartAfterIdle(end, idleMs);
}

/** @type {Stack} */
export const LINUX = Object.freeze({
  varianceMinMs: RTO_MIN_MS,
  firstRtoMs: 1000,
  synOptionBytes: 12,
  hasSack: true,
  hasTailProbe: true,
  initialCwnd: (segments) => segments,
  timerTime: ({ engine, variation }, delayMs) => wheelTime(engine.now, delayMs, variation.phaseMs),
  looksLost: (end) => end.sackedCount > 0,
  ssthreshAfterLoss,
  cwndAfterTimeout: packetWindow.cwndAfterTimeout,
  maySend: packetWindow.maySend,
  maySendTail: packetWindow.maySendTail,
  mayResend: packetWindow.maySend,
  growWindow,
  restartAfterIdle,
  noteRoundTrip,
  noteAcked,
  leaveRecovery,
  noteTimeout,
  noteUndo,
  noteWindowUse,
  noteOpen,
  noteSent,
  joinForResend,
  noteData,
  noteDuplicate,
  scheduleAck,
  noteAckTimeout,
  noteRead,
});
