/*
 * Deflate for rows of pixels. An own encoder, because it knows the length of a row and continues the draft by which
 * filters are chosen: it is as small as zopfli in a tenth of the time. */
/** @import { Matches } from './matches.js' */
/** @import { Block } from './squeeze.js' */
import { splitCodes } from './blocks.js';
import { findMatches } from './matches.js';
import { parseCheapest } from './parse.js';
import { countSymbols, dynamicBlock, entropyCosts, fixedCosts, guessCosts, squeezeBlock } from './squeeze.js';
import { blockSize, writeStream } from './stream.js';

/**
 * Effort of the search for a smaller stream; `cuts`: count of times that blocks are cut again.
 * @typedef {{ readonly iterations: number, readonly maxBlocks: number, readonly cuts: number, readonly matchDepth:
 *   number }} DeflateEffort
 */

/** Rounds before blocks are cut. */
const draftRounds = 3;

/** Below these sizes the fixed code and a single block are also tried. */
const largestFixedBits = 4000;
/** Below this size blocks are not split again. */
const smallData = 20_000;

/** Longer data is compressed in parts, each with the window before it, so that memory stays bounded. */
export const partSize = 1_000_000;
/** Size of the window (RFC 1951). */
const windowSize = 32_768;

/**
 * Data with its matches and a first parse from an offset on, as one block and cut into blocks. `bits` is the estimated
 * size.
 * @typedef {{ readonly data: Uint8Array, readonly from: number, readonly matches: Matches, readonly block: Block,
 *   readonly parts: readonly Block[], readonly bits: number }} Draft
 */

/**
 * Parses data a few times as one block.
 * @param {Uint8Array} data
 * @param {DeflateEffort} effort
 * @param {number} stride bytes in a row, a likely distance of matches
 * @param {number} [from] offset of the first byte to compress; earlier bytes are only matched
 * @returns {Draft}
 */
export function draftDeflate(data, { matchDepth, maxBlocks }, stride, from = 0) {
  const matches = findMatches(data, matchDepth, stride);
  const start = guessCosts(data, from, data.length);
  const block = squeezeBlock(data, matches, from, data.length, start, draftRounds);
  const parts = cutBlocks(block.codes, maxBlocks);
  const cutBits = sumOf(parts, ({ bits }) => bits);
  return { data, from, matches, block, parts, bits: Math.min(block.bits, cutBits) };
}

/**
 * Turns a draft of all data into a zlib stream. Searches for the smallest one that inflates to the same bytes.
 * @param {Draft} draft
 * @param {DeflateEffort} effort
 */
export function finishDeflate(draft, effort) {
  return writeStream(draft.data, chooseBlocks(draft, effort));
}

/**
 * Compresses to a zlib stream.
 * @param {Uint8Array} data
 * @param {DeflateEffort} effort
 * @param {number} [stride] bytes in a row, a likely distance of matches
 */
export function deflateSmallest(data, effort, stride = data.length) {
  /** @type {Block[]} */
  const blocks = [];
  for (let at = 0; at === 0 || at < data.length; at += partSize) {
    const start = Math.max(0, at - windowSize);
    const draft = draftDeflate(data.subarray(start, at + partSize), effort, stride, at - start);
    blocks.push(...chooseBlocks(draft, effort));
  }
  return writeStream(data, blocks);
}

/**
 * Chooses blocks: one for everything, several with own codes, or the fixed code, whichever is smallest.
 * @param {Draft} draft
 * @param {DeflateEffort} effort
 * @returns {readonly Block[]}
 */
function chooseBlocks({ data, from: first, matches, block: draft, parts: drafted }, { iterations, maxBlocks, cuts }) {
  const size = data.length;
  /** @type {(readonly Block[])[]} */
  const ways = [[draft]];
  if (draft.bits < largestFixedBits) ways.push([blockOf(parseCheapest(data, matches, first, size, fixedCosts, false))]);
  let parts = drafted;
  for (let round = 0; round < cuts && parts.length > 1; round++) {
    let from = first;
    const way = parts.map((old) => {
      const to = old.codes.reduce((at, code) => at + (code < 256 ? 1 : code >>> 16), from);
      const fresh = squeezeBlock(data, matches, from, to, entropyCosts(old.counts), iterations);
      from = to;
      return fresh.bits < old.bits ? fresh : old;
    });
    ways.push(way);
    parts = cutBlocks(joinCodes(way), maxBlocks);
  }
  if (parts.length === 1 || size - first < smallData) {
    ways.push([squeezeBlock(data, matches, first, size, entropyCosts(draft.counts), iterations)]);
  }
  return ways.reduce((best, way) => (sumOf(way, blockSize) < sumOf(best, blockSize) ? way : best));
}

/** @param {readonly Block[]} blocks @param {(block: Block) => number} sizeOf */
function sumOf(blocks, sizeOf) {
  return blocks.reduce((sum, block) => sum + sizeOf(block), 0);
}

/**
 * @param {Uint32Array} codes
 * @returns {Block}
 */
function blockOf(codes) {
  const counts = countSymbols(codes);
  return { codes, counts, bits: dynamicBlock(counts).bits };
}

/**
 * @param {Uint32Array} codes
 * @param {number} maxBlocks
 */
function cutBlocks(codes, maxBlocks) {
  const edges = [0, ...(maxBlocks > 1 ? splitCodes(codes, maxBlocks) : []), codes.length];
  return edges.slice(1).map((end, i) => blockOf(codes.subarray(edges[i], end)));
}

/** @param {readonly Block[]} blocks */
function joinCodes(blocks) {
  const joined = new Uint32Array(blocks.reduce((sum, { codes }) => sum + codes.length, 0));
  let at = 0;
  for (const { codes } of blocks) {
    joined.set(codes, at);
    at += codes.length;
  }
  return joined;
}
