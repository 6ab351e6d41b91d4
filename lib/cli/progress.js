/** @import { Output } from './types.ts' */

const STEP_MS = 80;
const BAR_WIDTH = 24;

/**
 * Says how far a long run is: a bar on a terminal, a line for each stage elsewhere, nothing when quiet.
 * @param {Output} output
 * @param {{ quiet: boolean, now?: () => number }} options
 */
export function openProgress(output, { quiet, now = () => performance.now() }) {
  let stage = '';
  let started = 0;
  let drawn = Number.NEGATIVE_INFINITY;
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
      if (name !== stage) {
        stage = name;
        started = now();
        drawn = Number.NEGATIVE_INFINITY;
        if (!output.isTTY) output.write(`${name}\n`);
      }
      if (!output.isTTY || (done < of && now() - drawn < STEP_MS)) return;
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
  const share = of > 0 ? done / of : 1;
  const full = Math.round(share * BAR_WIDTH);
  const leftSeconds = share > 0.05 && share < 1 ? Math.ceil((elapsedMs * (1 - share)) / share / 1000) : 0;
  const left = leftSeconds > 1 ? `, ${leftSeconds} s left` : '';
  return `${name.padEnd(10)} ${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)} ${done} of ${of}${left}`;
}
