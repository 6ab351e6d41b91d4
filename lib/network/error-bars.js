/** Error bars of estimates: the range that 90 % of held-out captures stay within, by protocol and link. */
/** @import { Link, Scenario } from './types.ts' */

/**
 * An error bar. Times are off by at most `msShare` of their value, packet counts by `packetShare`.
 * @typedef {{ packetShare: number, msShare: number }} ErrorBar
 */

/** Links from this rate on are fast: the browser's own work takes as long as the network. */
const FAST_BITS_PER_SECOND = 20e6;
/** Links below this rate are slow: the number of bytes decides. */
const SLOW_BITS_PER_SECOND = 3e6;

/** @param {number} packetShare @param {number} msShare @returns {ErrorBar} */
const bar = (packetShare, msShare) => Object.freeze({ packetShare, msShare });

/**
 * Error bars that nine of ten captures stay within, see docs/network-accuracy.md. A program is a client without a
 * browser's work.
 * @type {Readonly<Record<string, Readonly<Record<'slow' | 'middling' | 'fast', ErrorBar>>>>}
 */
const BARS = Object.freeze({
  program: { slow: bar(0.03, 0.06), middling: bar(0.035, 0.045), fast: bar(0.035, 0.08) },
  1.1: { slow: bar(0.075, 0.09), middling: bar(0.065, 0.13), fast: bar(0.095, 0.18) },
  2: { slow: bar(0.05, 0.11), middling: bar(0.03, 0.15), fast: bar(0.055, 0.2) },
  3: { slow: bar(0.09, 0.075), middling: bar(0.045, 0.105), fast: bar(0.055, 0.24) },
});
/** Error bars on links that lose packets: the moment at which a loss is noticed decides, and it is random. */
const LOSSY = bar(0.045, 0.25);

/** The difference that a change makes is off by at most this share of its value … */
const DIFFERENCE_SHARE = 0.05;
/** … or by this much if that is more: 90 % of pairs of captures before and after a change. */
const MIN_DIFFERENCE_MS = 12;

/** @param {Pick<Link, 'downBitsPerSecond'>} link */
function speedOf({ downBitsPerSecond }) {
  if (downBitsPerSecond >= FAST_BITS_PER_SECOND) return 'fast';
  return downBitsPerSecond < SLOW_BITS_PER_SECOND ? 'slow' : 'middling';
}

/**
 * Returns the error bar of a client on a link.
 * @param {Pick<Scenario, 'http' | 'link'>} scenario
 * @param {boolean} losesPackets true if packets were lost in the estimate
 * @returns {ErrorBar}
 */
export function errorBarOf({ link, http: { agent, version } }, losesPackets) {
  const isKnown = agent === 'browser' && Object.hasOwn(BARS, version);
  const own = BARS[isKnown ? version : 'program'][speedOf(link)];
  if (!losesPackets) return own;
  return bar(Math.max(own.packetShare, LOSSY.packetShare), Math.max(own.msShare, LOSSY.msShare));
}

/**
 * Returns the 90 % error of the difference that a change makes to a page's time, in milliseconds. @param {number} ms
 */
export const bandOfDifference = (ms) => Math.max(MIN_DIFFERENCE_MS, DIFFERENCE_SHARE * Math.abs(ms));
