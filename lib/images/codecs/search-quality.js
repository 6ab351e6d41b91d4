/** @import { Encode, Encoder } from './lossy-encoders.js' */
/** @import { Judge, Picture } from './similarity.js' */
import { LARGE_PIXELS } from '../../base/large-pixels.js';
import { decodeImage, decodeReduced } from './decode.js';

/**
 * @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly quality: number }} Trial
 * @typedef {Trial & { readonly needed: number }} Searched `needed`: the quality, between two that the encoder knows,
 *   that would just reach the target
 */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly step: number }} Tried */

/** About how much similarity all of quality brings, where an encoder says nothing else. */
const slope = 70;
/** What two trials say of it may be off by so many times: encoders make jumps. */
const mostOff = 2;

/** So close to the target a search ends, or at the step next to it: what is left is less than two percent of bytes. */
const closeEnough = 0.9;
/** So far above the target the next trial aims: one that falls short by a hair would be in vain. */
const aim = 0.3;

/** So many qualities are tried at most; chosen, not measured: most pictures take two. */
const mostTrials = 7;

/**
 * Searches for the lowest step of quality that reaches the target, as similarity grows with it: each trial is where the
 * last ones point. What is not smaller than the limit is not looked at.
 * @param {Picture} picture
 * @param {{ judge: Judge, target: number, first: number, encoder: Encoder, limit: number }} search `first`: a quality
 *   that is thought to reach the target
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
  for (let trial = 0; trial < mostTrials && high.step - low.step > 1; ) {
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
      if (last) rise = Math.min(Math.max(riseBetween(last, found) ?? rise, usualRise / mostOff), usualRise * mostOff);
      last = found;
    }
    // What is small enough would have to gain similarity much faster than it did.
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
    ...{ bytes, similarity, quality: qualityAt(best.step) },
    needed: below + (above - below) * (needed - Math.floor(needed)),
  };
}

/** @typedef {{ readonly step: number, readonly similarity: number }} Point */

/** What a step between two brings; null where that is not known. @param {Point} low @param {Point} high */
function riseBetween(low, high) {
  const isKnown = Number.isFinite(low.similarity) && Number.isFinite(high.similarity);
  return isKnown ? (high.similarity - low.similarity) / (high.step - low.step) : null;
}

/**
 * The step between two that should just reach the target.
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
 * Encodes at a quality that was found on a sample, and above it until the target is reached.
 * @param {object} search
 * @param {(bytes: Uint8Array) => Promise<number>} search.judge how alike that looks
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
 * How alike a picture and another form of it look.
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
