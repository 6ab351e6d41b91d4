import { hash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { exact } from '../../base/exact.js';

/** @typedef {'dcb' | 'dcz'} DictionaryCoding */

/*
 * Texts compressed against a dictionary that the browser has: https://www.rfc-editor.org/rfc/rfc9842
 * A few bytes say which of the two it is, then comes the dictionary's SHA-256, then the compressed text.
 */
const MAGIC = {
  dcb: Buffer.from([0xff, 0x44, 0x43, 0x42]),
  dcz: Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00]),
};
/** SHA-256 of the dictionary, after the magic bytes (RFC 9842). */
const DIGEST_BYTES = 32;

/** Max window in which browsers keep earlier data, 8 MiB: https://www.rfc-editor.org/rfc/rfc9659 */
const MAX_WINDOW_LOG = 23;
const MIN_WINDOW_LOG = { dcb: 16, dcz: 10 };
/** Max total size of a dictionary and a text, so that they fit into the window together. */
export const MAX_BYTES = 2 ** MAX_WINDOW_LOG;

/** Quality of brotli and level of zstd. */
const LEVELS = { fast: { dcb: 9, dcz: 12 }, balanced: { dcb: 11, dcz: 19 }, max: { dcb: 11, dcz: 22 } };

/**
 * The codings for which this Node.js supports dictionaries: zstd from 22.19 on, brotli from 24 on. Older versions
 * ignore the option.
 * @type {readonly DictionaryCoding[]}
 */
export const CODINGS = exact(['dcb', 'dcz']).filter(takesDictionary);

/** @param {DictionaryCoding} coding */
function takesDictionary(coding) {
  const dictionary = Buffer.from(Array.from({ length: 256 }, (_, index) => (index * 167) % 256));
  return squeeze(coding, dictionary, dictionary, 'fast').length < dictionary.length / 2;
}

/**
 * Compresses a text against a dictionary, and verifies the result by decoding it.
 * @param {DictionaryCoding} coding
 * @param {Uint8Array} bytes
 * @param {Uint8Array} dictionary
 * @param {'fast' | 'balanced' | 'max'} effort
 * @returns {Uint8Array}
 */
export function compressWith(coding, bytes, dictionary, effort) {
  const squeezed = squeeze(coding, bytes, dictionary, effort);
  const decode = coding === 'dcb' ? brotliDecompressSync : zstdDecompressSync;
  if (!decode(squeezed, { dictionary }).equals(bytes)) throw new Error(`${coding} does not decode to its source`);
  return Buffer.concat([MAGIC[coding], hash('sha256', dictionary, 'buffer'), squeezed]);
}

/**
 * Returns the digest of the dictionary that a compressed file needs, null if it is no such file.
 * @param {DictionaryCoding} coding
 * @param {Uint8Array} bytes
 */
export function dictionaryOf(coding, bytes) {
  const magic = MAGIC[coding];
  if (bytes.length < magic.length + DIGEST_BYTES || magic.compare(bytes.subarray(0, magic.length)) !== 0) return null;
  return Buffer.from(bytes.subarray(magic.length, magic.length + DIGEST_BYTES));
}

/**
 * @param {DictionaryCoding} coding
 * @param {Uint8Array} bytes
 * @param {Uint8Array} dictionary
 * @param {'fast' | 'balanced' | 'max'} effort
 */
function squeeze(coding, bytes, dictionary, effort) {
  const whole = Math.ceil(Math.log2(bytes.length + dictionary.length + 1));
  const window = Math.min(MAX_WINDOW_LOG, Math.max(MIN_WINDOW_LOG[coding], whole));
  const level = LEVELS[effort][coding];
  if (coding === 'dcb') {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_LGWIN]: window,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    /** @type {import('node:zlib').BrotliOptions & { dictionary: Uint8Array }} the types lack this option */
    const options = { dictionary, params };
    return brotliCompressSync(bytes, options);
  }
  const params = {
    [constants.ZSTD_c_compressionLevel]: level,
    [constants.ZSTD_c_windowLog]: window,
    [constants.ZSTD_c_checksumFlag]: 0,
  };
  return zstdCompressSync(bytes, { dictionary, pledgedSrcSize: bytes.length, params });
}
