import { crc32 } from 'node:zlib';

/** @import { Layout } from './png-layout.js' */

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/**
 * Creates a chunk with its length and checksum.
 * @param {string} type
 * @param {Uint8Array} data
 */
export function makeChunk(type, data) {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/**
 * Joins the chunks of a layout, including those before its palette and those between palette and pixel data.
 * @param {Pick<Layout, 'width' | 'height' | 'bitDepth' | 'colourType' | 'palette' | 'transparency'>} layout
 * @param {readonly Uint8Array[]} body chunks with pixel data
 * @param {{ readonly early?: readonly Uint8Array[], readonly middle?: readonly Uint8Array[], readonly late?:
 *   readonly Uint8Array[] }} [others]
 * @returns {Uint8Array}
 */
export function writePng(layout, body, { early = [], middle = [], late = [] } = {}) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(layout.width, 0);
  header.writeUInt32BE(layout.height, 4);
  header[8] = layout.bitDepth;
  header[9] = layout.colourType;
  return new Uint8Array(
    Buffer.concat([
      signature,
      makeChunk('IHDR', header),
      ...early,
      ...(layout.palette.length > 0 ? [makeChunk('PLTE', layout.palette)] : []),
      ...(layout.transparency.length > 0 ? [makeChunk('tRNS', layout.transparency)] : []),
      ...middle,
      ...body,
      ...late,
      makeChunk('IEND', new Uint8Array(0)),
    ]),
  );
}
