/** @import { Matches } from './matches.js' */

import { present } from '../checks.js';
import { codeLengths, encodeTrees, smoothCounts } from './huffman.js';
import { parseCheapest } from './parse.js';
import {
  distanceBase,
  distanceExtraBits,
  distanceSymbol,
  distanceSymbols,
  lengthExtraBits,
  lengthSymbol,
  literalSymbols,
} from './symbols.js';

/**
 * Counts of each symbol in a block.
 * @typedef {{ readonly literals: Float64Array, readonly distances: Float64Array }} Counts
 */
/**
 * Cost of each symbol in bits: literals by byte, lengths by length with their extra bits, distances by symbol with
 * theirs.
 * @typedef {{ readonly literal: Float64Array, readonly length: Float64Array, readonly distance: Float64Array }} Costs
 */
/**
 * Codes of one block, each `length << 16 | distance`, or a literal below 256. `bits` is the exact size.
 * @typedef {{ readonly codes: Uint32Array, readonly counts: Counts, readonly bits: number }} Block
 */

/** @returns {Counts} */
function emptyCounts() {
  return { literals: new Float64Array(literalSymbols), distances: new Float64Array(distanceSymbols) };
}

/**
 * Counts the symbols of a range of codes, including the end symbol.
 * @param {Uint32Array} codes
 * @param {number} from
 * @param {number} to
 * @returns {Counts}
 */
export function countSymbols(codes, from = 0, to = codes.length) {
  const counts = emptyCounts();
  for (let i = from; i < to; i++) {
    const code = codes[i];
    if (code < 256) counts.literals[code]++;
    else {
      counts.literals[lengthSymbol[code >>> 16]]++;
      counts.distances[distanceSymbol[code & 0xffff]]++;
    }
  }
  counts.literals[256] = 1;
  return counts;
}

/**
 * Returns the exact size of a block with its own codes, and those codes.
 * @param {Counts} counts
 */
export function dynamicBlock(counts) {
  const exact = sizeBlock(counts, counts);
  const even = sizeBlock(counts, {
    literals: smoothCounts(counts.literals),
    distances: smoothCounts(counts.distances),
  });
  return even.bits < exact.bits ? even : exact;
}

/**
 * Estimates the size of a block, to choose the position of cuts.
 * @param {Counts} counts
 */
export function estimateBits(counts) {
  return sizeBlock(counts, counts, true).bits;
}

/**
 * Returns the size of a block with the codes for some counts, which may be similar to the block's own.
 * @param {Counts} counts
 * @param {Counts} fitted
 * @param {boolean} [inHurry]
 */
function sizeBlock(counts, fitted, inHurry) {
  const literalLengths = codeLengths(fitted.literals, 15);
  const distanceLengths = codeLengths(fitted.distances, 15);
  const header = encodeTrees(literalLengths, distanceLengths, inHurry);
  let bits = 3 + header.bits + extraBits(counts);
  for (let i = 0; i < literalSymbols; i++) bits += counts.literals[i] * literalLengths[i];
  for (let i = 0; i < distanceSymbols; i++) bits += counts.distances[i] * distanceLengths[i];
  return { bits, header, literalLengths, distanceLengths };
}

/** @param {Counts} counts */
function extraBits(counts) {
  let bits = 0;
  for (let symbol = 265; symbol < 285; symbol++) bits += counts.literals[symbol] * ((symbol - 261) >> 2);
  for (let symbol = 4; symbol < distanceSymbols; symbol++) bits += counts.distances[symbol] * distanceExtraBits[symbol];
  return bits;
}

/** Code lengths of the fixed code (RFC 1951, section 3.2.6). */
export const fixedLengths = Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));

/**
 * Returns the exact size of a block in the fixed code.
 * @param {Counts} counts
 */
export function fixedBits(counts) {
  let bits = 3 + extraBits(counts);
  for (let i = 0; i < literalSymbols; i++) bits += counts.literals[i] * fixedLengths[i];
  for (let i = 0; i < distanceSymbols; i++) bits += counts.distances[i] * 5;
  return bits;
}

/**
 * @param {(symbol: number) => number} literalCost of a literal or length symbol
 * @param {(symbol: number) => number} distanceCost of a distance symbol
 * @returns {Costs}
 */
function costsOf(literalCost, distanceCost) {
  const literal = new Float64Array(256);
  const length = new Float64Array(259);
  const distance = new Float64Array(distanceSymbols);
  for (let i = 0; i < 256; i++) literal[i] = literalCost(i);
  for (let i = 3; i < 259; i++) length[i] = literalCost(lengthSymbol[i]) + lengthExtraBits[i];
  for (let i = 0; i < distanceSymbols; i++) distance[i] = distanceCost(i) + distanceExtraBits[i];
  return { literal, length, distance };
}

/** Costs in the fixed code. */
export const fixedCosts = costsOf(
  (symbol) => fixedLengths[symbol],
  () => 5,
);

/**
 * Returns costs by entropy. A symbol that does not occur costs as much as one that occurs once.
 * @param {Counts} counts
 */
export function entropyCosts({ literals, distances }) {
  const cost = (/** @type {Float64Array} */ counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const all = Math.log2(Math.max(2, total));
    return (/** @type {number} */ symbol) =>
      counts[symbol] > 0 ? Math.max(0.05, all - Math.log2(counts[symbol])) : all;
  };
  return costsOf(cost(literals), cost(distances));
}

/**
 * Estimates the first costs: literals by the frequency of their bytes in the data, matches as in an average file.
 * @param {Uint8Array} data
 * @param {number} from
 * @param {number} to
 */
export function guessCosts(data, from, to) {
  const seen = new Float64Array(256);
  for (let i = from; i < to; i++) seen[data[i]]++;
  const all = Math.log2(to - from + 1);
  return costsOf(
    (symbol) => (symbol > 255 ? 5.5 : Math.max(1.5, all - Math.log2(Math.max(seen[symbol], 1)))),
    () => 4.5,
  );
}

/** The last round tries every length. */
const exactRounds = 1;

/**
 * Parses a block repeatedly with the costs of the last parse and keeps the smallest result.
 * @param {Uint8Array} data
 * @param {Matches} matches
 * @param {number} from
 * @param {number} to
 * @param {Costs} start
 * @param {number} iterations
 * @returns {Block}
 */
export function squeezeBlock(data, matches, from, to, start, iterations) {
  const random = createRandom(to - from);
  let costs = start;
  /** @type {Block | null} */
  let best = null;
  let bestCounts = emptyCounts();
  let last = 0;
  let stirred = false;
  let previous = emptyCounts();
  for (let i = 0; i < iterations; i++) {
    const codes = parseCheapest(data, matches, from, to, costs, i + exactRounds < iterations);
    const counts = countSymbols(codes);
    const { bits } = dynamicBlock(counts);
    if (!best || bits < best.bits) {
      best = { codes, counts, bits };
      bestCounts = counts;
    }
    let next = counts;
    if (stirred) next = blendCounts(counts, previous);
    if (i > 3 && bits === last) {
      next = stir(bestCounts, random);
      stirred = true;
    }
    previous = next;
    last = bits;
    costs = entropyCosts(next);
  }
  return present(best);
}

/**
 * @param {Counts} counts
 * @param {Counts} previous
 * @returns {Counts}
 */
function blendCounts(counts, previous) {
  return {
    literals: counts.literals.map((count, i) => count + previous.literals[i] / 2),
    distances: counts.distances.map((count, i) => count + previous.distances[i] / 2),
  };
}

/**
 * Changes some counts at random to leave a local minimum.
 * @param {Counts} counts
 * @param {() => number} random
 * @returns {Counts}
 */
function stir({ literals, distances }, random) {
  const moved = (/** @type {Float64Array} */ counts) =>
    counts.map((count) => (random() < 1 / 3 ? counts[Math.floor(random() * counts.length)] : count));
  const stirred = { literals: moved(literals), distances: moved(distances) };
  stirred.literals[256] = 1;
  return stirred;
}

/**
 * Creates a small deterministic random source, so that the same input gives the same bytes.
 * @param {number} seed
 */
function createRandom(seed) {
  let state = (seed * 2654435761 + 1) >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Splits a distance into its symbol and extra bits for a writer.
 * @param {number} distance
 */
export function splitDistance(distance) {
  const symbol = distanceSymbol[distance];
  return { symbol, extra: distance - distanceBase[symbol], bits: distanceExtraBits[symbol] };
}
