/** @import { SitePath } from '../../site/types.ts' */

import { gzipSync } from 'node:zlib';
import { isCompressible } from '../../output/pack/variants.js';
import { fileTypeOf } from '../../site/file-type.js';

/** @type {WeakMap<Uint8Array, number>} */
const known = new WeakMap();

/**
 * Returns the bytes that a server sends of a file.
 * @param {SitePath} path @param {Uint8Array} bytes
 */
export function sentSize(path, bytes) {
  const size = known.get(bytes) ?? measure(path, bytes);
  known.set(bytes, size);
  return size;
}

/** @param {SitePath} path @param {Uint8Array} bytes */
function measure(path, bytes) {
  return isCompressible(path, fileTypeOf(path, bytes)) ? Math.min(bytes.length, gzipSync(bytes).length) : bytes.length;
}
