/** Linux of today. */
/** @import { End, Sent, Stack } from '../tcp-state.js' */
import { wheelTime } from '../clock.js';
import { packetsInFlight, packetsOut } from '../tcp-state.js';
import { noteAckTimeout, noteData, noteDuplicate, noteRead, noteSent, scheduleAck } from './linux-acks.js';
import * as packetWindow from './packet-window.js';

/** The least that a time-out is above the round trip. */
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

/** @param {End} end @param {number} sentCount segments @param {boolean} wasHeld whether the window held more back */
function noteWindowUse(end, sentCount, wasHeld) {
  const limited = wasHeld || packetsInFlight(end) >= end.cwnd;
  if (sentCount > 0 || limited) validateWindow(end, limited);
}

/** A window that is not used does not grow. @param {End} end @param {number} delivered segments */
function growWindow(end, delivered) {
  const slowStart = end.cwnd < end.ssthresh;
  if (end.cwndLimited || (slowStart && end.cwnd < 2 * end.maxPacketsOut)) packetWindow.growPackets(end, delivered);
}

/** A new connection starts with what is remembered of earlier ones. @param {End} end */
function noteOpen(end) {
  const remembered = end.net.cachedRttMs[end.way];
  if (remembered > end.srtt) end.rto = remembered + Math.max(2 * remembered, RTO_MIN_MS);
  if (end.synSends > 2) end.cwnd = 1;
}

/** @type {Stack} */
export const LINUX = Object.freeze({
  varianceMinMs: RTO_MIN_MS,
  firstRtoMs: 1000,
  synOptionBytes: 12,
  hasSack: true,
  hasTailProbe: true,
  initialCwnd: (tcp) => tcp.initialWindow,
  timerTime: ({ engine, variation }, delayMs) => wheelTime(engine.now, delayMs, variation.phaseMs),
  looksLost: (end) => end.sackedCount > 0,
  ssthreshAfterLoss: packetWindow.ssthreshAfterLoss,
  cwndAfterTimeout: packetWindow.cwndAfterTimeout,
  maySend: packetWindow.maySend,
  maySendTail: packetWindow.maySendTail,
  mayResend: packetWindow.maySend,
  growWindow,
  restartAfterIdle: packetWindow.restartAfterIdle,
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
