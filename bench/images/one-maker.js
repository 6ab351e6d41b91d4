/** @import { Found } from './collect.js' */
import { makers } from '../../lib/images/codecs/makers.js';

/**
 * Runs one lossless encoder over images of its own format and prints the savings.
 * @param {'png' | 'jpeg'} maker
 * @param {readonly Found[]} images
 */
export async function benchMaker(maker, images) {
  let [before, after, ms] = [0, 0, 0];
  /** @type {Record<string, number>} */
  const stayed = {};
  for (const { bytes } of images) {
    const start = performance.now();
    const made = await makers[maker](bytes, {});
    ms += performance.now() - start;
    before += bytes.length;
    after += made.ok ? Number(made.bytes?.length) : bytes.length;
    if (!made.ok) stayed[made.reason] = (stayed[made.reason] ?? 0) + 1;
  }
  const percent = ((after / before) * 100).toFixed(2);
  console.log(
    `\n${maker}: ${images.length} files, ${before} -> ${after} bytes (${percent} %), ${Math.round(ms)} ms, ` +
      `stayed: ${JSON.stringify(stayed)}`,
  );
}
