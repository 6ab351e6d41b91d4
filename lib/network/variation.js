import { createRandom } from './random.js';

/** @typedef {ReturnType<typeof createVariation>} Variation */

/** Average time from a packet's arrival until the program reads it: an interrupt and a context switch. */
const WAKE_MS = 0.12;
/** Mean time until a waiting thread runs, fitted to captures of Chromium. */
const BROWSER_WAKE_MS = 0.3;
/** Average time in which a program finds references in data that it read, the first time. */
const FIRST_PARSE_MS = 0.9;
/** Time to parse the beginning of a response, fitted to captures of Chromium. */
const PARSE_MS = 0.2;
/** A tick of a Linux kernel of 250 Hz. */
const TICK_MS = 4;
/** Spread of a program's work around its average. */
const SPREAD = 0.4;
/**
 * Paces of a browser, the same for all pages so that pages are comparable. Each kind of work is slow once, fast once
 * and average three times, and no two kinds have the same series.
 */
const PACES = [
  [0, 0, 0, 0],
  [-0.8, 0.4, -0.4, 0.8],
  [0.8, -0.4, -0.8, 0.4],
  [-0.4, 0.8, 0.4, -0.8],
  [0.4, -0.8, 0.8, -0.4],
].map((each) => {
  const [parse, draw, ask, restyle] = each.map((deviation) => 1 + deviation * SPREAD);
  return Object.freeze({ parse, draw, ask, restyle });
});
/**
 * @param {typeof PACES[number]} pace @param {number} slowness
 * @returns {typeof PACES[number]}
 */
function slowPace(pace, slowness) {
  if (slowness === 1) return pace;
  const { parse, draw, ask, restyle } = pace;
  return { parse: parse * slowness, draw: draw * slowness, ask: ask * slowness, restyle: restyle * slowness };
}

/** Period after which the wheel of Linux's timers repeats for the timers of a page. */
const LONGEST_TURN_MS = 16_384;

/**
 * Creates the random conditions of a run that decide close races: the phase of the clock and the delay of programs. The
 * same number always gives the same conditions.
 * @param {number} number @param {number} slowness of a browser's work
 */
export function createVariation(number, slowness) {
  const random = createRandom(number + 1);
  /** Returns the random duration of work that takes `ms` on average. @param {number} ms */
  const around = (ms) => ms * (1 - SPREAD + 2 * SPREAD * random());

  return {
    /** The number of the run. */
    number,
    /** The phase of the clock when the first packet is sent. */
    phaseMs: random() * LONGEST_TURN_MS,
    /** A browser's time for each kind of work, as a share of its average. */
    pace: slowPace(PACES[number % PACES.length], slowness),
    slowness,
    wakeMs: () => WAKE_MS * (0.5 + random()),
    /**
     * Returns the delay until a browser reads. It is usually short and sometimes long, because a browser has other
     * work.
     */
    browserWakeMs: () => -BROWSER_WAKE_MS * slowness * Math.log(1 - random()),
    /** @param {boolean} isFirst */
    parseMs: (isFirst) => around(isFirst ? FIRST_PARSE_MS : PARSE_MS),
    timerLateMs: () => TICK_MS * random(),
  };
}
