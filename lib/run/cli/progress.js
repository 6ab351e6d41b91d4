/** @import { Output } from './types.ts' */

import { describeStep, openPace } from '../pace.js';

/** Interval of the animation: twelve times a second. */
const STEP_MS = 80;
/** Width in characters. */
const BAR_WIDTH = 24;

/**
 * Shows the progress of a long run: a bar on a terminal, a line every ten seconds elsewhere, nothing when quiet.
 * @param {Output} output
 * @param {{ quiet: boolean, now?: () => number }} options
 */
export function openProgress(output, { quiet, now = () => performance.now() }) {
  /** @type {string | null} */
  let stage = null;
  let drawn = Number.NEGATIVE_INFINITY;
  const sayInLog = openPace((line) => output.write(`${line}\n`), now);
  const clear = () => {
    if (output.isTTY && stage !== null && !quiet) output.write('\r\x1b[K');
  };
  return {
    /**
     * @param {string} name
     * @param {number} done
     * @param {number} of
     * @param {number | null} [restMs] of the whole run, null if unknown
     */
    tick(name, done, of, restMs = null) {
      if (quiet) return;
      if (!output.isTTY) return sayInLog(name, done, of, restMs);
      if (name !== stage) drawn = Number.NEGATIVE_INFINITY;
      stage = name;
      if (done < of && now() - drawn < STEP_MS) return;
      drawn = now();
      output.write(`\r\x1b[K${barOf(name, done, of, restMs)}`);
    },
    done: clear,
  };
}

/**
 * @param {string} name
 * @param {number} done
 * @param {number} of
 * @param {number | null} restMs
 */
function barOf(name, done, of, restMs) {
  const full = Math.round((of > 0 ? done / of : 1) * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${describeStep(name, done, of, restMs)}`;
}
