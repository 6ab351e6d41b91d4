/** @import { Output } from './types.ts' */

import { describeStep, openPace } from '../pace.js';

/** Twelve times a second: quick enough to look alive. */
const STEP_MS = 80;
/** In characters. */
const BAR_WIDTH = 24;

/**
 * Says how far a long run is: a bar on a terminal, a line every ten seconds elsewhere, nothing when quiet.
 * @param {Output} output
 * @param {{ quiet: boolean, now?: () => number }} options
 */
export function openProgress(output, { quiet, now = () => performance.now() }) {
  let stage = '';
  let started = 0;
  let drawn = Number.NEGATIVE_INFINITY;
  const sayInLog = openPace((line) => output.write(`${line}\n`), now);
  const clear = () => {
    if (output.isTTY && stage && !quiet) output.write('\r\x1b[K');
  };
  return {
    /**
     * @param {string} name
     * @param {number} done
     * @param {number} of
     */
    tick(name, done, of) {
      if (quiet) return;
      if (!output.isTTY) return sayInLog(name, done, of);
      if (name !== stage) {
        stage = name;
        started = now();
        drawn = Number.NEGATIVE_INFINITY;
      }
      if (done < of && now() - drawn < STEP_MS) return;
      drawn = now();
      output.write(`\r\x1b[K${barOf(name, done, of, now() - started)}`);
    },
    done: clear,
  };
}

/**
 * @param {string} name
 * @param {number} done
 * @param {number} of
 * @param {number} elapsedMs
 */
function barOf(name, done, of, elapsedMs) {
  const full = Math.round((of > 0 ? done / of : 1) * BAR_WIDTH);
  return `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${describeStep(name, done, of, elapsedMs)}`;
}
