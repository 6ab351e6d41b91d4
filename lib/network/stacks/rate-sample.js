/** Samples the delivery rate with each acknowledgement, as Linux does (net/ipv4/tcp_rate.c). */
/** @import { End, Sent } from '../tcp-state.js' */
import { packetsInFlight, packetsOut } from '../flight.js';

/**
 * A sample: segments delivered in an interval, and the effect of the acknowledgement.
 * @typedef {object} RateSample
 * @property {number} delivered segments in the interval; -1 if there is no sample
 * @property {number} intervalMs
 * @property {number} priorDelivered segments delivered when the newest one was sent
 * @property {number} rttMs round trip of the newest segment that was sent once; -1 if there is none
 * @property {number} acked segments that this acknowledgement delivered
 * @property {number} losses segments that it marked as lost
 * @property {boolean} isAppLimited true if the program provided less data than the connection can carry
 */

/** Counters of one connection. */
export class Rate {
  delivered = 0;
  deliveredAt = 0;
  firstSentAt = 0;
  /** Delivered count at which the sample is no longer limited by the program, 0 if it is not limited. */
  appLimitedUntil = 0;
  lost = 0;
  /** Counters of the acknowledgement that is being processed. */
  ackDelivered = 0;
  ackLost = 0;
  newestSentAt = -1;
  newestIndex = -1;
  sendMs = 0;
  priorDelivered = 0;
  priorAt = -1;
  isAppLimited = false;
  isAgain = false;
  rttMs = -1;
}

/** Notes the counters at the time a segment is sent. @param {End} end @param {Sent} sent */
export function noteRateSent(end, sent) {
  const { rate } = end;
  if (rate === null) return;
  const { now } = end.net.engine;
  if (packetsOut(end) <= 1 && !sent.again) {
    rate.firstSentAt = now;
    rate.deliveredAt = now;
  }
  sent.rateFirstSentAt = rate.firstSentAt;
  sent.rateDeliveredAt = rate.deliveredAt;
  sent.rateDelivered = rate.delivered;
  sent.rateAppLimited = rate.appLimitedUntil > 0;
}

/** Processes a segment that was acknowledged or selectively acknowledged. @param {End} end @param {Sent} sent */
export function noteRateDelivered(end, sent) {
  const { rate } = end;
  if (rate === null || sent.rateDeliveredAt < 0) return;
  const { now } = end.net.engine;
  rate.delivered += 1;
  rate.ackDelivered += 1;
  if (!sent.again) rate.rttMs = now - sent.sentAt;
  if (sent.sentAt >= rate.newestSentAt) {
    rate.newestSentAt = sent.sentAt;
    rate.priorDelivered = sent.rateDelivered;
    rate.priorAt = sent.rateDeliveredAt;
    rate.isAppLimited = sent.rateAppLimited;
    rate.isAgain = sent.again;
    rate.sendMs = sent.sentAt - sent.rateFirstSentAt;
    rate.firstSentAt = sent.sentAt;
  }
  sent.rateDeliveredAt = -1;
}

/** Notes that a segment counts as lost. @param {End} end */
export function noteRateLost(end) {
  if (end.rate === null) return;
  end.rate.lost += 1;
  end.rate.ackLost += 1;
}

/** Notes that the program has no more data than the window allows. @param {End} end */
export function checkAppLimited(end) {
  const { rate } = end;
  if (rate === null || end.written - end.next >= end.net.mss) return;
  const inFlight = packetsInFlight(end);
  if (inFlight < end.cwnd && end.lostCount <= end.againCount)
    rate.appLimitedUntil = Math.max(rate.delivered + inFlight, 1);
}

/**
 * Returns the sample of the acknowledgement that was processed.
 * @param {End} end @param {Rate} rate
 * @returns {RateSample}
 */
export function takeSample(end, rate) {
  const { now } = end.net.engine;
  if (rate.appLimitedUntil > 0 && rate.delivered > rate.appLimitedUntil) rate.appLimitedUntil = 0;
  if (rate.ackDelivered > 0) rate.deliveredAt = now;
  const hasPrior = rate.priorAt >= 0;
  const intervalMs = hasPrior ? Math.max(rate.sendMs, now - rate.priorAt) : -1;
  const isTooShort = end.minRttMs > 0 && intervalMs < end.minRttMs;
  const sample = {
    delivered: hasPrior && !isTooShort ? rate.delivered - rate.priorDelivered : -1,
    intervalMs,
    priorDelivered: rate.priorDelivered,
    rttMs: rate.rttMs,
    acked: rate.ackDelivered,
    losses: rate.ackLost,
    isAppLimited: rate.isAppLimited,
  };
  rate.ackDelivered = 0;
  rate.ackLost = 0;
  rate.newestSentAt = -1;
  rate.priorAt = -1;
  rate.rttMs = -1;
  return sample;
}
