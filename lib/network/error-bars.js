/** How far off an estimate may be: what 90 % of held-out captures stay within, by protocol and link. */
/** @import { HttpVersion, Link, Scenario } from './types.ts' */

/**
 * An error bar. Times are off by no more than `msShare` of themselves, or `leastMs` where that is more; packets by
 * `packetShare`. The difference of two estimates of one page, before and after a change, is off by less: by
 * `differenceShare` of itself, or `leastDifferenceMs`.
 * @typedef {{ packetShare: number, msShare: number, leastMs: number, differenceShare: number, leastDifferenceMs: number }}
 *   ErrorBar
 */

/** Links from this rate on are fast: the browser's own work counts for as much as the network. */
const FAST_BITS_PER_SECOND = 20e6;
/** Links below this rate are slow: bytes decide. */
const SLOW_BITS_PER_SECOND = 3e6;

/**
 * From the residuals of held-out captures: see docs/network-accuracy.md. A program is a client without a browser's work.
 * @type {Readonly<Record<string, Readonly<Record<'slow' | 'middling' | 'fast', ErrorBar>>>>}
 */
const BARS = Object.freeze({
  program: {
    slow: { packetShare: 0.05, msShare: 0.05, leastMs: 4, differenceShare: 0.06, leastDifferenceMs: 5 },
    middling: { packetShare: 0.05, msShare: 0.05, leastMs: 4, differenceShare: 0.06, leastDifferenceMs: 5 },
    fast: { packetShare: 0.05, msShare: 0.08, leastMs: 4, differenceShare: 0.06, leastDifferenceMs: 5 },
  },
  1.1: {
    slow: { packetShare: 0.06, msShare: 0.12, leastMs: 30, differenceShare: 0.1, leastDifferenceMs: 30 },
    middling: { packetShare: 0.08, msShare: 0.2, leastMs: 30, differenceShare: 0.1, leastDifferenceMs: 30 },
    fast: { packetShare: 0.1, msShare: 0.35, leastMs: 40, differenceShare: 0.1, leastDifferenceMs: 30 },
  },
  2: {
    slow: { packetShare: 0.1, msShare: 0.12, leastMs: 30, differenceShare: 0.1, leastDifferenceMs: 30 },
    middling: { packetShare: 0.12, msShare: 0.2, leastMs: 30, differenceShare: 0.1, leastDifferenceMs: 30 },
    fast: { packetShare: 0.15, msShare: 0.35, leastMs: 40, differenceShare: 0.1, leastDifferenceMs: 30 },
  },
  3: {
    slow: { packetShare: 0.08, msShare: 0.12, leastMs: 30, differenceShare: 0.1, leastDifferenceMs: 30 },
    middling: { packetShare: 0.08, msShare: 0.2, leastMs: 30, differenceShare: 0.1, leastDifferenceMs: 30 },
    fast: { packetShare: 0.08, msShare: 0.4, leastMs: 40, differenceShare: 0.1, leastDifferenceMs: 30 },
  },
});

/** Losses and full buffers come by chance: a link with losses may take so many times as long an error bar. */
const LOSSY_FACTOR = 3;

/** @param {Pick<Link, 'downBitsPerSecond'>} link */
function speedOf({ downBitsPerSecond }) {
  if (downBitsPerSecond >= FAST_BITS_PER_SECOND) return 'fast';
  return downBitsPerSecond < SLOW_BITS_PER_SECOND ? 'slow' : 'middling';
}

/**
 * Returns the error bar of a client on a link.
 * @param {Pick<Scenario, 'http'> & { link: Pick<Link, 'downBitsPerSecond' | 'lossRate'> }} scenario
 * @param {HttpVersion} version that the visit speaks
 * @returns {ErrorBar}
 */
export function errorBarOf({ link, http }, version) {
  const isBrowser = http.agent === 'browser';
  const bars = BARS[isBrowser && Object.hasOwn(BARS, version) ? version : 'program'];
  const bar = bars[speedOf(link)];
  if (link.lossRate === 0) return bar;
  return { ...bar, msShare: bar.msShare * LOSSY_FACTOR, differenceShare: bar.differenceShare * LOSSY_FACTOR };
}

/** Returns the 90 % error of a time, in milliseconds. @param {ErrorBar} bar @param {number} ms */
export const bandOfTime = ({ msShare, leastMs }, ms) => Math.max(leastMs, msShare * ms);

/**
 * Returns the 90 % error of the difference that a change makes to a page's time, in milliseconds.
 * @param {ErrorBar} bar @param {number} ms the difference
 */
export const bandOfDifference = ({ differenceShare, leastDifferenceMs }, ms) =>
  Math.max(leastDifferenceMs, differenceShare * Math.abs(ms));
