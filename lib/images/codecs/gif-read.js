/** @import { DecodedImage, Frame } from '../types.ts' */
/** @import { DecodeLimits } from '../png/limits.js' */

import { latin1 } from '../png/checks.js';
import { assertWithin, BrokenImage } from '../png/limits.js';
import { sniffImage } from './sniff.js';

/** @typedef {{ readonly disposal: number, readonly transparent: number, readonly delayMs: number }} Control */
/** @typedef {{ readonly x: number, readonly y: number, readonly width: number, readonly height: number }} Rectangle */

/** @type {Control} */
const noControl = Object.freeze({ disposal: 0, transparent: -1, delayMs: 0 });

/**
 * Decodes a GIF into whole canvases as browsers show them. Delays are those of the file (browsers show 0 ms and 10 ms
 * as 100 ms).
 * @param {Uint8Array} bytes
 * @param {DecodeLimits} limits
 * @returns {DecodedImage}
 */
export function decodeGif(bytes, limits) {
  const { width, height, frames: count = 0 } = sniffImage(bytes);
  if (count === 0) throw new BrokenImage('is a GIF without an image: the file ends after its header');
  assertWithin(width, height, count, limits);

  const global = readColourTable(bytes, 13, bytes[10]);
  /** @type {Frame[]} */
  const frames = [];
  let canvas = new Uint8Array(width * height * 4);
  let at = 13 + (global ? (global.length / 4) * 3 : 0);
  let control = noControl;
  let plays = 1;
  while (at < bytes.length && bytes[at] !== 0x3b) {
    if (bytes[at] === 0x21) {
      const data = readBlocks(bytes, at + 2);
      if (bytes[at + 1] === 0xf9 && data.bytes.length >= 4) control = readControl(data.bytes);
      if (bytes[at + 1] === 0xff) plays = readPlays(data.bytes) ?? plays;
      at = data.end;
      continue;
    }
    if (bytes[at] !== 0x2c || at + 10 >= bytes.length) break;
    const rectangle = readRectangle(bytes, at + 1);
    const packed = bytes[at + 9];
    const palette = readColourTable(bytes, at + 10, packed) ?? global;
    if (!palette) throw new BrokenImage(`has no colours for frame ${frames.length + 1}`);
    at += 10 + (packed & 0x80 ? 3 << ((packed & 7) + 1) : 0);
    const data = readBlocks(bytes, at + 1);
    const pixels = decodeLzw(data.bytes, bytes[at], rectangle.width * rectangle.height, frames.length + 1);
    at = data.end;

    const before = control.disposal === 3 || control.disposal === 4 ? canvas.slice() : null;
    paint(canvas, width, height, rectangle, pixels, palette, control.transparent, (packed & 0x40) !== 0);
    frames.push(Object.freeze({ rgba: canvas.slice(), delayMs: control.delayMs }));
    if (before) canvas = before;
    else if (control.disposal === 2) clear(canvas, width, height, rectangle);
    control = noControl;
  }
  if (frames.length === 0) throw new BrokenImage('is a GIF without an image: the file ends after its header');
  return Object.freeze({
    format: 'gif',
    width,
    height,
    frames: Object.freeze(frames),
    plays: frames.length > 1 ? plays : 1,
    bitsPerChannel: 8,
    colourSpace: 'srgb',
    orientation: 1,
  });
}

/**
 * @param {Uint8Array} bytes
 * @param {number} at
 * @returns {Rectangle}
 */
function readRectangle(bytes, at) {
  const u16 = (/** @type {number} */ offset) => bytes[at + offset] | (bytes[at + offset + 1] << 8);
  return { x: u16(0), y: u16(2), width: u16(4), height: u16(6) };
}

/**
 * @param {Uint8Array} data
 * @returns {Control}
 */
function readControl(data) {
  return {
    disposal: (data[0] >> 2) & 7,
    transparent: data[0] & 1 ? data[3] : -1,
    delayMs: (data[1] | (data[2] << 8)) * 10,
  };
}

/**
 * Reads the count of plays of an animation: the loop count is the number of repeats, and 0 means endless.
 * @param {Uint8Array} data
 */
function readPlays(data) {
  if (!/^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(latin1(data, 0, 11)) || data.length < 14 || data[11] !== 1) return null;
  const repeats = data[12] | (data[13] << 8);
  return repeats === 0 ? 0 : repeats + 1;
}

/**
 * Reads a colour table as RGBA words. Returns null if the packed field declares none.
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} packed
 */
function readColourTable(bytes, at, packed) {
  if (!(packed & 0x80)) return null;
  const size = 2 << (packed & 7);
  if (at + size * 3 > bytes.length) throw new BrokenImage('is truncated in a colour table');
  const table = new Uint8Array(size * 4);
  for (let i = 0; i < size; i++) {
    table.set(bytes.subarray(at + i * 3, at + i * 3 + 3), i * 4);
    table[i * 4 + 3] = 255;
  }
  return table;
}

/**
 * Joins the data sub-blocks that start at an offset.
 * @param {Uint8Array} bytes
 * @param {number} at
 */
function readBlocks(bytes, at) {
  const start = at;
  let size = 0;
  while (at < bytes.length && bytes[at] !== 0) {
    size += bytes[at];
    at += bytes[at] + 1;
  }
  const joined = new Uint8Array(size);
  let filled = 0;
  for (let block = start; block < at && block < bytes.length; block += bytes[block] + 1) {
    const part = bytes.subarray(block + 1, block + 1 + bytes[block]);
    joined.set(part, filled);
    filled += part.length;
  }
  return { bytes: joined.subarray(0, filled), end: at + 1 };
}

const prefix = new Uint16Array(4096);
const suffix = new Uint8Array(4096);
const lengths = new Uint16Array(4096);

/**
 * Decodes the variable-length codes of one frame.
 * @param {Uint8Array} data
 * @param {number} rootBits
 * @param {number} count
 * @param {number} frame
 */
function decodeLzw(data, rootBits, count, frame) {
  if (!(rootBits >= 1 && rootBits <= 8)) throw new BrokenImage(`has an impossible code size in frame ${frame}`);
  const out = new Uint8Array(count);
  const clearCode = 1 << rootBits;
  for (let i = 0; i < clearCode; i++) {
    suffix[i] = i;
    lengths[i] = 1;
  }
  let [bits, bitCount, codeBits, next, previous, filled] = [0, 0, rootBits + 1, clearCode + 2, -1, 0];
  let at = 0;
  while (filled < count) {
    while (bitCount < codeBits && at < data.length) {
      bits |= data[at++] << bitCount;
      bitCount += 8;
    }
    if (bitCount < codeBits) break;
    const code = bits & ((1 << codeBits) - 1);
    bits >>>= codeBits;
    bitCount -= codeBits;
    if (code === clearCode) {
      codeBits = rootBits + 1;
      next = clearCode + 2;
      previous = -1;
      continue;
    }
    if (code === clearCode + 1) break;
    if (code > next || (code === next && previous < 0) || (code === next && next > 4095)) {
      throw new BrokenImage(`has damaged data in frame ${frame}, after ${filled} of ${count} pixels`);
    }
    const known = code < next ? code : previous;
    const length = lengths[known];
    let back = known;
    for (let i = filled + length - 1; i >= filled; i--) {
      if (i < count) out[i] = suffix[back];
      if (i === filled) break;
      back = prefix[back];
    }
    const first = out[filled];
    if (code === next && filled + length < count) out[filled + length] = first;
    filled += length + (code === next ? 1 : 0);
    if (previous >= 0 && next < 4096) {
      prefix[next] = previous;
      suffix[next] = first;
      lengths[next] = lengths[previous] + 1;
      next++;
      if (next === 1 << codeBits && codeBits < 12) codeBits++;
    }
    previous = code;
  }
  if (filled < count) throw new BrokenImage(`is truncated: frame ${frame} ends after ${filled} of ${count} pixels`);
  return out;
}

const passes = Object.freeze([
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
]);

/**
 * Lists the rows of a frame in the order of its data.
 * @param {number} height
 * @param {boolean} interlaced
 */
function rowOrder(height, interlaced) {
  const rows = [];
  for (const [start, step] of interlaced ? passes : [[0, 1]]) {
    for (let y = start; y < height; y += step) rows.push(y);
  }
  return rows;
}

/**
 * Draws a frame on the canvas, clipped to it. Indexes beyond the palette are opaque black.
 * @param {Uint8Array} canvas
 * @param {number} width
 * @param {number} height
 * @param {Rectangle} rectangle
 * @param {Uint8Array} pixels
 * @param {Uint8Array} palette
 * @param {number} transparent
 * @param {boolean} interlaced
 */
function paint(canvas, width, height, rectangle, pixels, palette, transparent, interlaced) {
  const visible = Math.min(rectangle.width, width - rectangle.x);
  rowOrder(rectangle.height, interlaced).forEach((row, line) => {
    const y = rectangle.y + row;
    if (y >= height) return;
    for (let x = 0; x < visible; x++) {
      const index = pixels[line * rectangle.width + x];
      if (index === transparent) continue;
      const to = (y * width + rectangle.x + x) * 4;
      const from = index * 4;
      canvas[to] = palette[from] ?? 0;
      canvas[to + 1] = palette[from + 1] ?? 0;
      canvas[to + 2] = palette[from + 2] ?? 0;
      canvas[to + 3] = 255;
    }
  });
}

/**
 * Makes a rectangle of the canvas transparent.
 * @param {Uint8Array} canvas
 * @param {number} width
 * @param {number} height
 * @param {Rectangle} rectangle
 */
function clear(canvas, width, height, rectangle) {
  const right = Math.min(rectangle.x + rectangle.width, width);
  for (let y = rectangle.y; y < Math.min(rectangle.y + rectangle.height, height); y++) {
    if (right > rectangle.x) canvas.fill(0, (y * width + rectangle.x) * 4, (y * width + right) * 4);
  }
}
