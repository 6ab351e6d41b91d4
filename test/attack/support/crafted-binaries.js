/** @import { Files } from './crafted-files.js' */

import { brotliCompressSync, constants, deflateSync } from 'node:zlib';
import { makeChunk } from '../../../lib/images/png/png-write.js';
import { pageOf } from './crafted-texts.js';

/** Bytes to which a small file unpacks. */
export const BOMB_BYTES = 300_000_000;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** @param {number} value */
function number32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

/** @param {string} name @param {Uint8Array} bytes @returns {Files} */
const image = (name, bytes) => ({ [name]: bytes, 'index.html': pageOf(`<img src=${name} alt="">`) });

/** @param {string} name @param {Uint8Array} bytes @returns {Files} */
const font = (name, bytes) => ({
  [name]: bytes,
  'index.html': pageOf(`<style>@font-face{font-family:f;src:url(${name})}p{font-family:f}</style><p>Text`),
});

/**
 * Writes a PNG image of a size, with other chunks before its pixels.
 * @param {number} width @param {number} height @param {{ depth?: number, colour?: number, interlaced?: boolean, extra?:
 *   Buffer[], pixels?: Buffer }} [about]
 */
function png(width, height, { depth = 8, colour = 6, interlaced = false, extra = [], pixels = Buffer.alloc(0) } = {}) {
  const head = Buffer.concat([
    number32(width),
    number32(height),
    Buffer.from([depth, colour, 0, 0, Number(interlaced)]),
  ]);
  const body = [makeChunk('IHDR', head), ...extra, makeChunk('IDAT', deflateSync(pixels, { level: 9 }))];
  return Buffer.concat([PNG, ...body, makeChunk('IEND', Buffer.alloc(0))]);
}

/** Writes a box of an ISO file. @param {string} type @param {readonly Uint8Array[]} content */
function box(type, ...content) {
  const body = Buffer.concat(content);
  return Buffer.concat([number32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** Writes a font of these tables. @param {Readonly<Record<string, Buffer>>} tables */
function sfnt(tables) {
  const all = Object.entries(tables);
  const head = Buffer.concat([number32(0x00010000), Buffer.from([0, all.length, 0, 0, 0, 0, 0, 0])]);
  let at = head.length + all.length * 16;
  const entries = all.map(([name, bytes]) => {
    const entry = Buffer.concat([Buffer.from(name), number32(0), number32(at), number32(bytes.length)]);
    at += bytes.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...all.map(([, bytes]) => bytes)]);
}

/** Writes an animation of frames as large as the image. @param {number} side @param {number} count */
function fullFrames(side, count) {
  const control = (/** @type {number} */ at) =>
    makeChunk('fcTL', Buffer.concat([number32(at), number32(side), number32(side), Buffer.alloc(14)]));
  const frames = Array.from({ length: count }, (_, at) => control(at));
  return png(side, side, { extra: [makeChunk('acTL', Buffer.concat([number32(count), number32(0)])), ...frames] });
}

const HUGE_GIF = Buffer.concat([
  Buffer.from('GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
  Buffer.alloc(400_000, Buffer.from('\x2c\0\0\0\0\xff\xff\xff\xff\0\x02\x02\x44\x01\0', 'latin1')),
  Buffer.from(';'),
]);
const HUGE_JPEG = Buffer.from([
  ...[0xff, 0xd8, 0xff, 0xc2, 0, 17, 8, 0xff, 0xff, 0xff, 0xff, 3, 1, 0x44, 0, 2, 0x11, 0, 3, 0x11, 0],
  ...Array(20_000).fill([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0]).flat(),
  ...[0xff, 0xd9],
]);

/** @type {Readonly<Record<string, () => Files>>} */
export const IMAGE_CASES = {
  'GIF frames of four gigapixels': () => image('a.gif', HUGE_GIF),
  'a progressive JPEG of four gigapixels and 20,000 scans': () => image('a.jpg', HUGE_JPEG),
  'an interlaced image of one bit': () =>
    image('a.png', png(30_000, 30_000, { depth: 1, colour: 0, interlaced: true, pixels: Buffer.alloc(112_000_000) })),
  'a colour profile of 300 MB': () =>
    image(
      'a.png',
      png(9, 9, {
        extra: [makeChunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(BOMB_BYTES))]))],
      }),
    ),
  'a comment of 300 MB': () =>
    image(
      'a.png',
      png(9, 9, {
        extra: [makeChunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(BOMB_BYTES))]))],
      }),
    ),
  'an animation of large frames': () => image('a.png', fullFrames(9000, 4000)),
  'an icon of 65,535 images': () =>
    image('a.ico', Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(16 * 65_535, 0xff)])),
  'a bitmap of four gigapixels': () =>
    image(
      'a.bmp',
      Buffer.concat([
        Buffer.from('BM'),
        Buffer.alloc(12, 54),
        Buffer.from([40, 0, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 1, 0, 8, 0, 1, 0, 0, 0]),
        Buffer.alloc(60),
      ]),
    ),
  'WebP of the largest size': () =>
    image(
      'a.webp',
      Buffer.concat([
        Buffer.from('RIFF\x1a\0\0\0WEBPVP8X\x0a\0\0\0\x02\0\0\0\xff\xff\xff\xff\xff\xff', 'latin1'),
        Buffer.alloc(300_000, 'ANMF'),
      ]),
    ),
  'an AVIF sequence of endless samples': () =>
    image(
      'a.avif',
      Buffer.concat([
        box('ftyp', Buffer.from('avis\0\0\0\0avifavis')),
        box('moov', ...Array.from({ length: 20_000 }, () => box('trak', box('mdia', box('stbl', number32(-1)))))),
      ]),
    ),
  'AVIF boxes in boxes': () => {
    let inner = box('free');
    for (let level = 0; level < 3000; level++) inner = box('meta', number32(0), inner);
    return image('a.avif', Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), inner]));
  },
  'an AVIF grid of 65,536 tiles': () =>
    image(
      'a.avif',
      Buffer.concat([
        box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')),
        box(
          'meta',
          number32(0),
          box('iloc', Buffer.alloc(400_000, 0xff)),
          box('iprp', box('ipco', box('ispe', number32(0), number32(-1), number32(-1)))),
          box('idat', Buffer.from([0, 1, 255, 255, 255, 255, 255, 255, 255, 255])),
        ),
      ]),
    ),
};

/** A glyph of parts that are the glyph itself. */
const SELF_GLYPH = Buffer.from([0xff, 0xff, ...Array(8).fill(0), ...Array(2000).fill([0, 0x22, 0, 0, 0, 0]).flat()]);

/** @type {Readonly<Record<string, () => Files>>} */
export const FONT_CASES = {
  'a glyph of itself': () =>
    font(
      'a.ttf',
      sfnt({
        glyf: SELF_GLYPH,
        loca: Buffer.alloc(8, 0),
        maxp: Buffer.from([0, 1, 0, 0, 0, 1]),
        head: Buffer.alloc(54),
      }),
    ),
  'names without end': () =>
    font('a.ttf', sfnt({ name: Buffer.concat([Buffer.from([0, 0, 255, 255, 0, 0]), Buffer.alloc(786_420, 0xff)]) })),
  'lookups of lookups': () =>
    font(
      'a.ttf',
      sfnt({
        GSUB: Buffer.concat([
          Buffer.from([0, 1, 0, 0, 0, 10, 0, 10, 0, 10]),
          Buffer.alloc(600_000, Buffer.from([0, 10])),
        ]),
      }),
    ),
  'a collection of a billion fonts': () =>
    font('a.ttc', Buffer.concat([Buffer.from('ttcf'), number32(0x10000), number32(1e9), Buffer.alloc(400_000, 0)])),
  'a table of 300 MB': () => {
    const packed = deflateSync(Buffer.alloc(BOMB_BYTES));
    const head = Buffer.concat([
      Buffer.from('wOFF'),
      number32(0x10000),
      number32(64 + packed.length),
      Buffer.from([0, 1, 0, 0]),
      number32(BOMB_BYTES + 28),
      Buffer.alloc(24),
    ]);
    return font(
      'a.woff',
      Buffer.concat([
        head,
        Buffer.from('glyf'),
        number32(64),
        number32(packed.length),
        number32(BOMB_BYTES),
        number32(0),
        packed,
      ]),
    );
  },
  'a stream of 300 MB': () => {
    const body = brotliCompressSync(Buffer.alloc(BOMB_BYTES), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
    const head = Buffer.concat([
      Buffer.from('wOF2'),
      number32(0x10000),
      number32(51 + body.length),
      Buffer.from([0, 1, 0, 0]),
      number32(100),
      number32(body.length),
      Buffer.alloc(24),
    ]);
    return font('a.woff2', Buffer.concat([head, Buffer.from([10, 0x80, 0x40]), body]));
  },
};
