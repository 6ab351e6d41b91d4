import { createRandom } from './random.js';

/** @typedef {ReturnType<typeof createVariation>} Variation */

/** From a packet's arrival to the program that reads it: an interrupt and a switch of context, on average. */
const WAKE_MS = 0.12;
/** Mean time until a waiting thread runs, fitted to captures of Chromium. */
const BROWSER_WAKE_MS = 0.3;
/** What a program needs to find references in what it has read, the first time and later, on average. */
const FIRST_PARSE_MS = 0.9;
/** Time to parse the beginning of a response, fitted to captures of Chromium. */
const PARSE_MS = 0.2;
/** A tick of a Linux kernel of 250 Hz. */
const TICK_MS = 4;
/** How far a program's work is from what it is on average. */
const SPREAD = 0.4;
/**
 * A browser's paces, the same for all pages so that they compare: each kind of work is once slow, once quick and thrice
 * between them, never two kinds alike.
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

/** After this long the wheel of Linux's timers stands as it stood, as far as a page's timers go. */
const LONGEST_TURN_MS = 16_384;

/**
 * Chances that nobody knows and that decide close races: when the clock ticks, how soon a program wakes. The same
 * number always gives the same chances.
 * @param {number} number @param {number} slowness of a browser's work
 */
export function createVariation(number, slowness) {
  const random = createRandom(number + 1);
  /** A piece of work that takes so long on average. @param {number} ms */
  const around = (ms) => ms * (1 - SPREAD + 2 * SPREAD * random());

  return {
    /** Which of the runs it is. */
    number,
    /** How far the clock of ticks is when the first packet leaves. */
    phaseMs: random() * LONGEST_TURN_MS,
    /** What a browser takes for each kind of work, as a share of what it takes on average. */
    pace: slowPace(PACES[number % PACES.length], slowness),
    slowness,
    wakeMs: () => WAKE_MS * (0.5 + random()),
    /** A browser has much else to do: most often it reads soon, now and then late. */
    browserWakeMs: () => -BROWSER_WAKE_MS * slowness * Math.log(1 - random()),
    /** @param {boolean} isFirst */
    parseMs: (isFirst) => around(isFirst ? FIRST_PARSE_MS : PARSE_MS),
    timerLateMs: () => TICK_MS * random(),
  };
}
