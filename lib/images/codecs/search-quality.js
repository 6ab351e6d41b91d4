/** @import { Encode, Encoder } from './lossy-encoders.js' */
/** @import { Judge, Picture } from './similarity.js' */
import { LARGE_PIXELS } from '../../base/large-pixels.js';
import { decodeImage, decodeReduced } from './decode.js';

/**
 * @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly quality: number }} Trial
 * @typedef {Trial & { readonly needed: number, readonly rise: number }} Searched `needed`: the quality, possibly
 *   between two of the encoder, that would exactly reach the target; `rise`: gain of similarity per quality there
 */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly step: number }} Tried */
/**
 * @typedef {{ readonly judge: Judge, readonly target: number, readonly first: number, readonly encoder: Encoder,
 *   readonly limit: number }} QualitySearch `first`: a quality that is likely to reach the target
 */

/** Default gain of similarity over all qualities of an encoder. */
const slope = 70;
/** Max factor by which the rise between two trials may differ from the usual one: encoders have jumps. */
const maxOff = 2;

/**
 * Distance to the target, or the next step, at which a search ends: the remaining saving is below two percent of bytes.
 */
const closeEnough = 0.9;
/** Distance above the target at which the next trial aims, because a trial just below the target is useless. */
const aim = 0.3;

/** Max trials of qualities. Chosen, not measured: most images need two. */
const maxTrials = 7;

/**
 * Searches for the lowest quality step that reaches the target. Similarity grows with quality, so each trial
 * extrapolates the last ones. Results that are not smaller than the limit are not compared.
 * @param {Picture} picture
 * @param {QualitySearch} search
 * @returns {Promise<Searched | null>}
 */
export async function searchQuality(picture, { judge, target, first, encoder, limit }) {
  const { encode, qualities } = encoder;
  const steps = qualities.length;
  const { usualRise = slope / steps } = encoder;
  const qualityAt = (/** @type {number} */ step) => qualities[between(0, step, steps + 1) - 1];
  /** @type {Tried | null} */
  let best = null;
  let [low, high] = [
    { step: 0, similarity: -Infinity },
    { step: steps + 1, similarity: Infinity },
  ];
  const known = qualities.findIndex((quality) => quality >= first);
  let step = known < 0 ? steps : known + 1;
  let steepest = usualRise;
  let rise = usualRise;
  /** @type {Tried | null} */
  let last = null;
  for (let trial = 0; trial < maxTrials && high.step - low.step > 1; ) {
    const bytes = await encode(picture, qualityAt(step));
    if (bytes.length >= limit) high = { step, similarity: Infinity };
    else {
      trial += 1;
      const found = { bytes, step, similarity: await judgeBytes(picture, judge, bytes) };
      if (found.similarity >= target) {
        high = found;
        if (!best || bytes.length <= best.bytes.length) best = found;
        if (found.similarity - target < Math.max(closeEnough, riseBetween(low, high) ?? rise)) break;
      } else {
        if (low.step > 0) steepest = Math.max(steepest, (found.similarity - low.similarity) / (step - low.step));
        low = found;
      }
      if (last) rise = Math.min(Math.max(riseBetween(last, found) ?? rise, usualRise / maxOff), usualRise * maxOff);
      last = found;
    }
    // A smaller file would need much more similarity per step than the trials had.
    const isDear = high.similarity === Infinity && high.step <= steps;
    if (isDear && low.step > 0 && low.similarity + 3 * steepest * (high.step - low.step) < target) break;
    if (!isDear) step = nextStep(low, high, target, rise);
    else if (low.step > 0) step = (low.step + high.step) >> 1;
    else step = between(0, Math.floor((step * limit) / bytes.length), high.step);
  }
  if (!best) return null;
  const { bytes, similarity } = best;
  const needed = best.step - (similarity - target) / rise;
  const [below, above] = [Math.floor(needed), Math.ceil(needed)].map(qualityAt);
  return {
    ...{ bytes, similarity, rise, quality: qualityAt(best.step) },
    needed: below + (above - below) * (needed - Math.floor(needed)),
  };
}

/** @typedef {{ readonly step: number, readonly similarity: number }} Point */

/**
 * Returns the gain of similarity per step between two trials, null if it is unknown.
 * @param {Point} low @param {Point} high
 */
function riseBetween(low, high) {
  const isKnown = Number.isFinite(low.similarity) && Number.isFinite(high.similarity);
  return isKnown ? (high.similarity - low.similarity) / (high.step - low.step) : null;
}

/**
 * Returns the step between two trials that is likely to reach the target exactly.
 * @param {Point} low
 * @param {Point} high
 * @param {number} target
 * @param {number} likelyRise
 */
function nextStep(low, high, target, likelyRise) {
  const from = Number.isFinite(low.similarity) ? low : high;
  const rise = Math.max(riseBetween(low, high) ?? likelyRise, likelyRise / 10);
  return between(low.step, Math.round(from.step + (target + aim - from.similarity) / rise), high.step);
}

/** @param {number} low @param {number} guess @param {number} high */
function between(low, guess, high) {
  return Math.min(Math.max(guess, low + 1), high - 1);
}

/**
 * Encodes at a quality that was found on a sample, and raises it until the target is reached.
 * @param {object} search
 * @param {(bytes: Uint8Array) => Promise<number>} search.judge returns the similarity of the result
 * @param {number} search.target
 * @param {(quality: number) => Promise<Uint8Array>} search.encode
 * @param {number} search.quality
 * @returns {Promise<Trial | null>}
 */
export async function mendQuality({ judge, target, encode, quality }) {
  for (let wanted = quality; wanted <= 100; ) {
    const bytes = new Uint8Array(await encode(wanted));
    const similarity = await judge(bytes);
    if (similarity >= target) return { bytes, similarity, quality: wanted };
    wanted += Math.max(1, Math.ceil(((target - similarity) * 100) / slope));
  }
  return null;
}

/**
 * Returns the similarity of an image and an encoded form of it.
 * @param {Picture} picture
 * @param {Judge} judge
 * @param {Uint8Array} bytes
 */
export async function judgeBytes(picture, judge, bytes) {
  const { width, height } = picture;
  const decoded = (await decodeReduced(bytes, LARGE_PIXELS, { width, height })) ?? (await decodeImage(bytes));
  if ('broken' in decoded || decoded.width !== width || decoded.height !== height) return -Infinity;
  return judge({ ...picture, rgba: decoded.frames[0].rgba });
}
