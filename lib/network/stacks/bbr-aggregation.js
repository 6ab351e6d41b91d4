/** Extra window for acknowledgements that arrive in groups: BBR adds the excess over the expected count. */
/** @import { End } from '../tcp-state.js' */
/** @import { RateSample } from './rate-sample.js' */
import { rateOf } from './bbr-rate.js';

/** Round trips after which the older of two maxima is dropped. */
const WINDOW_ROUNDS = 5;
/** Max extra window, in milliseconds at the rate. */
const MAX_EXTRA_MS = 100;

/** @param {End} end */
export function resetAggregation(end) {
  end.bbr.aggregation.epochAt = end.net.engine.now;
  end.bbr.aggregation.epochAcked = 0;
}

/** @param {End} end @param {RateSample} sample */
export function noteAggregation(end, sample) {
  const { bbr } = end;
  const state = bbr.aggregation;
  if (sample.acked <= 0 || sample.delivered < 0 || sample.intervalMs <= 0) return;
  if (bbr.isRoundStart) {
    state.rounds += 1;
    if (state.rounds >= WINDOW_ROUNDS) {
      state.rounds = 0;
      state.index = 1 - state.index;
      state.extra[state.index] = 0;
    }
  }
  let expected = rateOf(bbr) * (end.net.engine.now - state.epochAt);
  if (state.epochAcked <= expected) {
    resetAggregation(end);
    expected = 0;
  }
  state.epochAcked += sample.acked;
  state.extra[state.index] = Math.max(state.extra[state.index], Math.min(state.epochAcked - expected, end.cwnd));
}

/** Returns the packets by which the window is larger. @param {End} end */
export function extraWindow({ bbr }) {
  if (!bbr.isFull) return 0;
  return Math.floor(Math.min(Math.max(...bbr.aggregation.extra), rateOf(bbr) * MAX_EXTRA_MS));
}
