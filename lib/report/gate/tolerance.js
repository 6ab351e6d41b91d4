/** @import { Measure, Tolerance } from './types.ts' */

import { InputError } from '../../base/errors.js';

const SIZE_UNITS = Object.freeze({ b: 1, kb: 1e3, mb: 1e6 });
/** Payload of a TCP segment in an Ethernet frame, in bytes: this much growth can take another packet. */
const SEGMENT_BYTES = 1460;
/** A segment and its acknowledgement. */
const PACKETS_PER_SEGMENT = 2;
/** Error of the network model, as a share of the time. Smaller differences are ignored. */
const MODEL_ERROR = 0.08;

/**
 * Reads a tolerance: a percentage, a size, or both, of which the larger counts.
 * @param {unknown} value such as `2`, `"2 %"`, `"5 kB"` or `"1 %, 1 kB"`
 * @param {string} where source of the value, for messages
 * @returns {Tolerance}
 */
export function parseTolerance(value, where) {
  const parts = typeof value === 'number' ? [`${value} %`] : String(value).split(/[,;]|\bor\b/);
  let [percent, bytes] = [0, 0];
  for (const part of parts) {
    const [, number, unit] = /^(\d+(?:\.\d+)?)\s*(%|b|kb|mb)?$/i.exec(part.trim()) ?? [];
    if (number === undefined) {
      const message =
        `${where}: a tolerance is a percentage, a size or both, such as “2 %” or “1 %, 1 kB”, not ` + `“${value}”.`;
      throw new InputError('bad-tolerance', message);
    }
    const size = unit && SIZE_UNITS[/** @type {keyof typeof SIZE_UNITS} */ (unit.toLowerCase())];
    if (size) bytes = Number(number) * size;
    else percent = Number(number);
  }
  return { percent, bytes };
}

/**
 * Returns the max value of a figure. Requests may not grow at all.
 * @param {Measure} measure
 * @param {number} was
 * @param {Tolerance} tolerance
 * @param {number} roundTripMs of the link; a page takes whole round trips, so a small growth can add one
 */
export function limitOf(measure, was, { percent, bytes }, roundTripMs) {
  const share = was * (1 + percent / 100);
  if (measure === 'requests' || (percent === 0 && bytes === 0)) return was;
  if (measure === 'bytes') return Math.max(share, was + bytes);
  if (measure === 'packets') return Math.max(share, was + PACKETS_PER_SEGMENT * Math.ceil(bytes / SEGMENT_BYTES));
  return Math.max(share, was * (1 + MODEL_ERROR) + roundTripMs);
}

/** Writes a tolerance in the form in which it is read. @param {Tolerance} tolerance */
export function formatTolerance({ percent, bytes }) {
  const size = bytes >= 1e6 ? `${bytes / 1e6} MB` : bytes >= 1e3 ? `${bytes / 1e3} kB` : `${bytes} B`;
  if (percent === 0 && bytes === 0) return 'no growth';
  if (bytes === 0) return `${percent} %`;
  return percent === 0 ? size : `${percent} % or ${size}, whichever is more`;
}
