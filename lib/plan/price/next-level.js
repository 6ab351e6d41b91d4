/** @import { Site, SitePath } from '../../site/types.ts' */

/** Size of an AVIF photograph with a similarity of 75, relative to one with 90. */
const SHARE_OF_FAITHFUL = 0.45;
/** Formats that can be lossy. */
const CODED = /\.(?:avif|webp|jpe?g)$/i;
/** The first chunk of a WebP file without loss. */
const LOSSLESS = 'VP8L';
/** Bytes before it, by the format: “RIFF”, the size and “WEBP”. */
const CHUNK_OFFSET = 12;

/**
 * Estimates the bytes that a visitor to every page would save with `--safety lossy`: those of images that this run
 * encoded with a similarity of 90, not without loss. Rejected changes are not counted, because the next level would
 * reject them, too.
 * @param {object} run
 * @param {Site} run.before
 * @param {Site} run.after
 * @param {readonly SitePath[]} run.fetched by the pages after
 */
export function guessLossySaving({ before, after, fetched }) {
  const made = [...new Set(fetched)].filter((path) => CODED.test(path) && !before.files.has(path));
  const coded = made.flatMap((path) => after.files.get(path) ?? []).filter(({ bytes }) => !isLossless(bytes));
  return coded.reduce((sum, { size }) => sum + size * (1 - SHARE_OF_FAITHFUL), 0);
}

/** @param {Uint8Array} bytes */
function isLossless(bytes) {
  return Buffer.from(bytes.subarray(CHUNK_OFFSET, CHUNK_OFFSET + LOSSLESS.length)).toString('latin1') === LOSSLESS;
}
