/** BBR's detection of a policer that drops packets above a rate: two intervals with many losses and the same rate. */
/** @import { End } from '../tcp-state.js' */
/** @import { RateSample } from './rate-sample.js' */

/** Rounds of the shortest interval. An interval four times as long is given up. */
const MIN_ROUNDS = 4;
/** Share of lost packets from which an interval counts. */
const LOSS_SHARE = 50 / 256;
/** Rates of two intervals count as the same within this share. */
const SAME_SHARE = 1 / 8;
/** Rounds after which the detected rate is dropped. */
const MAX_ROUNDS = 48;

export const createPolicer = () => ({
  isUsed: false,
  rate: 0,
  isSampling: false,
  rounds: 0,
  sinceAt: 0,
  sinceDelivered: 0,
  sinceLost: 0,
});

/** @param {End} end */
function restart(end) {
  const { policer } = end.bbr;
  policer.sinceAt = end.net.engine.now;
  policer.sinceDelivered = end.rate?.delivered ?? 0;
  policer.sinceLost = end.rate?.lost ?? 0;
  policer.rounds = 0;
}

/** @param {End} end */
export function resetPolicer(end) {
  Object.assign(end.bbr.policer, { isUsed: false, rate: 0, isSampling: false });
  restart(end);
}

/** @param {End} end @param {number} rate of an interval that ended */
function endInterval(end, rate) {
  const { policer } = end.bbr;
  if (policer.rate > 0 && Math.abs(rate - policer.rate) <= SAME_SHARE * policer.rate) {
    policer.rate = (rate + policer.rate) / 2;
    policer.isUsed = true;
    policer.rounds = 0;
    return;
  }
  policer.rate = rate;
  restart(end);
}

/** @param {End} end @param {RateSample} sample @param {() => void} onDropped called when the rate is dropped */
export function samplePolicer(end, sample, onDropped) {
  const { bbr, rate } = end;
  const { policer } = bbr;
  if (rate === null) return;
  if (policer.isUsed) {
    if (bbr.mode !== 'steady' || !bbr.isRoundStart) return;
    policer.rounds += 1;
    if (policer.rounds < MAX_ROUNDS) return;
    resetPolicer(end);
    onDropped();
    return;
  }
  if (!policer.isSampling) {
    if (sample.losses === 0) return;
    restart(end);
    policer.isSampling = true;
  }
  if (sample.isAppLimited) {
    resetPolicer(end);
    return;
  }
  if (bbr.isRoundStart) policer.rounds += 1;
  if (policer.rounds < MIN_ROUNDS) return;
  if (policer.rounds > 4 * MIN_ROUNDS) {
    resetPolicer(end);
    return;
  }
  if (sample.losses === 0) return;
  const delivered = rate.delivered - policer.sinceDelivered;
  const elapsedMs = rate.deliveredAt - policer.sinceAt;
  if (delivered === 0 || rate.lost - policer.sinceLost < LOSS_SHARE * delivered || elapsedMs < 1) return;
  endInterval(end, delivered / elapsedMs);
}
