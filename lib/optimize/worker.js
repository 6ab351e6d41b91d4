/** @import { ImageFacts, ImageUsage, Made } from '../types.ts' */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { decodeImage } from '../codecs/decode.js';
import { makers } from '../codecs/makers.js';
import { describeImage } from '../image/describe-image.js';
import { nameShown } from '../image/name-shown.js';

/**
 * Looks at an image's pixels and says what it is.
 * @param {{ bytes: Uint8Array, usages: readonly ImageUsage[] }} task
 * @returns {Promise<ImageFacts>}
 */
export async function look({ bytes, usages }) {
  const decoded = await decodeImage(bytes);
  return { ...describeImage(decoded, usages), shows: nameShown(bytes, decoded) };
}

/**
 * Makes one thing from an image's bytes.
 * @param {{ maker: string, bytes: Uint8Array, options: Readonly<Record<string, unknown>> }} task
 * @returns {Promise<Made>}
 */
export async function make({ maker, bytes, options }) {
  return makers[maker](bytes, options);
}

/**
 * What a text costs on the wire where a server compresses it as it goes, at the levels servers use for that.
 * @param {{ bytes: Uint8Array }} task
 */
export function weigh({ bytes }) {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return {
    identity: bytes.length,
    gzip: gzipSync(bytes, { level: 6 }).length,
    br: brotliCompressSync(bytes, quality).length,
    zstd: zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }).length,
  };
}
