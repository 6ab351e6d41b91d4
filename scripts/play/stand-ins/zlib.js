import { deflate, deflateRaw, inflate } from 'pako';

/* Replaces node:zlib and libdeflate in the playground, with the functions that the codecs call. */

/** @typedef {{ level?: number, strategy?: number, memLevel?: number, windowBits?: number }} Options */

/** @param {Uint8Array} bytes @param {Options} [options] */
export const deflateSync = (bytes, options) => deflate(bytes, levelOf(options));

/** @param {Uint8Array} bytes @param {Options} [options] */
export const deflateRawSync = (bytes, options) => deflateRaw(bytes, levelOf(options));

/** @param {Uint8Array} bytes @param {{ maxOutputLength?: number }} [options] */
export function inflateSync(bytes, { maxOutputLength = Number.POSITIVE_INFINITY } = {}) {
  const data = inflate(bytes);
  if (data.length > maxOutputLength) throw Object.assign(new RangeError('too long'), { code: 'ERR_BUFFER_TOO_LARGE' });
  return data;
}

/** Compresses as libdeflate does, with another library. @param {Uint8Array} bytes */
export const zlib = (bytes) => deflate(bytes, { level: 9 });

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

/** @param {Uint8Array} bytes @param {number} [start] */
export function crc32(bytes, start = 0) {
  let crc = ~start;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** @param {Options} [options] @returns {{ level: import('pako').DeflateOptions['level'] }} */
function levelOf({ level = 6 } = {}) {
  return { level: /** @type {6} */ (level) };
}
