/** BBR in the version of Linux (net/ipv4/tcp_bbr.c, version 1): window and pace follow from rate and round trip. */
/** @import { End } from '../tcp-state.js' */
/** @import { RateSample } from './rate-sample.js' */

import { packetsInFlight } from '../flight.js';
import { createRandom } from '../random.js';
import { extraWindow, noteAggregation, resetAggregation } from './bbr-aggregation.js';
import { createPolicer, resetPolicer, samplePolicer } from './bbr-policer.js';
import { maxRate, rateOf } from './bbr-rate.js';
import { burstSegments } from './pacing.js';

/** 2 / ln 2: the smallest gain that doubles the rate each round trip. */
const HIGH_GAIN = 2.885;
/** Pacing gains of the cycle that a connection repeats after start-up, each for one round trip. */
const CYCLE = [5 / 4, 3 / 4, 1, 1, 1, 1, 1, 1];
/** Window outside of start-up, as a multiple of rate times round trip. */
const WINDOW_GAIN = 2;
/** Share of the rate that is used as pace, to keep queues short. */
const PACING_MARGIN = 0.99;
/** Round trips for which the highest rate counts. */
const RATE_ROUNDS = 10;
/** The pipe counts as full when the rate has grown by less than a quarter in three round trips. */
const FULL_GROWTH = 1.25;
/** See `FULL_GROWTH`. */
const FULL_ROUNDS = 3;
/** Time after which the shortest round trip is measured again. */
const MIN_RTT_MS = 10_000;
/** Packets in flight while the shortest round trip is measured. */
const PROBE_PACKETS = 4;
/** Duration of a measurement of the shortest round trip. */
const PROBE_MS = 200;
/** Window before a round trip is known. */
const FIRST_WINDOW_PACKETS = 10;

/** State of one connection. */
export class Bbr {
  /** @type {'startup' | 'drain' | 'steady' | 'probe-rtt'} */
  mode = 'startup';
  /** Highest rates, in segments per millisecond, with the round of each, highest first. @type {[number, number][]} */
  rates = [];
  rounds = 0;
  nextRound = 0;
  isRoundStart = false;
  fullRate = 0;
  fullCount = 0;
  isFull = false;
  minRttMs = Number.POSITIVE_INFINITY;
  minRttAt = 0;
  probeDoneAt = 0;
  isProbeRoundDone = false;
  pacingGain = HIGH_GAIN;
  windowGain = HIGH_GAIN;
  phase = 0;
  phaseAt = 0;
  hasSeenRtt = false;
  isConserving = false;
  wasRecovering = false;
  priorCwnd = 0;
  isIdleRestart = false;
  aggregation = { epochAt: 0, epochAcked: 0, extra: [0, 0], index: 0, rounds: 0 };
  policer = createPolicer();
}

/** @param {Bbr} bbr @param {number} rate */
function noteRate(bbr, rate) {
  const { rates, rounds } = bbr;
  while (rates.length > 0 && rates[rates.length - 1][0] <= rate) rates.pop();
  rates.push([rate, rounds]);
  while (rates[0][1] < rounds - RATE_ROUNDS) rates.shift();
}

/** @param {End} end @param {number} packets */
function withBudget(end, packets) {
  const { mode, phase } = end.bbr;
  const even = Math.floor((packets + 3 * burstSegments(end) + 1) / 2) * 2;
  return mode === 'steady' && phase === 0 ? even + 2 : even;
}

/** @param {Bbr} bbr @param {number} rate @param {number} gain */
function product({ minRttMs }, rate, gain) {
  return minRttMs === Number.POSITIVE_INFINITY ? FIRST_WINDOW_PACKETS : Math.ceil(rate * minRttMs * gain);
}

/** Returns the target count of packets in flight at a gain. @param {End} end @param {number} gain */
const inflightGoal = (end, gain) => withBudget(end, product(end.bbr, maxRate(end.bbr), gain));

/** Returns the packets that will be in flight when the next one may be sent. @param {End} end */
function packetsAtDeparture(end) {
  const { bbr } = end;
  const waitMs = Math.max(0, end.pacedUntil - end.net.engine.now);
  const more = bbr.pacingGain > 1 ? burstSegments(end) : 0;
  return Math.max(0, packetsInFlight(end) + more - rateOf(bbr) * waitMs);
}

/** @param {End} end @param {number} rate segments a millisecond @param {number} gain */
export function setPace(end, rate, gain) {
  const { bbr } = end;
  if (!bbr.hasSeenRtt && end.srtt > 0) startPace(end);
  const pace = rate * end.net.mss * gain * PACING_MARGIN;
  if (bbr.isFull || pace > end.pacingRate) end.pacingRate = pace;
}

/** Sets the pace from the first round trip. @param {End} end */
export function startPace(end) {
  if (end.srtt > 0) end.bbr.hasSeenRtt = true;
  const rttMs = end.srtt > 0 ? end.srtt : 1;
  end.pacingRate = (end.cwnd / rttMs) * end.net.mss * HIGH_GAIN * PACING_MARGIN;
}

/** @param {End} end @param {RateSample} sample */
function updateRate(end, sample) {
  const { bbr } = end;
  bbr.isRoundStart = false;
  if (sample.delivered < 0 || sample.intervalMs <= 0) return;
  if (sample.priorDelivered >= bbr.nextRound) {
    bbr.nextRound = rateCounter(end);
    bbr.rounds += 1;
    bbr.isRoundStart = true;
    bbr.isConserving = false;
  }
  samplePolicer(end, sample, () => startCycle(end));
  const rate = sample.delivered / sample.intervalMs;
  if (!sample.isAppLimited || rate >= maxRate(bbr)) noteRate(bbr, rate);
}

/** @param {End} end */
const rateCounter = (end) => end.rate?.delivered ?? 0;

/** @param {End} end */
function startCycle(end) {
  const { bbr, net } = end;
  bbr.mode = 'steady';
  // The first phase is any except the one that drains.
  const drawn = Math.floor(createRandom(net.variation.number + Math.floor(net.engine.now))() * (CYCLE.length - 1));
  bbr.phase = CYCLE.length - 1 - drawn;
  nextPhase(end);
}

/** @param {End} end */
function nextPhase(end) {
  end.bbr.phase = (end.bbr.phase + 1) % CYCLE.length;
  end.bbr.phaseAt = end.net.engine.now;
}

/** @param {End} end @param {RateSample} sample */
function updatePhase(end, sample) {
  const { bbr } = end;
  if (bbr.mode !== 'steady') return;
  const isLong = end.net.engine.now - bbr.phaseAt > bbr.minRttMs;
  if (bbr.pacingGain > 1) {
    if (isLong && (sample.losses > 0 || packetsAtDeparture(end) >= inflightGoal(end, bbr.pacingGain))) nextPhase(end);
  } else if (isLong || (bbr.pacingGain < 1 && packetsAtDeparture(end) <= inflightGoal(end, 1))) nextPhase(end);
}

/** @param {End} end @param {RateSample} sample */
function updateMode(end, sample) {
  const { bbr } = end;
  if (!bbr.isFull && bbr.isRoundStart && !sample.isAppLimited) {
    if (maxRate(bbr) >= bbr.fullRate * FULL_GROWTH) {
      bbr.fullRate = maxRate(bbr);
      bbr.fullCount = 0;
    } else {
      bbr.fullCount += 1;
      bbr.isFull = bbr.fullCount >= FULL_ROUNDS;
    }
  }
  if (bbr.mode === 'startup' && bbr.isFull) {
    bbr.mode = 'drain';
    end.ssthresh = inflightGoal(end, 1);
  }
  if (bbr.mode === 'drain' && packetsAtDeparture(end) <= inflightGoal(end, 1)) startCycle(end);
}

/** @param {End} end @param {RateSample} sample */
function updateMinRtt(end, sample) {
  const { bbr, net } = end;
  const { now } = net.engine;
  const isOld = now > bbr.minRttAt + MIN_RTT_MS;
  if (sample.rttMs >= 0 && (sample.rttMs < bbr.minRttMs || isOld)) {
    bbr.minRttMs = sample.rttMs;
    bbr.minRttAt = now;
  }
  if (isOld && !bbr.isIdleRestart && bbr.mode !== 'probe-rtt') {
    bbr.mode = 'probe-rtt';
    bbr.priorCwnd = Math.max(bbr.priorCwnd, end.cwnd);
    bbr.probeDoneAt = 0;
  }
  if (bbr.mode === 'probe-rtt') probeRtt(end, now);
  if (sample.delivered > 0) bbr.isIdleRestart = false;
}

/** @param {End} end @param {number} now */
function probeRtt(end, now) {
  const { bbr } = end;
  if (bbr.probeDoneAt === 0) {
    if (packetsInFlight(end) > PROBE_PACKETS) return;
    bbr.probeDoneAt = now + PROBE_MS;
    bbr.isProbeRoundDone = false;
    bbr.nextRound = rateCounter(end);
    return;
  }
  bbr.isProbeRoundDone ||= bbr.isRoundStart;
  if (!bbr.isProbeRoundDone || now < bbr.probeDoneAt) return;
  bbr.minRttAt = now;
  end.cwnd = Math.max(end.cwnd, bbr.priorCwnd);
  if (bbr.isFull) startCycle(end);
  else bbr.mode = 'startup';
}

/** @param {Bbr} bbr */
function updateGains(bbr) {
  bbr.windowGain = bbr.mode === 'steady' ? WINDOW_GAIN : HIGH_GAIN;
  if (bbr.mode === 'startup') bbr.pacingGain = HIGH_GAIN;
  else if (bbr.mode === 'drain') bbr.pacingGain = 1 / HIGH_GAIN;
  else if (bbr.mode === 'steady') bbr.pacingGain = bbr.policer.isUsed ? 1 : CYCLE[bbr.phase];
  else {
    bbr.pacingGain = 1;
    bbr.windowGain = 1;
  }
}

/**
 * Limits the window during recovery to the packets that leave the network. Returns true if that decides the window.
 * @param {End} end @param {RateSample} sample
 */
function recover(end, sample) {
  const { bbr } = end;
  const isRecovering = end.caState === 'recovery';
  const isTroubled = end.caState !== 'open';
  if (sample.losses > 0) end.cwnd = Math.max(end.cwnd - sample.losses, 1);
  if (isRecovering && !bbr.wasRecovering) {
    bbr.isConserving = true;
    bbr.nextRound = rateCounter(end);
    end.cwnd = packetsInFlight(end) + sample.acked;
  } else if (bbr.wasRecovering && !isTroubled) {
    end.cwnd = Math.max(end.cwnd, bbr.priorCwnd);
    bbr.isConserving = false;
  }
  bbr.wasRecovering = isTroubled;
  if (bbr.isConserving) end.cwnd = Math.max(end.cwnd, packetsInFlight(end) + sample.acked);
  return bbr.isConserving;
}

/** @param {End} end @param {RateSample} sample */
function setWindow(end, sample) {
  const { bbr } = end;
  if (sample.acked > 0 && !recover(end, sample)) {
    const target = withBudget(end, product(bbr, rateOf(bbr), bbr.windowGain) + extraWindow(end));
    if (bbr.isFull) end.cwnd = Math.min(end.cwnd + sample.acked, target);
    else if (end.cwnd < target || rateCounter(end) < FIRST_WINDOW_PACKETS) end.cwnd += sample.acked;
    end.cwnd = Math.max(end.cwnd, PROBE_PACKETS);
  }
  if (bbr.mode === 'probe-rtt') end.cwnd = Math.min(end.cwnd, PROBE_PACKETS);
}

/** Processes an acknowledgement. @param {End} end @param {RateSample} sample */
export function noteBbrAck(end, sample) {
  const { bbr } = end;
  updateRate(end, sample);
  noteAggregation(end, sample);
  updatePhase(end, sample);
  updateMode(end, sample);
  updateMinRtt(end, sample);
  updateGains(bbr);
  setPace(end, rateOf(bbr), bbr.pacingGain);
  setWindow(end, sample);
}

/** Saves the window before a loss, to restore it. @param {End} end */
export function saveWindow(end) {
  const { bbr } = end;
  const isFirst = !bbr.wasRecovering && bbr.mode !== 'probe-rtt';
  bbr.priorCwnd = isFirst ? end.cwnd : Math.max(bbr.priorCwnd, end.cwnd);
}

/** Notes that a time-out fired: the rate must be found again. @param {End} end */
export function noteBbrTimeout(end) {
  const { bbr } = end;
  bbr.wasRecovering = true;
  bbr.fullRate = 0;
  bbr.isRoundStart = true;
}

/** Notes that a reduction was undone. @param {End} end */
export function noteBbrUndo(end) {
  end.bbr.fullRate = 0;
  end.bbr.fullCount = 0;
  resetPolicer(end);
}

/** Notes that a connection sends again after silence. @param {End} end */
export function noteBbrStart(end) {
  const { bbr } = end;
  if (end.rate === null || end.rate.appLimitedUntil === 0) return;
  bbr.isIdleRestart = true;
  resetAggregation(end);
  if (bbr.mode === 'steady') setPace(end, rateOf(bbr), 1);
}
