/** @import { Amount } from './types.ts' */

/** @param {Amount} a @param {Amount} b @returns {Amount} */
export function addAmounts(a, b) {
  return combine(a, b, (one, other) => one + other);
}

/** @param {Amount} a @param {Amount} b @returns {Amount} */
export function subtractAmounts(a, b) {
  return combine(a, b, (one, other) => one - other);
}

/** @param {Amount} a @param {Amount} b @param {(one: number, other: number) => number} by */
function combine(a, b, by) {
  return {
    requests: round(by(a.requests, b.requests)),
    bytes: round(by(a.bytes, b.bytes)),
    packets: round(by(a.packets, b.packets)),
    ms: round(by(a.ms, b.ms)),
  };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
