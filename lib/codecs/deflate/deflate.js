/** @import { BitWriter } from './bits.js' */
/** @import { Matches } from './matches.js' */
/** @import { Block } from './squeeze.js' */
import { createBitWriter } from './bits.js';
import { splitCodes } from './blocks.js';
import { canonicalCodes, writeTrees } from './huffman.js';
import { findMatches } from './matches.js';
import { parseCheapest } from './parse.js';
import {
  countSymbols,
  dynamicBlock,
  entropyCosts,
  fixedBits,
  fixedCosts,
  fixedLengths,
  guessCosts,
  splitDistance,
  squeezeBlock,
} from './squeeze.js';
import { lengthExtraBits, lengthExtraValue, lengthSymbol } from './symbols.js';

/**
 * How hard to look for a smaller stream.
 * @typedef {{ readonly iterations: number, readonly maxBlocks: number, readonly matchDepth: number }} DeflateEffort
 */

/** Rounds before blocks are cut, and how often they are cut anew. */
const draftRounds = 3;
const splitRounds = 2;

/** Below these sizes, the fixed code and a single block are worth a try too. */
const largestFixedBits = 4000;
const smallData = 20_000;

/**
 * Data with its matches and a first parse, whose size says what to expect of it.
 * @typedef {{ readonly data: Uint8Array, readonly matches: Matches, readonly block: Block }} Draft
 */

/**
 * Parses data a few times as one block.
 * @param {Uint8Array} data
 * @param {DeflateEffort} effort
 * @returns {Draft}
 */
export function draftDeflate(data, { matchDepth }, stride) {
  const matches = findMatches(data, matchDepth, stride > 32767 ? Infinity : stride);
  return {
    data,
    matches,
    block: squeezeBlock(data, matches, 0, data.length, guessCosts(data, 0, data.length), draftRounds),
  };
}

/**
 * Makes a draft into a zlib stream, searching for the smallest that inflates to the same bytes.
 * @param {Draft} draft
 * @param {DeflateEffort} effort
 */
export function finishDeflate(draft, effort) {
  const { data } = draft;
  const blocks = chooseBlocks(draft, effort);
  const storedBits = (data.length + 5 * Math.max(1, Math.ceil(data.length / 65535))) * 8;
  const writer = createBitWriter(data.length / 2);
  writer.put(0x78, 8);
  writer.put(0xda, 8);
  if (blocks.reduce((sum, block) => sum + blockSize(block), 0) > storedBits) writeStored(writer, data);
  else
    blocks.forEach((block, i) => {
      writeBlock(writer, block, i === blocks.length - 1);
    });
  writer.align();
  const sum = adler32(data);
  for (const shift of [24, 16, 8, 0]) writer.put((sum >>> shift) & 0xff, 8);
  return writer.bytes();
}

/**
 * Compresses to a zlib stream.
 * @param {Uint8Array} data
 * @param {DeflateEffort} effort
 */
export function deflateSmallest(data, effort, stride = Infinity) {
  return finishDeflate(draftDeflate(data, effort, stride), effort);
}

/** @param {Block} block */
function blockSize(block) {
  return Math.min(block.bits, fixedBits(block.counts));
}

/**
 * Chooses blocks: one for everything, several with codes of their own, or the fixed code, whichever is smallest.
 * @param {Draft} draft
 * @param {DeflateEffort} effort
 * @returns {readonly Block[]}
 */
function chooseBlocks({ data, matches, block: draft }, { iterations, maxBlocks }) {
  const size = data.length;
  /** @type {(readonly Block[])[]} */
  const ways = [[draft]];
  if (draft.bits < largestFixedBits) ways.push([blockOf(parseCheapest(data, matches, 0, size, fixedCosts, false))]);
  let parts = cutCodes(draft.codes, maxBlocks);
  for (let round = 0; round < splitRounds && parts.length > 1; round++) {
    let from = 0;
    const way = parts.map((codes) => {
      const to = codes.reduce((at, code) => at + (code < 256 ? 1 : code >>> 16), from);
      const old = blockOf(codes);
      const fresh = squeezeBlock(data, matches, from, to, entropyCosts(old.counts), iterations);
      from = to;
      return fresh.bits < old.bits ? fresh : old;
    });
    ways.push(way);
    parts = cutCodes(joinCodes(way), maxBlocks);
  }
  if (parts.length === 1 || size < smallData) {
    ways.push([squeezeBlock(data, matches, 0, size, entropyCosts(draft.counts), iterations)]);
  }
  const total = (/** @type {readonly Block[]} */ blocks) => blocks.reduce((sum, block) => sum + blockSize(block), 0);
  return ways.reduce((best, way) => (total(way) < total(best) ? way : best));
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
function cutCodes(codes, maxBlocks) {
  const edges = [0, ...(maxBlocks > 1 ? splitCodes(codes, maxBlocks) : []), codes.length];
  return edges.slice(1).map((end, i) => codes.subarray(edges[i], end));
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

/**
 * @param {BitWriter} writer
 * @param {Block} block
 * @param {boolean} last
 */
function writeBlock(writer, block, last) {
  const dynamic = dynamicBlock(block.counts);
  const fixed = fixedBits(block.counts) <= dynamic.bits;
  const literalLengths = fixed ? fixedLengths : dynamic.literalLengths;
  const distanceLengths = fixed ? new Uint8Array(30).fill(5) : dynamic.distanceLengths;
  writer.put(last ? 1 : 0, 1);
  writer.put(fixed ? 1 : 2, 2);
  if (!fixed) writeTrees(writer, dynamic.header);
  const literalCodes = canonicalCodes(literalLengths);
  const distanceCodes = canonicalCodes(distanceLengths);
  for (const code of block.codes) {
    if (code < 256) {
      writer.put(literalCodes[code], literalLengths[code]);
      continue;
    }
    const length = code >>> 16;
    const symbol = lengthSymbol[length];
    writer.put(literalCodes[symbol], literalLengths[symbol]);
    writer.put(lengthExtraValue[length], lengthExtraBits[length]);
    const distance = splitDistance(code & 0xffff);
    writer.put(distanceCodes[distance.symbol], distanceLengths[distance.symbol]);
    writer.put(distance.extra, distance.bits);
  }
  writer.put(literalCodes[256], literalLengths[256]);
}

/**
 * @param {BitWriter} writer
 * @param {Uint8Array} data
 */
function writeStored(writer, data) {
  for (let at = 0; at === 0 || at < data.length; at += 65535) {
    const part = data.subarray(at, at + 65535);
    writer.put(at + 65535 >= data.length ? 1 : 0, 1);
    writer.put(0, 2);
    writer.align();
    writer.put(part.length, 16);
    writer.put(part.length ^ 0xffff, 16);
    for (const byte of part) writer.put(byte, 8);
  }
}

/** @param {Uint8Array} data */
function adler32(data) {
  let [a, b] = [1, 0];
  for (let at = 0; at < data.length; ) {
    const end = Math.min(at + 3800, data.length);
    for (; at < end; at++) {
      a += data[at];
      b += a;
    }
    a %= 65521;
    b %= 65521;
  }
  return ((b << 16) | a) >>> 0;
}
