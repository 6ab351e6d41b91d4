/** @import { SitePath } from '../../site/types.ts' */

import { gzipSync } from 'node:zlib';
import { fileTypeOf } from '../../site/file-type.js';

/** Types that servers compress. Fonts and images are compressed by themselves. */
const COMPRESSED = new Set(['html', 'css', 'script', 'svg', 'text']);

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
  return COMPRESSED.has(fileTypeOf(path, bytes)) ? Math.min(bytes.length, gzipSync(bytes).length) : bytes.length;
}
