/**
 * Shares of a run that its stages take, of builds without anything in the cache: the means of sites of Astro, Eleventy,
 * Nuxt and SvelteKit. They only matter until a stage has shown its own pace.
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
/** Before so much of a run is done, the time left is a guess and is not said. */
const MIN_SHARE = 0.1;

/**
 * Where a run is; `share`: of the current stage, `past`: stages that are over.
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
 * Returns where a run is after a step of a stage. A stage may come again, as verification does after changes were
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
 * Estimates how long the rest of the run takes: what stages usually take, at the pace that this run has shown so far.
 * @param {RunPace} pace
 * @param {number} nowMs
 * @returns {number | null} in milliseconds; null: too little is known
 */
export function estimateRest({ stage, share, stageStartMs, startMs, past }, nowMs) {
  if (stage === null) return null;
  const order = Object.keys(USUAL_SHARES);
  const at = Math.max(0, order.indexOf(stage));
  const sum = (/** @type {readonly string[]} */ names) => names.reduce((all, name) => all + USUAL_SHARES[name], 0);
  const [before, future] = [sum(order.slice(0, at)), sum(order.slice(at + 1))];
  const own = USUAL_SHARES[stage] ?? 0;
  // What comes again was not planned for: its own pace alone tells how long it takes.
  const left = past.includes(stage) ? 0 : own * (1 - share);
  const done = before + own - left;
  if (done / (done + left + future) < MIN_SHARE) return null;
  const speed = (nowMs - startMs) / done;
  const byPace = share > 0 ? ((nowMs - stageStartMs) * (1 - share)) / share : left * speed;
  return byPace * share + left * speed * (1 - share) + future * speed;
}
