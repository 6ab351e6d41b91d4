/** HyStart: CUBIC leaves slow start when acknowledgements indicate that a queue builds up (net/ipv4/tcp_cubic.c). */
/** @import { End } from '../tcp-state.js' */
import { isPaced } from './pacing.js';

/** Smaller windows stay in slow start. */
const MIN_WINDOW_PACKETS = 16;
/** Acknowledgements that follow each other within this time are a train. */
const TRAIN_GAP_MS = 2;
/** Samples of each round of which the shortest round trip is taken. */
const MIN_SAMPLES = 8;
/** Growth of the round trip, as a share of the shortest one and within limits, that indicates a queue. */
const DELAY_SHARE = 1 / 8;
/** See `DELAY_SHARE`. */
const MIN_DELAY_MS = 4;
/** See `DELAY_SHARE`. */
const MAX_DELAY_MS = 16;
/** Max time that is added to a train for bursts (`hystart_ack_delay`). */
const MAX_BURST_DELAY_MS = 1;
/** Bytes of four of the longest bursts. */
const FOUR_BURSTS_BYTES = 4 * 65_536;

/** State of one connection. */
export class Hystart {
  found = false;
  shortestMs = Number.POSITIVE_INFINITY;
  endSeq = -1;
  roundStartAt = 0;
  lastAckAt = 0;
  roundMs = Number.POSITIVE_INFINITY;
  samples = 0;
}

/** @param {End} end */
function leaveSlowStart(end) {
  end.hystart.found = true;
  end.ssthresh = end.cwnd;
}

/** @param {End} end @param {Hystart} state */
function checkTrain(end, state) {
  const { now } = end.net.engine;
  if (now - state.lastAckAt > TRAIN_GAP_MS) return;
  state.lastAckAt = now;
  const burstMs = end.pacingRate > 0 ? Math.min(MAX_BURST_DELAY_MS, FOUR_BURSTS_BYTES / end.pacingRate) : 0;
  const threshold = (state.shortestMs + burstMs) / (isPaced(end) ? 1 : 2);
  if (now - state.roundStartAt > threshold) leaveSlowStart(end);
}

/** @param {End} end @param {Hystart} state @param {number} rttMs */
function checkDelay(end, state, rttMs) {
  state.roundMs = Math.min(state.roundMs, rttMs);
  if (state.samples < MIN_SAMPLES) {
    state.samples += 1;
    return;
  }
  const more = Math.min(Math.max(state.shortestMs * DELAY_SHARE, MIN_DELAY_MS), MAX_DELAY_MS);
  if (state.roundMs > state.shortestMs + more) leaveSlowStart(end);
}

/** Processes a round trip that was measured by an acknowledgement. @param {End} end @param {number} rttMs */
export function noteHystart(end, rttMs) {
  const state = end.hystart;
  const { now } = end.net.engine;
  state.shortestMs = Math.min(state.shortestMs, rttMs);
  if (state.found || end.cwnd >= end.ssthresh) return;
  if (end.una > state.endSeq) {
    state.roundStartAt = now;
    state.lastAckAt = now;
    state.endSeq = end.next;
    state.roundMs = Number.POSITIVE_INFINITY;
    state.samples = 0;
  }
  if (end.cwnd < MIN_WINDOW_PACKETS) return;
  checkTrain(end, state);
  if (!state.found) checkDelay(end, state, rttMs);
}
