/** @import { Site, SitePath } from '../../site/types.ts' */

/** Size of an AVIF photograph with a similarity of 75, relative to one with 90. */
const SHARE_OF_FAITHFUL = 0.45;
/** Lossy formats. */
const CODED = /\.(?:avif|webp|jpe?g)$/i;

/**
 * Estimates the bytes that a visitor to every page would save with `--safety lossy`: those of images that this run
 * encoded with a similarity of 90. Rejected changes are not counted, because the next level would reject them, too.
 * @param {object} run
 * @param {Site} run.before
 * @param {Site} run.after
 * @param {readonly SitePath[]} run.fetched by the pages after
 */
export function guessLossySaving({ before, after, fetched }) {
  const coded = [...new Set(fetched)].filter((path) => CODED.test(path) && !before.files.has(path));
  return coded.reduce((sum, path) => sum + (after.files.get(path)?.size ?? 0) * (1 - SHARE_OF_FAITHFUL), 0);
}
