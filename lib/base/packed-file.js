import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** Bytes of a 32-bit number. */
const PLANES = 4;

/**
 * Reads a file of this package that is stored compressed, to keep the package small.
 * @param {URL} url of a file that ends in `.br`
 * @returns {Buffer}
 */
export function readPacked(url) {
  return brotliDecompressSync(readFileSync(url));
}

/**
 * Returns bytes in their order, from four planes that hold every fourth byte each. Numbers compress better in planes:
 * their exponents are next to each other.
 * @param {Uint8Array} planes
 */
export function joinPlanes(planes) {
  const bytes = new Uint8Array(planes.length);
  let from = 0;
  for (let plane = 0; plane < PLANES; plane++) {
    for (let at = plane; at < bytes.length; at += PLANES) bytes[at] = planes[from++];
  }
  return bytes;
}
