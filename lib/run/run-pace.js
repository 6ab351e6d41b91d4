/**
 * Usual shares of a run's stages, in builds with an empty cache: the means of sites of Astro, Eleventy, Nuxt and
 * SvelteKit. They only matter until a stage has shown its own pace.
 * @type {Readonly<Record<string, number>>}
 */
const USUAL_SHARES = Object.freeze({
  reading: 0.05,
  observing: 0.1,
  looking: 0.03,
  measuring: 0.01,
  detecting: 0.22,
  making: 0.22,
  weighing: 0.02,
  planning: 0.01,
  verifying: 0.15,
  packing: 0.16,
  pricing: 0.03,
});
/** Min share of a run after which the remaining time is estimated. */
const MIN_SHARE = 0.1;

/**
 * The state of a run; `share`: of the current stage, `past`: finished stages.
 * @typedef {{ past: readonly string[], stage: string | null, stageStartMs: number, startMs: number, share: number }}
 *   RunPace
 */

/**
 * Starts to follow a run.
 * @param {number} nowMs
 * @returns {RunPace}
 */
export function startPace(nowMs) {
  return { past: [], stage: null, stageStartMs: nowMs, startMs: nowMs, share: 0 };
}

/**
 * Returns the state of a run after a step of a stage. A stage can be repeated, such as verification after changes were
 * rolled back.
 * @param {RunPace} pace
 * @param {{ stage: string, done: number, of: number, nowMs: number }} step
 * @returns {RunPace}
 */
export function stepPace(pace, { stage, done, of, nowMs }) {
  const share = of > 0 ? Math.min(1, done / of) : 1;
  if (stage === pace.stage) return { ...pace, share };
  const past = pace.stage === null ? pace.past : [...pace.past, pace.stage];
  return { ...pace, past, stage, stageStartMs: nowMs, share };
}

/**
 * Estimates the remaining time of the run: the usual times of stages, at the pace of this run so far.
 * @param {RunPace} pace
 * @param {number} nowMs
 * @returns {number | null} in milliseconds, null if it is unknown
 */
export function estimateRest({ stage, share, stageStartMs, startMs, past }, nowMs) {
  if (stage === null) return null;
  const order = Object.keys(USUAL_SHARES);
  const at = Math.max(0, order.indexOf(stage));
  const sum = (/** @type {readonly string[]} */ names) => names.reduce((all, name) => all + USUAL_SHARES[name], 0);
  const [before, future] = [sum(order.slice(0, at)), sum(order.slice(at + 1))];
  const own = USUAL_SHARES[stage] ?? 0;
  // A repeated stage was not planned: only its own pace shows how long it takes.
  const left = past.includes(stage) ? 0 : own * (1 - share);
  const done = before + own - left;
  if (done / (done + left + future) < MIN_SHARE) return null;
  const speed = (nowMs - startMs) / done;
  const byPace = share > 0 ? ((nowMs - stageStartMs) * (1 - share)) / share : left * speed;
  return byPace * share + left * speed * (1 - share) + future * speed;
}
