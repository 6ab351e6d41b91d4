/** @import { Background, Picture } from '../types.ts' */
import { apartAt } from './picture.js';

/**
 * Returns the background of a set as an image shows it where its rows have their own colour: a part of a character that
 * most images of the set have there is not in this one.
 * @param {Picture} picture @param {Background} shared @param {readonly Background[]} alone
 * @returns {Background | null} null if there is no such place
 */
export function repair({ rgb, clear, tolerance }, shared, alone) {
  const rows = alone.find(({ kind, isBare }) => kind !== 'clear' && !isBare);
  if (!rows || clear || shared.clear) return null;
  const repaired = Uint8ClampedArray.from(shared.rgb);
  let count = 0;
  for (let at = 0; at < rgb.length / 3; at++) {
    if (apartAt(rgb, rows.rgb, at) > tolerance || apartAt(rgb, shared.rgb, at) <= tolerance) continue;
    repaired.set(rgb.subarray(at * 3, at * 3 + 3), at * 3);
    count++;
  }
  return count > 0 ? { ...shared, rgb: repaired } : null;
}
