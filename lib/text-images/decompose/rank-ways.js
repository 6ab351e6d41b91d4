/** @import { Decomposed } from '../types.ts' */

/** Max difference of explained shares that counts as none. */
export const AS_MUCH = 0.01;

/** Max factor of foreground pixels, and of their extent, over the smallest for a background that CSS renders. */
export const MORE_INK = 1.2;

/**
 * Adds the other decompositions with other lines, which are read if the best one cannot be read.
 * @param {Decomposed} best @param {readonly Decomposed[]} all
 */
export function withOthers(best, all) {
  const boxesOf = (/** @type {Decomposed} */ { lines }) => JSON.stringify(lines.map(({ box }) => box));
  const distinct = new Map(all.map((one) => [boxesOf(one), one]));
  distinct.delete(boxesOf(best));
  return distinct.size > 0 ? { ...best, others: [...distinct.values()] } : best;
}

/** Returns the area of the box around an image's lines. @param {Decomposed} image */
export function spanOf({ lines }) {
  const [left, top] = [Math.min(...lines.map(({ box }) => box.x)), Math.min(...lines.map(({ box }) => box.y))];
  const right = Math.max(...lines.map(({ box }) => box.x + box.width));
  return (right - left) * (Math.max(...lines.map(({ box }) => box.y + box.height)) - top);
}

/**
 * Returns true if a decomposition explains more of an image, or nearly as much in a smaller area: the other one takes
 * parts of the background for text.
 * @param {Decomposed} one @param {Decomposed} other
 */
export function isBetter(one, other) {
  if (Math.abs(one.explained - other.explained) > AS_MUCH) return one.explained > other.explained;
  const [span, rival] = [spanOf(one), spanOf(other)];
  if (Math.max(span, rival) > Math.min(span, rival) * MORE_INK) return span < rival;
  return one.explained > other.explained;
}
