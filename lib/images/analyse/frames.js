/** @import { Frame } from '../types.ts' */

/**
 * Returns true if any frame differs from the first.
 * @param {readonly Frame[]} frames
 */
export function isMoving([first, ...others]) {
  return others.some(({ rgba }) => rgba.some((value, i) => value !== first.rgba[i]));
}
