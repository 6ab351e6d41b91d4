import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** @import { Pixels } from './types.js' */

/** The alpha of a pixel in one number, as a little-endian `Uint32Array` reads it. */
const OPAQUE = 0xff000000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Decodes a PNG of a browser's screenshot: 8 bits per channel, RGB or RGBA, not interlaced.
 * @see https://www.w3.org/TR/png-3/
 * @param {Uint8Array} bytes
 * @returns {Pixels}
 */
export function decodePng(bytes) {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = { 2: 3, 6: 4 }[png[25]];
  if (!channels || png[24] !== 8 || png[28] !== 0) {
    throw new Error(`a screenshot is not 8-bit RGB or RGBA (bits ${png[24]}, colour type ${png[25]})`);
  }
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  // Size of one chunk. The default would produce thousands, each allocated and copied.
  const chunkSize = Math.max(64, (width * channels + 1) * height + 1);
  const rows = inflateSync(parts.length === 1 ? parts[0] : Buffer.concat(parts), { chunkSize });
  if (channels === 3 && isFilteredUp(rows, width * 3 + 1))
    return { width, height, rgba: expandUp(rows, width, height) };
  undoFilters(rows, width * channels, height, channels);
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 0, to = 0; y < height; y += 1) {
    let from = y * (width * channels + 1) + 1;
    for (const end = from + width * channels; from < end; to += 4 - channels) {
      for (let channel = 0; channel < channels; channel += 1) rgba[to++] = rows[from++];
    }
  }
  return { width, height, rgba };
}

/**
 * Returns true if every row is stored as its difference to the row above, as browsers write it.
 * @param {Uint8Array} rows
 * @param {number} step
 */
function isFilteredUp(rows, step) {
  for (let at = 0; at < rows.length; at += step) if (rows[at] !== 2) return false;
  return true;
}

/**
 * Reverses that filter and adds the alpha in one pass: screenshots have millions of pixels.
 * @param {Uint8Array} rows @param {number} width @param {number} height
 */
function expandUp(rows, width, height) {
  // The first row has an empty one above it.
  const words = new Uint32Array(width * (height + 1));
  for (let y = 0, from = 0, to = width; y < height; y += 1) {
    from += 1;
    for (const end = to + width; to < end; to += 1, from += 3) {
      const above = words[to - width];
      const red = (rows[from] + above) & 255;
      const green = (rows[from + 1] + (above >>> 8)) & 255;
      const blue = (rows[from + 2] + (above >>> 16)) & 255;
      words[to] = red | (green << 8) | (blue << 16) | OPAQUE;
    }
  }
  return new Uint8Array(words.buffer, width * 4);
}

/**
 * @param {Uint8Array} rows filter byte and bytes of each row; changed in place
 * @param {number} stride
 * @param {number} height
 * @param {number} step
 */
function undoFilters(rows, stride, height, step) {
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    const end = start + stride;
    const filter = rows[start - 1];
    if (filter === 1) for (let at = start + step; at < end; at += 1) rows[at] += rows[at - step];
    else if (filter === 2 && y > 0) for (let at = start; at < end; at += 1) rows[at] += rows[at - stride - 1];
    else if (filter > 2) undoMixed(rows, start, end, { filter, step, above: y > 0 ? stride + 1 : 0 });
  }
}

/**
 * Reverses the filters that use more than one neighbour.
 * @param {Uint8Array} rows @param {number} start @param {number} end
 * @param {{ filter: number, step: number, above: number }} row `above`: distance to the row above, 0 if there is none
 */
function undoMixed(rows, start, end, { filter, step, above }) {
  for (let at = start; at < end; at += 1) {
    const left = at - step >= start ? rows[at - step] : 0;
    const up = above > 0 ? rows[at - above] : 0;
    const corner = above > 0 && at - step >= start ? rows[at - above - step] : 0;
    rows[at] += filter === 3 ? (left + up) >> 1 : predict(left, up, corner);
  }
}

/**
 * Returns the neighbour that is closest to the prediction.
 * @param {number} left @param {number} up @param {number} corner
 */
function predict(left, up, corner) {
  const estimate = left + up - corner;
  const toLeft = Math.abs(estimate - left);
  const toUp = Math.abs(estimate - up);
  const toCorner = Math.abs(estimate - corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/**
 * Writes pixels as a PNG.
 * @param {Pixels} pixels
 * @returns {Uint8Array}
 */
export function encodePng({ width, height, rgba }) {
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let y = 0; y < height; y += 1)
    rows.set(rgba.subarray(y * width * 4, (y + 1) * width * 4), y * (width * 4 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    makeChunk('IHDR', header),
    makeChunk('IDAT', deflateSync(rows, { level: 3 })),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** @param {string} type @param {Buffer} data */
function makeChunk(type, data) {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return chunk;
}
