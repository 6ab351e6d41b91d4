import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** @import { Pixels } from './types.js' */

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Reads a PNG as browsers write their screenshots: 8 bits a channel, RGB or RGBA, not interlaced.
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
  const rows = inflateSync(Buffer.concat(parts));
  undoFilters(rows, width * channels, height, channels);
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const row = y * (width * channels + 1) + 1;
    for (let x = 0; x < width; x += 1) {
      const from = row + x * channels;
      const to = (y * width + x) * 4;
      rgba[to] = rows[from];
      rgba[to + 1] = rows[from + 1];
      rgba[to + 2] = rows[from + 2];
      rgba[to + 3] = channels === 4 ? rows[from + 3] : 255;
    }
  }
  return { width, height, rgba };
}

/** @param {Uint8Array} rows filter byte and bytes of each row; changed in place @param {number} stride @param {number} height @param {number} step */
function undoFilters(rows, stride, height, step) {
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1) + 1;
    const filter = rows[start - 1];
    const above = y > 0 ? start - stride - 1 : -1;
    if (filter === 0) continue;
    for (let x = 0; x < stride; x += 1) {
      const left = x >= step ? rows[start + x - step] : 0;
      const up = above >= 0 ? rows[above + x] : 0;
      const corner = above >= 0 && x >= step ? rows[above + x - step] : 0;
      rows[start + x] += predict(filter, left, up, corner);
    }
  }
}

/** @param {number} filter @param {number} left @param {number} up @param {number} corner */
function predict(filter, left, up, corner) {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
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
