import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

/** Quality of Brotli with which hosts compress a response. */
const FAST = 5;
/** Qualities with which they store it, and the best. These take ten times as long. */
const SLOW = [9, 11];
/** Gain that is a saving in almost every coding. */
const SURE_GAIN = 0.04;
/** Gain in gzip and fast Brotli that may be a loss in slow Brotli: so for 6 of 8 such texts of unknown sites. */
const DOUBTFUL_GAIN = 0.001;
/** Bytes of a text up to which slow Brotli takes little time. */
const SMALL = 10_000;
/** Gain in gzip and fast Brotli of a larger one that is also one in slow Brotli: for all of 20 unknown texts. */
const CLEAR_GAIN = 0.005;

/**
 * Returns true if a slightly shorter text is also shorter when compressed. A few characters less can cost more, because
 * compressors find other matches.
 * @param {Uint8Array} shorter
 * @param {Uint8Array} bytes
 * @param {{ withBrotli: boolean }} sent
 */
export function isSentShorter(shorter, bytes, { withBrotli }) {
  if (shorter.length < bytes.length * (1 - SURE_GAIN)) return true;
  const gainIn = (/** @type {(bytes: Uint8Array) => Uint8Array} */ compress) =>
    1 - compress(shorter).length / compress(bytes).length;
  const fast = [gzipSync, ...(withBrotli ? [brotliOf(FAST)] : [])].map(gainIn);
  if (fast.some((gain) => gain < (withBrotli ? DOUBTFUL_GAIN : 0))) return false;
  if (!withBrotli || (bytes.length > SMALL && fast.every((gain) => gain > CLEAR_GAIN))) return true;
  return SLOW.every((quality) => gainIn(brotliOf(quality)) >= 0);
}

/** @param {number} quality @returns {(bytes: Uint8Array) => Uint8Array} */
function brotliOf(quality) {
  return (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}
