/**
 * A part of a run: a stage, with the elapsed times at which its shares were reached. A stage that starts again, such as
 * verification after changes were rolled back, is another lap.
 * @typedef {{ stage: string, points: [share: number, ms: number][] }} Lap
 *
 * The course of a whole run.
 * @typedef {{ laps: Lap[], totalMs: number }} Course
 */

/** Points of a lap are at least this share apart. */
const POINT_SHARE = 0.1;
/** Until this share of the former run, its own pace counts as much as that of the current run. */
const TRUSTED_SHARE = 0.1;
/** A run that is slower or faster than the former one by more than this factor is another kind of run. */
const MAX_PACE_RATIO = 3;

/** Follows a run, and estimates its remaining time from a former run that had as much to do. */
export class RunPace {
  #startMs;
  #former;
  /** @type {Lap[]} */
  #laps = [];
  #done = 0;
  #formerMs = 0;

  /**
   * @param {number} nowMs
   * @param {Course | null} [former] null: nothing is known, so nothing is estimated
   */
  constructor(nowMs, former = null) {
    this.#startMs = nowMs;
    this.#former = former;
  }

  /**
   * Notes a step of a stage.
   * @param {{ stage: string, done: number, of: number, nowMs: number }} step
   * @returns {number | null} the remaining milliseconds of the whole run, null if they are unknown
   */
  step({ stage, done, of, nowMs }) {
    const ms = nowMs - this.#startMs;
    const share = of > 0 ? Math.min(1, done / of) : 1;
    let lap = this.#laps.at(-1);
    if (lap?.stage !== stage || done < this.#done) {
      lap = { stage, points: [] };
      this.#laps.push(lap);
    }
    this.#done = done;
    const last = lap.points.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
    if (share - last >= POINT_SHARE || (share === 1 && last < 1)) lap.points.push([share, ms]);
    if (!this.#former) return null;
    this.#formerMs = Math.max(this.#formerMs, findTime(this.#former.laps, this.#laps, share));
    return estimateRest(this.#former.totalMs, this.#formerMs, ms);
  }

  /** Returns the course of the run until now, for later runs. @param {number} nowMs @returns {Course} */
  courseUntil(nowMs) {
    return { laps: this.#laps, totalMs: nowMs - this.#startMs };
  }
}

/**
 * Returns the time at which the former run was where this one is now. Returns 0 if it never was.
 * @param {readonly Lap[]} former
 * @param {readonly Lap[]} laps of this run until now
 * @param {number} share of the current lap
 */
function findTime(former, laps, share) {
  const { stage } = laps[laps.length - 1];
  const number = laps.filter((lap) => lap.stage === stage).length - 1;
  const lap = former.filter((one) => one.stage === stage)[number];
  if (!lap) return 0;
  const next = lap.points.findIndex(([at]) => at > share);
  const [fromShare, fromMs] = lap.points.at(next < 0 ? -1 : Math.max(0, next - 1)) ?? [0, 0];
  if (next <= 0) return fromMs;
  const [toShare, toMs] = lap.points[next];
  return fromMs + ((toMs - fromMs) * (share - fromShare)) / (toShare - fromShare);
}

/**
 * Scales the rest of the former run by the pace of this one. Part of a difference in pace is another machine and lasts,
 * and part is other work on the machine and ends, so the square root of the ratio is used: in both cases the estimate
 * is wrong by the root of the ratio at most.
 * @param {number} totalMs of the former run
 * @param {number} formerMs of the former run until the same step
 * @param {number} ms of this run until now
 */
function estimateRest(totalMs, formerMs, ms) {
  const trustedMs = totalMs * TRUSTED_SHARE;
  const ratio = (ms + trustedMs) / (formerMs + trustedMs);
  if (ratio > MAX_PACE_RATIO || ratio < 1 / MAX_PACE_RATIO) return null;
  return (totalMs - formerMs) * Math.sqrt(ratio);
}
