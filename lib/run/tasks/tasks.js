/**
 * The expensive work of a run. Each task is a pure function with all its input. A process loads the code that its tasks
 * use.
 */
/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Made } from '../../plan/types.ts' */
/** @import { ImageUsage } from '../../site/types.ts' */
/** @import { PackedBytes, PackTask } from '../../output/pack/pack-file.js' */

import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { ownValue } from '../../base/own-value.js';
import { FONT_MAKER_NAMES } from '../../fonts/names.js';

/**
 * Max pixels for analysis, above which a reduced copy is used. A JPEG has neither few colours nor transparency, which
 * must be counted exactly: two million pixels are enough for it, in a sixth of the time that twelve take.
 */
const LOOKED_AT_PIXELS = Object.freeze({ jpeg: 2_000_000, others: 16_000_000 });

/**
 * Analyses an image's pixels.
 * @param {{ bytes: Uint8Array, usages: readonly ImageUsage[] }} task
 * @returns {Promise<ImageFacts>}
 */
async function look({ bytes, usages }) {
  const { decodeImage, decodeReduced } = await import('../../images/codecs/decode.js');
  const { sniffImage } = await import('../../images/codecs/sniff.js');
  const { describeImage } = await import('../../images/analyse/describe-image.js');
  const { nameShown } = await import('../../images/analyse/name-shown.js');
  const most = sniffImage(bytes).format === 'jpeg' ? LOOKED_AT_PIXELS.jpeg : LOOKED_AT_PIXELS.others;
  const reduced = await decodeReduced(bytes, most);
  // Two large images that differ can have the same reduced copy.
  if (reduced) return { ...describeImage(reduced, usages), ...reduced.whole, shows: nameShown(bytes, null) };
  const decoded = await decodeImage(bytes);
  return { ...describeImage(decoded, usages), shows: nameShown(bytes, decoded) };
}

/**
 * Makes one result from the bytes of an image or a font.
 * @param {{ maker: string, bytes: Uint8Array, options: Readonly<Record<string, unknown>> }} task
 * @returns {Promise<Made>}
 */
async function make({ maker, bytes, options }) {
  const fontMaker = FONT_MAKER_NAMES.find((name) => name === maker);
  if (fontMaker) return (await import('../../fonts/makers.js')).fontMakers[fontMaker](bytes, options);
  const { makers } = await import('../../images/codecs/makers.js');
  const makeImage = ownValue(makers, maker);
  if (!makeImage) throw new Error(`There is no maker “${maker}”.`);
  return makeImage(bytes, options);
}

/**
 * Returns the transferred bytes of a text if a server compresses it on the fly, at usual levels, and the bytes that
 * packing will probably save.
 * @param {{ bytes: Uint8Array, type: import('../../site/types.ts').FileType }} task
 */
async function weigh({ bytes, type }) {
  const { guessPacked } = await import('../../output/pack/guess-packed.js');
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
  return {
    identity: bytes.length,
    gzip: gzipSync(bytes, { level: 6 }).length,
    br: brotliCompressSync(bytes, quality).length,
    zstd: zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 3 } }).length,
    needless: guessPacked({ bytes, type }),
  };
}

/**
 * Makes a file smaller and compresses it.
 * @param {PackTask} task
 * @returns {Promise<PackedBytes>}
 */
async function pack(task) {
  const { packFile } = await import('../../output/pack/pack-file.js');
  return packFile(task);
}

/**
 * Compresses a text against a dictionary.
 * @param {import('../../output/dictionary/make-deltas.js').DeltaTask} task
 */
async function delta(task) {
  const { makeDeltas } = await import('../../output/dictionary/make-deltas.js');
  return makeDeltas(task);
}

/**
 * Compares screenshots of a page.
 * @param {{ pairs: readonly import('../../visit/verify/compare-pictures.js').PicturePair[] }} task
 */
async function compare({ pairs }) {
  const { comparePictures } = await import('../../visit/verify/compare-pictures.js');
  return comparePictures(pairs);
}

/**
 * Measures the similarity of two images of one size.
 * @param {Record<'before' | 'after', import('../../images/codecs/similarity.js').Picture>} task
 */
async function liken({ before, after }) {
  const { measureSimilarity } = await import('../../images/png/measure-similarity.js');
  return measureSimilarity(before, after);
}

/**
 * Reads a font.
 * @param {{ bytes: Uint8Array }} task
 */
async function font({ bytes }) {
  const { readFont } = await import('../../fonts/read-font.js');
  return readFont(bytes);
}

/** @type {Readonly<Record<string, (task: any) => unknown>>} */
export const TASKS = Object.freeze({ look, make, weigh, pack, delta, compare, liken, font });
