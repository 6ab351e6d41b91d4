/** @import { End, Sent } from './tcp-state.js' */

import { packetsOut } from './flight.js';
import { mayPace } from './stacks/pacing.js';
import { noteRateLost } from './stacks/rate-sample.js';
import { emit, SYN } from './tcp-emit.js';
import { pump, resend, setTimer, timeToRto } from './tcp-send.js';

/** TCP_RTO_MAX of Linux. */
const RTO_MAX_MS = 120_000;
/** Linux gives up after six. Here the page waits until the slowest link has answered. */
const SYN_RETRIES = 24;

/** @param {End} end */
export function noteReduction(end) {
  end.priorCwnd = end.cwnd;
  end.priorSsthresh = end.ssthresh;
  end.cubicEpoch = -1;
  end.ssthresh = end.net.stack.ssthreshAfterLoss(end);
  end.undoSeq = end.una;
  end.undoPending = 0;
}

/** @param {End} end @param {Sent} sent */
export function markLost(end, sent) {
  if (sent.sacked) return;
  if (sent.inFlightAgain) {
    sent.inFlightAgain = false;
    end.againCount -= 1;
  }
  noteRateLost(end);
  if (sent.lost) return;
  sent.lost = true;
  end.lostCount += 1;
}

/**
 * Undoes a reduction of the window that was not caused by a loss.
 * @param {End} end
 */
export function undoReduction(end) {
  for (let index = end.flightHead; index < end.flight.length; index += 1) {
    const sent = end.flight[index];
    if (!sent.lost) continue;
    sent.lost = false;
    end.lostCount -= 1;
    if (!sent.inFlightAgain) continue;
    sent.inFlightAgain = false;
    end.againCount -= 1;
  }
  end.net.stack.noteUndo(end);
  end.ssthresh = Math.max(end.ssthresh, end.priorSsthresh);
  end.undoSeq = -1;
  end.caState = 'open';
}

/**
 * Handles a time-out: marks segments as lost that are older than a round trip, and starts again with one segment.
 * @param {End} end
 */
function enterLoss(end) {
  const { stack } = end.net;
  const { now } = end.net.engine;
  const isNew = end.caState === 'open';
  for (let index = end.flightHead; index < end.flight.length; index += 1) {
    const sent = end.flight[index];
    if (index > end.flightHead && stack.hasSack && now - sent.sentAt < end.rackRtt) continue;
    markLost(end, sent);
  }
  if (isNew || end.highSeq <= end.una) noteReduction(end);
  end.cwnd = stack.cwndAfterTimeout(end);
  stack.noteTimeout(end);
  end.growth = 0;
  end.caState = 'loss';
  end.highSeq = end.next;
  end.tlpHighSeq = -1;
  end.frto = stack.hasSack;
  end.duplicateAcks = 0;
}

/**
 * Sends lost segments again as far as the window allows.
 * @param {End} end
 */
export function resendLost(end) {
  const { stack } = end.net;
  for (let index = end.flightHead; index < end.flight.length; index += 1) {
    const sent = end.flight[index];
    if (!sent.lost || sent.sacked || sent.inFlightAgain) continue;
    if (!stack.mayResend(end) || !mayPace(end)) break;
    resend(end, sent);
  }
}

/** @param {End} end */
function handshakeTimeout(end) {
  if (end.synSends > SYN_RETRIES)
    throw new Error('tcp: no answer to a SYN in time; the link is too slow or loses too much');
  end.synSends += 1;
  end.rto = Math.min(end.rto * 2, RTO_MAX_MS);
  end.synSentAt = end.net.engine.now;
  emit(end, 0, 0, SYN);
  setTimer(end, end.rto, false);
}

/**
 * Sends a probe that shows whether the tail was lost: new data, or the last segment again.
 * @param {End} end
 */
function sendProbe(end) {
  if (end.tlpHighSeq < 0) {
    const before = end.next;
    pump(end, 1);
    end.tlpResent = end.next === before;
    if (end.tlpResent) resend(end, end.flight[end.flight.length - 1]);
    end.tlpHighSeq = end.next;
    end.timerIsProbe = false;
    setTimer(end, end.rto, false);
    return;
  }
  setTimer(end, timeToRto(end), false);
}

/**
 * Handles the retransmission timer of a connection.
 * @param {End} end
 */
export function handleTimer(end) {
  if (end.state === 'syn-sent' || end.state === 'syn-received') {
    handshakeTimeout(end);
    return;
  }
  if (packetsOut(end) === 0 || end.state !== 'open') return;
  if (end.timerIsProbe) {
    sendProbe(end);
    return;
  }
  enterLoss(end);
  resend(end, end.flight[end.flightHead]);
  end.rto = Math.min(end.rto * 2, RTO_MAX_MS);
  setTimer(end, end.rto, false);
}
