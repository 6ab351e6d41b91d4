/** @import { Piece } from '../types.ts' */

/** Max mean and largest difference of coverage of two pieces of the same glyph. */
const SAME = Object.freeze({ mean: 0.06, most: 0.5 });
/** The same for pieces that share one outline. */
export const EXACT = Object.freeze({ mean: 0.05, most: 0.3 });

/**
 * A glyph of the site: a shape, and the characters that readers recognise.
 * @typedef {{ piece: Piece, votes: Map<string, Set<string>> }} Cluster `votes`: count of certain lines for each
 *   character
 */

/**
 * Groups pieces by their shape.
 * @param {readonly Piece[]} pieces @param {{ mean: number, most: number }} [limits]
 * @returns {Map<Piece, Cluster>}
 */
export function clusterPieces(pieces, limits = SAME) {
  /** @type {Map<Piece, Cluster>} */
  const clusters = new Map();
  for (const alike of Map.groupBy(pieces, ({ width, height }) => `${width} ${height}`).values()) {
    /** @type {Cluster[]} */
    const known = [];
    for (const piece of alike) {
      const cluster = known.find((one) => isSame(one.piece, piece, limits)) ?? { piece, votes: new Map() };
      if (cluster.piece === piece) known.push(cluster);
      clusters.set(piece, cluster);
    }
  }
  return clusters;
}

/**
 * Returns true if two pieces have nearly the same coverage.
 * @param {Piece} one @param {Piece} other @param {{ mean: number, most: number }} limits
 */
export function isSame({ width, height, coverage }, other, limits) {
  if (width !== other.width || height !== other.height) return false;
  let sum = 0;
  for (const [at, value] of coverage.entries()) {
    const off = Math.abs(value - other.coverage[at]);
    if (off > limits.most) return false;
    sum += off;
  }
  return sum <= limits.mean * coverage.length;
}
