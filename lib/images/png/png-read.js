import { crc32, inflateSync } from 'node:zlib';
import { codeOf, latin1 } from './checks.js';

/** @import { DecodeLimits } from './limits.js' */
import { assertWithin, BrokenImage } from './limits.js';

/** @typedef {{ readonly type: string, readonly data: Uint8Array }} Chunk */
/**
 * @typedef {{ readonly width: number, readonly height: number, readonly bitDepth: number, readonly colourType: number,
 *   readonly interlaced: boolean }} PngHeader
 */
/**
 * Rectangle, timing and compressed data of one frame; a still PNG has one.
 * @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number,
 *   readonly delayMs: number, readonly dispose: number, readonly blend: number, readonly data: Uint8Array }} PngFrame
 */
/**
 * A parsed PNG; `fallback` is the default image of an animation if it is not one of its frames.
 * @typedef {{ readonly header: PngHeader, readonly palette: Uint8Array, readonly transparency: Uint8Array,
 *   readonly chunks: readonly Chunk[], readonly frames: readonly PngFrame[], readonly animated: boolean,
 *   readonly fallback: PngFrame | null, readonly plays: number }} PngParts
 */

const channelsOf = Object.freeze({ 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 });
const depthsOf = Object.freeze({ 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] });
const empty = new Uint8Array(0);

/**
 * Parses a PNG or APNG without decoding pixels. Throws `BrokenImage` if browsers would reject it.
 * @param {Uint8Array} bytes
 * @param {DecodeLimits} limits
 * @returns {PngParts}
 */
export function readPng(bytes, limits) {
  const chunks = readChunks(bytes);
  const header = readHeader(chunks[0]);
  assertWithin(header.width, header.height, 1, limits);
  const find = (/** @type {string} */ type) => chunks.find((chunk) => chunk.type === type)?.data;
  const palette = find('PLTE') ?? empty;
  if (header.colourType === 3 && palette.length < 3) throw new BrokenImage('is a PNG without its palette');
  const transparency = header.colourType >= 4 ? empty : (find('tRNS') ?? empty);
  const control = find('acTL');
  const still = {
    ...{ x: 0, y: 0, width: header.width, height: header.height, delayMs: 0, dispose: 0, blend: 0 },
    data: Buffer.concat(chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data)),
  };
  if (still.data.length === 0) throw new BrokenImage('is truncated: it has no pixel data');
  const parts = { header, palette, transparency, chunks };
  const actlFirst = chunks.findIndex(({ type }) => type === 'acTL') < chunks.findIndex(({ type }) => type === 'IDAT');
  if (!control || control.length < 8 || !actlFirst) {
    return Object.freeze({ ...parts, frames: [still], animated: false, fallback: null, plays: 1 });
  }
  const frames = readFrames(chunks, header, limits);
  const [declared, plays] = [viewOf(control).getUint32(0), viewOf(control).getUint32(4)];
  if (frames.length !== declared) {
    throw new BrokenImage(`is an animation with ${frames.length} of its ${declared} frames`);
  }
  const inAnimation = chunks.findIndex(({ type }) => type === 'fcTL') < chunks.findIndex(({ type }) => type === 'IDAT');
  return Object.freeze({ ...parts, frames, animated: true, fallback: inAnimation ? null : still, plays });
}

/** @param {Uint8Array} bytes */
function viewOf(bytes) {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * @param {Uint8Array} bytes
 * @returns {readonly Chunk[]}
 */
function readChunks(bytes) {
  const view = viewOf(bytes);
  /** @type {Chunk[]} */
  const chunks = [];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const type = latin1(bytes, at + 4, 4);
    if (at + 12 + length > bytes.length) throw new BrokenImage(`is truncated in its ${type} chunk`);
    const critical = !(bytes[at + 4] & 0x20);
    if (critical && crc32(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)) {
      throw new BrokenImage(`has damaged data: the checksum of its ${type} chunk is wrong`);
    }
    if (type === 'IEND') return chunks;
    chunks.push(Object.freeze({ type, data: bytes.subarray(at + 8, at + 8 + length) }));
    at += 12 + length;
  }
  if (!chunks.some(({ type }) => type === 'IDAT')) throw new BrokenImage('is truncated: it has no pixel data');
  return chunks;
}

/**
 * @param {Chunk | undefined} chunk
 * @returns {PngHeader}
 */
function readHeader(chunk) {
  if (chunk?.type !== 'IHDR' || chunk.data.length < 13) throw new BrokenImage('is a PNG without a header');
  const view = viewOf(chunk.data);
  const [bitDepth, colourType, interlace] = [chunk.data[8], chunk.data[9], chunk.data[12]];
  const depths = depthsOf[/** @type {keyof typeof depthsOf} */ (colourType)];
  if (!depths?.includes(bitDepth) || interlace > 1) throw new BrokenImage('has an invalid PNG header');
  return { width: view.getUint32(0), height: view.getUint32(4), bitDepth, colourType, interlaced: interlace === 1 };
}

/**
 * @param {readonly Chunk[]} chunks
 * @param {PngHeader} header
 * @param {DecodeLimits} limits
 * @returns {readonly PngFrame[]}
 */
function readFrames(chunks, header, limits) {
  /** @type {(Omit<PngFrame, 'data'> & { parts: Uint8Array[] })[]} */
  const frames = [];
  for (const { type, data } of chunks) {
    if (type === 'fcTL' && data.length >= 26) {
      const view = viewOf(data);
      const [width, height, x, y] = [view.getUint32(4), view.getUint32(8), view.getUint32(12), view.getUint32(16)];
      if (width < 1 || height < 1 || x + width > header.width || y + height > header.height) {
        throw new BrokenImage(`has a frame ${frames.length + 1} that leaves its canvas`);
      }
      const delayMs = (view.getUint16(20) * 1000) / (view.getUint16(22) || 100);
      frames.push({ x, y, width, height, delayMs, dispose: data[24], blend: data[25], parts: [] });
      assertWithin(header.width, header.height, frames.length, limits);
    } else if (type === 'IDAT') frames.at(-1)?.parts.push(data);
    else if (type === 'fdAT') frames.at(-1)?.parts.push(data.subarray(4));
  }
  return frames.map(({ parts, ...frame }) => Object.freeze({ ...frame, data: Buffer.concat(parts) }));
}

/**
 * Inflates and unfilters one frame. Returns the packed rows of the file's own colour type, deinterlaced.
 * @param {PngHeader} header
 * @param {PngFrame} frame
 */
export function readSamples(header, frame) {
  const bitsPerPixel = channelsOf[/** @type {keyof typeof channelsOf} */ (header.colourType)] * header.bitDepth;
  const rowBytes = Math.ceil((frame.width * bitsPerPixel) / 8);
  const passes = (header.interlaced ? adamPasses : [[0, 0, 1, 1]])
    .map(([x, y, stepX, stepY]) => ({
      ...{ x, y, stepX, stepY },
      width: Math.ceil((frame.width - x) / stepX),
      height: Math.ceil((frame.height - y) / stepY),
    }))
    .filter((pass) => pass.width > 0 && pass.height > 0)
    .map((pass) => ({ ...pass, rowBytes: Math.ceil((pass.width * bitsPerPixel) / 8) }));
  const raw = inflate(
    frame.data,
    passes.reduce((sum, pass) => sum + pass.height * (pass.rowBytes + 1), 0),
  );
  const out = new Uint8Array(rowBytes * frame.height);
  let at = 0;
  for (const pass of passes) {
    const rows = unfilter(raw.subarray(at), pass.rowBytes, pass.height, Math.max(1, bitsPerPixel >> 3));
    at += pass.height * (pass.rowBytes + 1);
    if (!header.interlaced) return rows;
    for (let row = 0; row < pass.height; row++) {
      for (let column = 0; column < pass.width; column++) {
        const to = (pass.x + column * pass.stepX) * bitsPerPixel;
        copyPixel(
          rows,
          row * pass.rowBytes,
          column * bitsPerPixel,
          out,
          (pass.y + row * pass.stepY) * rowBytes,
          to,
          bitsPerPixel,
        );
      }
    }
  }
  return out;
}

const adamPasses = Object.freeze([
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]);

/**
 * Copies one pixel between packed rows. Both positions are in bits.
 * @param {Uint8Array} from
 * @param {number} fromRow
 * @param {number} fromBit
 * @param {Uint8Array} to
 * @param {number} toRow
 * @param {number} toBit
 * @param {number} bits
 */
function copyPixel(from, fromRow, fromBit, to, toRow, toBit, bits) {
  if (bits >= 8) {
    for (let i = 0; i < bits / 8; i++) to[toRow + toBit / 8 + i] = from[fromRow + fromBit / 8 + i];
    return;
  }
  const value = (from[fromRow + (fromBit >> 3)] >> (8 - bits - (fromBit & 7))) & ((1 << bits) - 1);
  to[toRow + (toBit >> 3)] |= value << (8 - bits - (toBit & 7));
}

/**
 * Inflates up to the number of bytes that the header declares, never more.
 * @param {Uint8Array} data
 * @param {number} size
 */
function inflate(data, size) {
  let raw;
  try {
    raw = inflateSync(data, { maxOutputLength: size });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new BrokenImage('contains more data than its header declares');
    if (code === 'Z_BUF_ERROR') throw new BrokenImage('is truncated: its pixel data ends early');
    if (code.startsWith('Z_')) throw new BrokenImage('has damaged pixel data');
    throw error;
  }
  if (raw.length < size) throw new BrokenImage('is truncated: its pixel data ends early');
  return raw;
}

/**
 * Reverses the row filters, see https://www.w3.org/TR/png-3/#9Filters.
 * @param {Uint8Array} raw
 * @param {number} rowBytes
 * @param {number} height
 * @param {number} step
 */
function unfilter(raw, rowBytes, height, step) {
  const out = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (rowBytes + 1)];
    const from = y * (rowBytes + 1) + 1;
    const to = y * rowBytes;
    if (filter > 4) throw new BrokenImage('has damaged pixel data: a row has an unknown filter');
    if (filter === 0 || (filter === 2 && y === 0)) {
      out.set(raw.subarray(from, from + rowBytes), to);
      continue;
    }
    for (let i = 0; i < rowBytes; i++) {
      const left = i >= step ? out[to + i - step] : 0;
      const up = y > 0 ? out[to + i - rowBytes] : 0;
      const corner = y > 0 && i >= step ? out[to + i - rowBytes - step] : 0;
      out[to + i] = raw[from + i] + predict(filter, left, up, corner);
    }
  }
  return out;
}

/**
 * @param {number} filter
 * @param {number} left
 * @param {number} up
 * @param {number} corner
 */
function predict(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter === 0) return 0;
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
