import { pngQuantize } from '@napi-rs/image';
import sharp from 'sharp';
/** @import { Effort } from './png-encode.js' */
/** @import { Picture } from './similarity.js' */
import { decodeImage } from './decode.js';
import { encodePng } from './png-encode.js';
import { isOpaque, openJudge } from './similarity.js';

/** @typedef {'webp' | 'avif' | 'jpeg'} LossyFormat */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly quality: number }} Trial */
/** @typedef {(picture: Picture, quality: number) => Promise<Uint8Array>} Encode */
/**
 * @typedef {{ readonly encode: Encode, readonly draft?: Encode, readonly steps?: number }} Encoder `draft` is the same
 *   in a hurry; `steps`: how many qualities differ, if not 100
 */
/** @typedef {{ readonly bytes: Uint8Array, readonly similarity: number, readonly step: number }} Found */
/** @typedef {import('./similarity.js').Judge} Judge */

const paletteSizes = Object.freeze([256, 192, 128, 96, 64, 48, 32, 24, 16]);

/** Below this the container of an AVIF outweighs what it saves over WebP. */
const leastForAvif = 700;

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

/** @param {Picture} picture */
function rawOf({ width, height, rgba }) {
  return sharp(rgba, { raw: { width, height, channels: 4 } });
}

/**
 * Without transparency where there is none: AVIF would hold a second image for it.
 * @param {Picture} picture
 */
function coloursOf(picture) {
  return isOpaque(picture.rgba) ? rawOf(picture).removeAlpha() : rawOf(picture);
}

/**
 * Efforts by what they bring, at one similarity: 1 takes a quarter of the time of 3 and an eighth more bytes, 2 half of
 * it and 6 % more; 4 takes seven times as long for 2 % less. Large pictures take longest, and few screens show them.
 */
const AVIF_EFFORTS = Object.freeze([
  { mostPixels: 50_000, effort: 4, draft: 2 },
  { mostPixels: 600_000, effort: 3, draft: 0 },
  { mostPixels: 2_000_000, effort: 2, draft: 0 },
  { mostPixels: Number.POSITIVE_INFINITY, effort: 1, draft: 0 },
]);

/**
 * AVIF is drafted fast: coded slowly in the end it takes a tenth fewer bytes for the same quality. Colour at half the
 * size costs more than it saves: of photographs of few pixels it keeps most from being alike enough at all, of larger
 * ones it takes some percent more bytes for the same similarity, and in what is drawn it runs over edges.
 * @param {8 | 10} bitdepth
 * @param {number} most effort of the last encoding
 * @param {'4:2:0' | '4:4:4'} chromaSubsampling
 * @returns {Encoder}
 */
function avifWith(bitdepth, most, chromaSubsampling) {
  const encodeAt = (/** @type {Picture} */ picture, /** @type {number} */ quality, /** @type {number} */ effort) =>
    coloursOf(picture).avif({ quality, effort, chromaSubsampling, bitdepth }).toBuffer();
  const effortsFor = (/** @type {Picture} */ { width, height }) =>
    AVIF_EFFORTS.find(({ mostPixels }) => width * height <= mostPixels) ?? AVIF_EFFORTS[0];
  const isThorough = most > AVIF_EFFORTS[0].effort;
  return {
    encode: (picture, quality) =>
      encodeAt(picture, quality, isThorough ? most : Math.min(most, effortsFor(picture).effort)),
    draft: (picture, quality) => encodeAt(picture, quality, effortsFor(picture).draft),
    steps: 63,
  };
}

/** @param {number} effort @param {boolean} smartSubsample @returns {Encoder} */
function webpWith(effort, smartSubsample) {
  return { encode: (picture, quality) => rawOf(picture).webp({ quality, effort, smartSubsample }).toBuffer() };
}

/**
 * Colour at half the size takes a tenth fewer bytes of most photographs, and several times as many, or no end of them,
 * where edges are of colour.
 * @type {readonly Encoder[]}
 */
const jpegs = ['4:2:0', '4:4:4'].map((chromaSubsampling) => ({
  encode: (picture, quality) =>
    rawOf(picture).removeAlpha().jpeg({ quality, mozjpeg: true, chromaSubsampling }).toBuffer(),
}));

/**
 * Ways to encode each format, of which now one and now another wins.
 * @type {Readonly<Record<Effort, Readonly<Record<LossyFormat, readonly Encoder[]>>>>}
 */
const variants = Object.freeze({
  fast: { webp: [webpWith(4, true)], avif: [avifWith(8, 1, '4:4:4')], jpeg: jpegs },
  balanced: { webp: [webpWith(6, true)], avif: [avifWith(8, 4, '4:4:4')], jpeg: jpegs },
  max: {
    webp: [webpWith(6, true), webpWith(6, false)],
    avif: [avifWith(10, 5, '4:2:0'), avifWith(10, 5, '4:4:4')],
    jpeg: jpegs,
  },
});

/** Of no more pixels a draft says little, and the last encoding is soon done. */
const fewPixels = 10_000;

/** So much smaller than its draft a final encoding may be. */
const draftExcess = 1.3;

/** The quality at which most pictures are as alike as is usually asked for. */
const firstTries = Object.freeze({ webp: 55, avif: 51, jpeg: 65 });

/**
 * A picture in another size.
 * @param {Picture} picture
 * @param {number} width
 * @param {number} height
 * @returns {Promise<Picture>}
 */
export async function resizePicture(picture, width, height) {
  const rgba = new Uint8Array(await rawOf(picture).resize(width, height, { fit: 'fill' }).raw().toBuffer());
  return { width, height, rgba };
}

/**
 * Encodes without loss as WebP.
 * @param {Picture} picture
 * @param {Effort} effort
 */
export async function encodeWebpLossless(picture, effort) {
  const options = { lossless: true, effort: effort === 'fast' ? 4 : 6 };
  return new Uint8Array(await rawOf(picture).webp(options).toBuffer());
}

/**
 * Cuts the palette down as far as the similarity stays above the floor; null where even 256 colours fall below it.
 * @param {Picture} picture
 * @param {{ readonly target: number, readonly effort: Effort }} options
 * @returns {Promise<Trial | null>}
 */
export async function quantizePng(picture, { target, effort }) {
  const plain = await rawOf(picture).png({ compressionLevel: 1 }).toBuffer();
  const judge = openJudge(picture, {});
  /** @type {{ rgba: Uint8Array, similarity: number, quality: number } | null} */
  let best = null;
  for (const colors of paletteSizes) {
    const decoded = await decodeImage(await pngQuantize(plain, { minQuality: 0, maxQuality: 100, speed: 3, colors }));
    if ('broken' in decoded) break;
    const { rgba } = decoded.frames[0];
    const similarity = await judge({ ...picture, rgba });
    if (similarity < target) break;
    best = { rgba, similarity, quality: colors };
  }
  return best && { ...best, bytes: encodePng({ ...picture, rgba: best.rgba }, { effort }) };
}

/** Where a quality was found already, fewer parts of a picture are looked at: measuring takes as long as encoding. */
const CHECKED_PARTS = 4;

/**
 * Encodes at a quality that was found on the same picture in another size, and above it until the target is reached.
 * @param {Picture} picture
 * @param {LossyFormat} format
 * @param {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean, readonly quality: number }}
 *   options
 * @returns {Promise<Trial | null>}
 */
export async function encodeNear(picture, format, { target, effort, dots = false, quality }) {
  const judge = openJudge(picture, { dots, target, parts: CHECKED_PARTS });
  const [{ encode }] = variants[effort][format];
  for (let wanted = quality; wanted <= 100; ) {
    const bytes = new Uint8Array(await encode(picture, wanted));
    const similarity = await judgeBytes(picture, judge, bytes);
    if (similarity >= target) return { bytes, similarity, quality: wanted };
    wanted += Math.max(1, Math.ceil(((target - similarity) * 100) / slope));
  }
  return null;
}

/**
 * Finds the smallest file, of some formats, whose similarity reaches the target; null where none does.
 * @param {Picture} picture
 * @param {readonly LossyFormat[]} formats
 * @param {{ readonly target: number, readonly effort: Effort, readonly dots?: boolean, readonly limit?: number }}
 *   options `dots`: it is set from dots of few colours; `limit`: the bytes of what it has to be smaller than
 * @returns {Promise<Trial | null>}
 */
export async function encodeLossy(picture, formats, { target, effort, dots = false, limit = Infinity }) {
  const judge = openJudge(picture, { dots, target });
  /** @type {Trial | null} */
  let best = null;
  for (const format of formats) {
    if (format === 'avif' && best && best.bytes.length < leastForAvif) continue;
    // A format that somebody asks for alone has to be tried.
    const known = variants[effort][format];
    const encoders = known.length > 0 || formats.length > 1 ? known : variants.balanced[format];
    for (const encoder of encoders) {
      const most = best?.bytes.length ?? limit;
      const found = await searchQuality(picture, { judge, target, first: firstTries[format], encoder, limit: most });
      if (found && (!best || found.bytes.length < best.bytes.length)) best = found;
    }
  }
  return best && { ...best, bytes: new Uint8Array(best.bytes) };
}

/**
 * Codes a JPEG of inks anew in its inks, with the profile that tells what these look like: as colours it would look
 * different in each browser.
 * @param {Uint8Array} bytes
 * @param {Picture} picture what it shows
 * @param {{ readonly target: number, readonly limit: number }} options
 * @returns {Promise<Trial | null>}
 */
export async function encodeInks(bytes, picture, { target, limit }) {
  const judge = openJudge(picture, { target });
  const inks = () => sharp(bytes).autoOrient().pipelineColourspace('cmyk').toColourspace('cmyk').keepIccProfile();
  /** @type {Encoder} */
  const encoder = { encode: (_, quality) => inks().jpeg({ quality, mozjpeg: true }).toBuffer() };
  return searchQuality(picture, { judge, target, first: firstTries.jpeg, encoder, limit });
}

/**
 * Searches for the lowest step of quality that reaches the target, as similarity grows with it: each trial is where the
 * last ones point. What is not smaller than the limit is not looked at.
 * @param {Picture} picture
 * @param {{ judge: Judge, target: number, first: number, encoder: Encoder, limit: number }} search
 * @returns {Promise<Trial | null>}
 */
async function searchQuality(picture, { judge, target, first, encoder, limit }) {
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
 * How alike a picture and another form of it look.
 * @param {Picture} picture
 * @param {Judge} judge
 * @param {Uint8Array} bytes
 */
async function judgeBytes(picture, judge, bytes) {
  const decoded = await decodeImage(bytes);
  return 'broken' in decoded ? -Infinity : judge({ ...picture, rgba: decoded.frames[0].rgba });
}
