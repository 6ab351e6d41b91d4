import { countSymbols, estimateBits } from './squeeze.js';

/** Min codes of a block. The tables of a block cost about as much as this many codes save. */
const minBlockCodes = 64;
/** Splits that are tried at a time, as in zopfli. */
const samplesPerRange = 9;

/**
 * Finds the positions at which codes are split into blocks with own code tables, as ascending indexes into `codes`.
 * @param {Uint32Array} codes
 * @param {number} maxBlocks
 */
export function splitCodes(codes, maxBlocks) {
  /** @type {number[]} */
  const cuts = [];
  const done = new Set();
  while (cuts.length + 1 < maxBlocks) {
    const edges = [0, ...cuts, codes.length];
    let [start, end] = [0, 0];
    for (let i = 0; i + 1 < edges.length; i++) {
      if (!done.has(edges[i]) && edges[i + 1] - edges[i] > end - start) [start, end] = [edges[i], edges[i + 1]];
    }
    if (end - start < minBlockCodes * 2) break;
    const cut = bestCut(codes, start, end);
    if (cut === null) done.add(start);
    else {
      cuts.push(cut);
      cuts.sort((a, b) => a - b);
    }
  }
  return cuts;
}

/**
 * Searches a range for the cut after which two blocks are smaller than one. Returns null if there is none.
 * @param {Uint32Array} codes
 * @param {number} start
 * @param {number} end
 */
function bestCut(codes, start, end) {
  const whole = blockBits(codes, start, end);
  const cost = (/** @type {number} */ at) => blockBits(codes, start, at) + blockBits(codes, at, end);
  let [low, high] = [start + minBlockCodes / 2, end - minBlockCodes / 2];
  let [best, bestCost] = [start, Number.POSITIVE_INFINITY];
  while (high - low > samplesPerRange) {
    const step = (high - low) / (samplesPerRange + 1);
    let found = -1;
    for (let i = 1; i <= samplesPerRange; i++) {
      const at = Math.floor(low + step * i);
      const bits = cost(at);
      if (bits < bestCost) [best, bestCost, found] = [at, bits, i];
    }
    if (found < 0) break;
    [low, high] = [Math.floor(best - step), Math.ceil(best + step)];
    low = Math.max(low, start + 1);
    high = Math.min(high, end - 1);
  }
  return bestCost < whole ? best : null;
}

/**
 * Estimates the size of a block.
 * @param {Uint32Array} codes
 * @param {number} from
 * @param {number} to
 */
function blockBits(codes, from, to) {
  return estimateBits(countSymbols(codes, from, to));
}
