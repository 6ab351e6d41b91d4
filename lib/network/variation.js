import { createRandom } from './link.js';

/** @typedef {ReturnType<typeof createVariation>} Variation */

/** From a packet's arrival to the program that reads it: an interrupt and a switch of context, on average. */
const WAKE_MS = 0.12;
/** What a program needs to find references in what it has read, on average. */
const PARSE_MS = 2;
const TICK_MS = 4;
/** After this long the wheel of Linux's timers stands as it stood, as far as a page's timers go. */
const LONGEST_TURN_MS = 16_384;

/**
 * Chances that nobody knows and that decide close races: when the clock ticks, how soon a program wakes. The same
 * number always gives the same chances.
 * @param {number} number
 */
export function createVariation(number) {
  const random = createRandom(number + 1);
  return {
    /** How far the clock of ticks is when the first packet leaves. */
    phaseMs: random() * LONGEST_TURN_MS,
    wakeMs: () => WAKE_MS * (0.5 + random()),
    parseMs: () => PARSE_MS * 2 * random(),
    timerLateMs: () => TICK_MS * random(),
  };
}
