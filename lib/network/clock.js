/** Models the Linux clock: ticks of 4 ms (CONFIG_HZ=250), and a timer wheel that is coarser for later timers. */

const TICK_MS = 4;
/** Slots of each level of the timer wheel (kernel/time/timer.c). */
const SLOTS = 64;
/** Each level of the timer wheel is eight times as coarse as the one before (LVL_CLK_SHIFT). */
const LEVEL_SHIFT = 3;

/**
 * Returns the time of the last tick.
 * @param {number} nowMs @param {number} phaseMs offset of the clock at the start
 */
export const tickTime = (nowMs, phaseMs) => Math.floor((nowMs + phaseMs) / TICK_MS) * TICK_MS - phaseMs;

/**
 * Returns the time at which a timer set now fires.
 * @param {number} nowMs @param {number} delayMs @param {number} phaseMs offset of the clock at the start
 */
export function wheelTime(nowMs, delayMs, phaseMs) {
  const now = Math.floor((nowMs + phaseMs) / TICK_MS);
  const delay = Math.ceil(delayMs / TICK_MS);
  let shift = 0;
  while (delay >= (SLOTS - 1) * 2 ** shift) shift += LEVEL_SHIFT;
  return (Math.floor((now + delay) / 2 ** shift) + 1) * 2 ** shift * TICK_MS - phaseMs;
}
