import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Qualities of Brotli with which hosts compress a response, with which they store it, and the best. */
const QUALITIES = [5, 9, 11];
/** Gain that is a saving in almost every coding. */
const SURE_GAIN = 0.04;

/**
 * Returns true if a slightly shorter text is not longer when compressed. A few characters less can cost more, because
 * compressors find other matches.
 * @param {Uint8Array} shorter
 * @param {Uint8Array} bytes
 * @param {{ withBrotli: boolean }} sent
 */
export function isSentShorter(shorter, bytes, { withBrotli }) {
  if (shorter.length < bytes.length * (1 - SURE_GAIN)) return true;
  const codings = [gzipSync, ...(withBrotli ? QUALITIES.map(brotliOf) : [])];
  return codings.every((compress) => compress(shorter).length <= compress(bytes).length);
}

/** @param {number} quality @returns {(bytes: Uint8Array) => Uint8Array} */
function brotliOf(quality) {
  return (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
