/**
 * How Linux keeps time: in ticks of 4 ms (CONFIG_HZ=250), with timers on a wheel that is coarser the further off they
 * are.
 */

const TICK_MS = 4;
/** kernel/time/timer.c: 64 slots a level, each level 8 times as coarse as the one before. */
const SLOTS = 64;
/** Each level of the timer wheel is eight times as coarse, as in Linux (LVL_CLK_SHIFT). */
const LEVEL_SHIFT = 3;

/**
 * The time of the last tick.
 * @param {number} nowMs @param {number} phaseMs how far the clock was at the start
 */
export const tickTime = (nowMs, phaseMs) => Math.floor((nowMs + phaseMs) / TICK_MS) * TICK_MS - phaseMs;

/**
 * When a timer set now fires.
 * @param {number} nowMs @param {number} delayMs @param {number} phaseMs how far the clock was at the start
 */
export function wheelTime(nowMs, delayMs, phaseMs) {
  const now = Math.floor((nowMs + phaseMs) / TICK_MS);
  const delay = Math.ceil(delayMs / TICK_MS);
  let shift = 0;
  while (delay >= (SLOTS - 1) * 2 ** shift) shift += LEVEL_SHIFT;
  return (Math.floor((now + delay) / 2 ** shift) + 1) * 2 ** shift * TICK_MS - phaseMs;
}
