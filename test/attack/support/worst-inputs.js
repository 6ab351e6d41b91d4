import { deflateSync } from 'node:zlib';
import { makeRandom } from '../../../bench/random.js';
import { makeChunk } from '../../../lib/images/png/png-write.js';
import { drawShape, writeShape } from './shapes.js';

/** @import { TextFamily } from './shapes.js' */

/** @typedef {TextFamily | 'har' | 'gif' | 'png' | 'font'} WorstFamily */

/** Writers of binary files and HAR files of about a size. */
const WRITERS = { har: writeHar, gif: writeGif, png: writePng, font: writeFont };

/**
 * Writes the input of a family and a seed with about this number of bytes.
 * @param {WorstFamily} family @param {number} seed @param {number} bytes
 * @returns {string | Uint8Array}
 */
export function writeInput(family, seed, bytes) {
  if (!(family in WRITERS)) {
    const text = /** @type {TextFamily} */ (family);
    return writeShape(text, drawShape(text, seed), bytes);
  }
  return WRITERS[/** @type {keyof typeof WRITERS} */ (family)](makeRandom(seed * 2654435761), bytes);
}

/** Writes many entries of a chain. @param {() => number} draw @param {number} bytes */
function writeHar(draw, bytes) {
  const isSame = draw() < 0.3;
  const [filler, headers] = ['a/'.repeat(Math.floor(draw() * 100)), Math.floor(draw() * 40)];
  const entryAt = (/** @type {number} */ at) => ({
    startedDateTime: new Date(1e12 + at).toISOString(),
    time: 1,
    pageref: draw() < 0.5 ? 'p' : String(at),
    _initiator: { type: 'script', url: `http://a.test/${filler}${Math.max(0, at - 1)}` },
    request: {
      method: 'GET',
      url: `http://a.test/${filler}${isSame ? 0 : at}`,
      headers: Array(headers).fill({ name: 'a' }),
    },
    response: { status: draw() < 0.2 ? 302 : 200, content: { mimeType: 'text/html', text: '<p>' }, headers: [] },
  });
  const size = JSON.stringify(entryAt(0)).length;
  const entries = Array.from({ length: Math.ceil(bytes / size) }, (_, at) => entryAt(at));
  return JSON.stringify({ log: { pages: entries.map((_, at) => ({ id: String(at) })), entries } });
}

/** Writes an animation with many frames or blocks. @param {() => number} draw @param {number} bytes */
function writeGif(draw, bytes) {
  const [side, blocks] = [1 + Math.floor(draw() * 400), Math.floor(draw() * 4)];
  const head = Buffer.from([
    ...Buffer.from('GIF89a'),
    side & 255,
    side >> 8,
    side & 255,
    side >> 8,
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
  ]);
  const width = draw() < 0.5 ? 1 : side;
  const size = [width & 255, width >> 8, width & 255, width >> 8];
  const frame = [
    0x21,
    0xf9,
    4,
    Math.floor(draw() * 4) << 2,
    0,
    0,
    0,
    0,
    0x2c,
    0,
    0,
    0,
    0,
    ...size,
    0,
    2,
    2,
    0x44,
    1,
    0,
  ];
  const comment = [
    0x21,
    0xfe,
    ...Array(Math.floor(draw() * 50))
      .fill([1, 65])
      .flat(),
    0,
  ];
  const part = Buffer.from([...(blocks === 0 ? [] : frame), ...(blocks === 1 ? [] : comment)]);
  return Buffer.concat([
    head,
    ...Array(Math.ceil(bytes / part.length)).fill(part),
    Buffer.from(frame),
    Buffer.from([0x3b]),
  ]);
}

/** Writes an image with many chunks or frames. @param {() => number} draw @param {number} bytes */
function writePng(draw, bytes) {
  const side = 1 + Math.floor(draw() * 300);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 6, 0, 0, draw() < 0.3 ? 1 : 0], 8);
  const type = ['fcTL', 'IDAT', 'tEXt', 'PLTE', 'fdAT'][Math.floor(draw() * 5)];
  const part = makeChunk(type, Buffer.alloc(type === 'fcTL' ? 26 : Math.floor(draw() * 30)));
  const control = makeChunk('acTL', Buffer.from([0, 0, 255, 255, 0, 0, 0, 0]));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    makeChunk('IHDR', header),
    ...(draw() < 0.5 ? [control] : []),
    ...Array(Math.ceil(bytes / part.length)).fill(part),
    makeChunk('IDAT', deflateSync(Buffer.alloc((side * 4 + 1) * side))),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Writes a font whose character table has many groups. @param {() => number} draw @param {number} bytes */
function writeFont(draw, bytes) {
  const count = Math.ceil(bytes / 12);
  const [isSame, isWhole] = [draw() < 0.5, draw() < 0.5];
  const [head, table] = [Buffer.alloc(28), Buffer.alloc(16 + count * 12)];
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(1, 4);
  head.write('cmap', 12, 'latin1');
  head.writeUInt32BE(head.length, 20);
  head.writeUInt32BE(12 + table.length, 24);
  const index = Buffer.from([0, 0, 0, 1, 0, 3, 0, 10, 0, 0, 0, 12]);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(table.length, 4);
  table.writeUInt32BE(count, 12);
  for (let group = 0; group < count; group++) {
    table.writeUInt32BE(isSame ? 0 : group * 2, 16 + group * 12);
    table.writeUInt32BE(isWhole ? 0x10ffff : group * 2 + 1, 20 + group * 12);
  }
  return Buffer.concat([head, index, table]);
}
