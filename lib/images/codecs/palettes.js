/** @import { Effort } from '../png/png-encode.js' */
/** @import { Trial } from './search-quality.js' */
/** @import { Judge, Picture } from './similarity.js' */
import { pngQuantize } from '@napi-rs/image';
import { countColours } from '../analyse/count-colours.js';
import { encodePng } from '../png/png-encode.js';
import { decodeImage } from './decode.js';
import { rawOf } from './lossy-encoders.js';
import { openJudge, takeParts } from './similarity.js';

/**
 * A way to choose a palette: `steps` from the best to the smallest, and `make` to create the image at one of them.
 * @typedef {{ readonly steps: readonly number[], readonly isPacked: boolean, readonly make: (picture: Picture, step:
 *   number) => Promise<Uint8Array> }} Quantizer `isPacked`: true if it compresses its files well
 * @typedef {{ readonly bytes: Uint8Array, readonly rgba: Uint8Array, readonly similarity: number, readonly quality:
 *   number }} Chosen `bytes`: the file that the quantizer writes
 */

/** Qualities of libimagequant. It uses the fewest colours that reach one. */
const QUALITIES = Object.freeze(Array.from({ length: 70 }, (_, index) => 100 - index));
/** Colour counts for the quantizer that is controlled by them. */
const COLOURS = Object.freeze([256, 192, 128, 96, 64, 48, 32, 24, 16]);

/**
 * Effort of libimagequant. It takes two thirds of the time of 10 for almost the same bytes.
 */
const EFFORT = 7;

/** @param {number} dither from 0, no dots, to 1 @returns {Quantizer} */
function byQuality(dither) {
  return {
    steps: QUALITIES,
    isPacked: false,
    make: (picture, quality) => rawOf(picture).png({ palette: true, quality, dither, effort: EFFORT }).toBuffer(),
  };
}

/** @type {Quantizer} */
const BY_COLOURS = {
  steps: COLOURS,
  isPacked: true,
  make: async (picture, colors) => {
    const plain = await rawOf(picture).png({ compressionLevel: 1 }).toBuffer();
    return pngQuantize(plain, { minQuality: 0, maxQuality: 100, speed: 3, colors });
  },
};

/**
 * Quantizers to try. None is always the smallest. Gradients can need fewer colours with dithering, but only 8 of 216
 * images of 100 sites gain more than 2 % by it, and it takes a quarter of the time.
 * @type {Readonly<Record<Effort, readonly Quantizer[]>>}
 */
const QUANTIZERS = Object.freeze({
  fast: [byQuality(1)],
  balanced: [byQuality(0), BY_COLOURS],
  max: [byQuality(1), byQuality(0.5), byQuality(0), BY_COLOURS],
});

/**
 * Points of SSIMULACRA 2 above the target at which the search of `searchPalette` ends, because the next step has almost
 * the same bytes. Chosen.
 */
const CLOSE_ENOUGH = 0.5;
/** Share of a quantizer's steps between two trials of a whole image, which take a second or more. */
const NEAR = 1 / 16;
/** Similarity above the target from which the next step of a whole image is tried. Chosen: most steps cost more. */
const SPARE = 2;
/**
 * Pixels above which the file of a quantizer that compresses well is not compressed again: on four such images, that
 * took a third of the time, and saved 0.1 % at most or cost up to 0.5 %.
 */
const MANY_PIXELS = 1_500_000;

/**
 * Returns the smallest PNG with a palette whose similarity reaches the target, or null if none does. For a large image,
 * the quantizer and the quality are chosen on parts of it, because each trial of all pixels takes seconds.
 * @param {Picture} picture
 * @param {{ readonly target: number, readonly effort: Effort }} options
 * @returns {Promise<Trial | null>}
 */
export async function quantizePng(picture, { target, effort }) {
  const sample = effort === 'max' ? picture : takeParts(picture);
  const isWhole = sample.width * sample.height === picture.width * picture.height;
  const chosen = await chooseQuantizer(sample, QUANTIZERS[effort], target);
  if (!chosen) return null;
  const best = isWhole ? chosen : await adjustStep(picture, chosen, target);
  if (!best) return null;
  const { bytes, rgba, similarity, quality } = best;
  const isDone = chosen.quantizer.isPacked && picture.width * picture.height > MANY_PIXELS;
  const made = isDone ? bytes : encodePng({ ...picture, rgba }, { effort });
  return { bytes: made, similarity, quality };
}

/**
 * @param {Picture} picture @param {readonly Quantizer[]} quantizers @param {number} target
 * @returns {Promise<Chosen & { quantizer: Quantizer } | null>}
 */
async function chooseQuantizer(picture, quantizers, target) {
  const judge = openJudge(picture, {});
  /** @type {Chosen & { quantizer: Quantizer } | null} */
  let best = null;
  for (const quantizer of quantizers) {
    const found = await searchFrom(best, picture, quantizer, { judge, target });
    if (found && (!best || found.bytes.length < best.bytes.length)) best = { ...found, quantizer };
  }
  return best;
}

/**
 * Finds the last step of a quantizer whose similarity reaches the target. One that is controlled by a colour count
 * needs about as many colours as the one before.
 * @param {Chosen | null} known the result of another quantizer
 * @param {Picture} picture @param {Quantizer} quantizer @param {{ judge: Judge, target: number }} search
 * @returns {Promise<Chosen | null>}
 */
function searchFrom(known, picture, quantizer, search) {
  if (quantizer !== BY_COLOURS || !known) return searchPalette(picture, quantizer, search);
  const { colours } = countColours(known.rgba);
  const first = COLOURS.findLastIndex((count) => count >= colours);
  return walkPalette(picture, quantizer, { ...search, first: Math.max(0, first) });
}

/**
 * Finds the last step of a quantizer whose similarity reaches the target, next to a step that is likely to do so.
 * @param {Picture} picture
 * @param {Quantizer} quantizer
 * @param {{ judge: Judge, target: number, first: number }} options
 */
async function walkPalette(picture, quantizer, { judge, target, first }) {
  /** @type {Chosen | null} */
  let best = null;
  for (let step = first; step >= 0 && step < quantizer.steps.length; ) {
    const tried = await tryStep(picture, quantizer, step, judge);
    const isEnough = tried !== null && tried.similarity >= target;
    if (isEnough) best = tried;
    // A later step than one that is not enough is not enough either, and an earlier step than the best is larger.
    if (isEnough ? step < first : best) break;
    step += isEnough ? 1 : -1;
  }
  return best;
}

/**
 * Finds the step of a whole image near the one that its parts need.
 * @param {Picture} picture @param {Chosen & { quantizer: Quantizer }} chosen @param {number} target
 * @returns {Promise<Chosen | null>}
 */
async function adjustStep(picture, { quantizer, quality }, target) {
  const judge = openJudge(picture, {});
  const attempt = async (/** @type {number} */ step) => {
    const tried = await tryStep(picture, quantizer, step, judge);
    return tried && tried.similarity >= target ? tried : null;
  };
  const near = Math.max(1, Math.floor(quantizer.steps.length * NEAR));
  const guess = quantizer.steps.indexOf(quality);
  const first = await tryStep(picture, quantizer, guess, judge);
  if (!first || first.similarity < target) return first && guess > 0 ? raiseStep(attempt, guess, first, target) : null;
  let best = first;
  for (let step = guess + near; step < quantizer.steps.length && best.similarity >= target + SPARE; step += near) {
    const tried = await attempt(step);
    if (!tried) break;
    best = tried;
  }
  return best;
}

/**
 * Finds a step before one that is not similar enough, in two trials: the best, and the one at which the similarity of
 * both predicts the target.
 * @param {(step: number) => Promise<Chosen | null>} attempt @param {number} failed @param {Chosen} found
 * @param {number} target
 */
async function raiseStep(attempt, failed, { similarity }, target) {
  const best = await attempt(0);
  if (!best) return null;
  const step = Math.floor((failed * (best.similarity - target)) / (best.similarity - similarity));
  return (step > 0 && step < failed ? await attempt(step) : null) ?? best;
}

/**
 * Finds the last step of a quantizer whose similarity reaches the target.
 * @param {Picture} picture
 * @param {Quantizer} quantizer
 * @param {{ judge: Judge, target: number }} options
 */
async function searchPalette(picture, quantizer, { judge, target }) {
  /** @type {Chosen | null} */
  let best = null;
  let from = 0;
  let to = quantizer.steps.length;
  /** Similarity at the step `to`, unless that is the end. */
  let failed = -Infinity;
  while (from < to && (!best || best.similarity > target + CLOSE_ENOUGH)) {
    // The best step first: most images for which it is not enough need no other trial.
    const next = best ? stepBetween({ from, to, failed }, best.similarity, target) : 0;
    const tried = await tryStep(picture, quantizer, next, judge);
    if (!tried) return best;
    if (tried.similarity >= target) {
      best = tried;
      from = next + 1;
    } else if (!best) return null;
    else [to, failed] = [next, tried.similarity];
  }
  return best;
}

/**
 * Returns the step that is likely to reach the target exactly: the one in the middle until both ends are known.
 * @param {{ from: number, to: number, failed: number }} range @param {number} similarity before `from`
 * @param {number} target
 */
function stepBetween({ from, to, failed }, similarity, target) {
  if (failed === -Infinity) return (from + to) >> 1;
  const share = (similarity - target) / (similarity - failed);
  return Math.min(Math.max(from, Math.floor(from - 1 + share * (to - from + 1))), to - 1);
}

/**
 * Reduces an image to a palette. Returns null if the result cannot be read.
 * @param {Picture} picture @param {Quantizer} quantizer @param {number} step @param {Judge} judge
 * @returns {Promise<Chosen | null>}
 */
async function tryStep(picture, { steps, make }, step, judge) {
  const bytes = new Uint8Array(await make(picture, steps[step]));
  const decoded = await decodeImage(bytes);
  if ('broken' in decoded) return null;
  const { rgba } = decoded.frames[0];
  return { bytes, rgba, similarity: judge({ ...picture, rgba }), quality: steps[step] };
}
