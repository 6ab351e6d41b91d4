/** @import { BitWriter } from './bits.js' */
/** @import { Block } from './squeeze.js' */
import { createBitWriter } from './bits.js';
import { canonicalCodes, writeTrees } from './huffman.js';
import { dynamicBlock, fixedBits, fixedLengths, splitDistance } from './squeeze.js';
import { lengthExtraBits, lengthExtraValue, lengthSymbol } from './symbols.js';

/**
 * Returns the size of a block in the shorter of the two codes.
 * @param {Block} block
 */
export function blockSize(block) {
  return Math.min(block.bits, fixedBits(block.counts));
}

/**
 * Writes blocks as a zlib stream, or stores the data if that is shorter.
 * @param {Uint8Array} data
 * @param {readonly Block[]} blocks
 */
export function writeStream(data, blocks) {
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
