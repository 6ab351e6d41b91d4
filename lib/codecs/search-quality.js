/** @import { Encode, Encoder } from './lossy-encoders.js' */
/** @import { Judge, Picture } from './similarity.js' */
import { decodeImage } from './decode.js';

/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly quality: number }} Trial */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly step: number }} Found */

/** About how much similarity all of quality brings. */
const slope = 70;

/** So close to the target a search ends: what is left is less than a percent of bytes. */
const closeEnough = 1.2;

/** Measuring takes longer than encoding: so many qualities are tried. */
const mostTrials = 6;

/**
 * How often the final encoding is moved from its draft: down by single steps, up by growing ones until the target is
 * reached.
 */
const mostSteps = 5;

/** So much more alike than its draft a final encoding mostly is, and a little less than that is asked of a draft. */
const draftLack = 1.8;

/** Of no more pixels a draft says little, and the last encoding is soon done. */
const fewPixels = 10_000;

/** So much smaller than its draft a final encoding may be. */
const draftExcess = 1.3;

/**
 * Searches for the lowest step of quality that reaches the target, as similarity grows with it: each trial is where the
 * last ones point. What is not smaller than the limit is not looked at.
 * @param {Picture} picture
 * @param {{ judge: Judge, target: number, first: number, encoder: Encoder, limit: number }} search
 * @returns {Promise<Trial | null>}
 */
export async function searchQuality(picture, { judge, target, first, encoder, limit }) {
  const { encode, steps = 100 } = encoder;
  const draft = picture.width * picture.height > fewPixels ? encoder.draft : undefined;
  const tryStep = draft ?? encode;
  const [most, wanted] = draft ? [limit * draftExcess, target - draftLack] : [limit, target];
  /** @type {Found | null} */
  let best = null;
  /** @type {Found | null} the smallest that reaches the target itself */
  let sure = null;
  let [low, high] = [
    { step: 0, similarity: -Infinity },
    { step: steps + 1, similarity: Infinity },
  ];
  let step = Math.round((first * steps) / 100);
  let rise = slope / steps;
  for (let trial = 0; trial < mostTrials && high.step - low.step > 1; ) {
    const bytes = await tryStep(picture, qualityOf(step, steps));
    if (bytes.length >= most) high = { step, similarity: Infinity };
    else {
      trial += 1;
      const found = { bytes, step, similarity: await judgeBytes(picture, judge, bytes) };
      if (found.similarity >= target && bytes.length < (sure?.bytes.length ?? limit)) sure = found;
      if (found.similarity >= wanted) {
        high = found;
        if (!best || bytes.length <= best.bytes.length) best = found;
        if (found.similarity - wanted < closeEnough) break;
      } else {
        if (low.step > 0) rise = Math.max(rise, (found.similarity - low.similarity) / (step - low.step));
        low = found;
      }
    }
    // What is small enough would have to gain similarity much faster than it did.
    const isDear = high.similarity === Infinity && high.step <= steps;
    if (isDear && low.step > 0 && low.similarity + 3 * rise * (high.step - low.step) < wanted) break;
    if (!isDear) step = nextStep(low, high, wanted + closeEnough / 2, slope / steps);
    else if (low.step > 0) step = (low.step + high.step) >> 1;
    else step = between(0, Math.floor((step * most) / bytes.length), high.step);
  }
  const finished = best && draft ? await finish(picture, { judge, target, encode, steps }, best) : best;
  // Now and then a draft is more alike than what is coded slowly.
  const last = finished && finished.bytes.length < (sure?.bytes.length ?? Infinity) ? finished : sure;
  return last && { bytes: last.bytes, similarity: last.similarity, quality: qualityOf(last.step, steps) };
}

/** @param {number} step @param {number} steps */
function qualityOf(step, steps) {
  return Math.round((step * 100) / steps);
}

/**
 * The step between two that should meet the wanted similarity.
 * @param {{ step: number, similarity: number }} low
 * @param {{ step: number, similarity: number }} high
 * @param {number} wanted
 * @param {number} usualRise
 */
function nextStep(low, high, wanted, usualRise) {
  const isBetween = Number.isFinite(low.similarity) && Number.isFinite(high.similarity);
  const from = Number.isFinite(low.similarity) ? low : high;
  const rise = isBetween ? (high.similarity - low.similarity) / (high.step - low.step) : usualRise;
  return between(low.step, Math.round(from.step + (wanted - from.similarity) / Math.max(rise, 0.1)), high.step);
}

/** @param {number} low @param {number} guess @param {number} high */
function between(low, guess, high) {
  return Math.min(Math.max(guess, low + 1), high - 1);
}

/**
 * Encodes as well as can be, from the quality of a draft on down while the target is held, or up where the draft was
 * kinder; null where it is not held.
 * @param {Picture} picture
 * @param {{ judge: Judge, target: number, encode: Encode, steps: number }} search
 * @param {Found} draft
 * @returns {Promise<Found | null>}
 */
async function finish(picture, { judge, target, encode, steps }, draft) {
  let best = draft.similarity >= target ? draft : null;
  let { step } = draft;
  let stride = 1;
  for (let tried = 0; tried < mostSteps && step > 0 && step <= steps; tried++) {
    const bytes = await encode(picture, qualityOf(step, steps));
    const found = { bytes, step, similarity: await judgeBytes(picture, judge, bytes) };
    const isHeld = found.similarity >= target;
    if (isHeld && (!best || bytes.length <= best.bytes.length)) best = found;
    if (isHeld ? found.similarity - target < closeEnough : best) break;
    step += isHeld ? -1 : stride;
    if (!isHeld) stride *= 2;
  }
  return best;
}

/**
 * Encodes at a quality that was found on a sample of the picture, or on another size of it, and above it until the
 * target is reached.
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
  const decoded = await decodeImage(bytes);
  return 'broken' in decoded ? -Infinity : judge({ ...picture, rgba: decoded.frames[0].rgba });
}
