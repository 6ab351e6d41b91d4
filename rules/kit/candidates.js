import { sizeOfHalf } from '../../lib/base/half-size.js';
import { present } from '../../lib/base/present.js';

/** Max ratio of neighbouring widths. A larger step makes browsers fetch nearly twice the pixels that they render. */
export const MAX_STEP = 1.35;
/** Max ratio of the widths of an image and its half, and of sizes of exactly the same proportions. */
const MAX_EXACT_STEP = 2;
/** Images with fewer pixels stay one file: their candidates would differ by less than a packet. */
const FEW_PIXELS = 50_000;
/**
 * Bytes that a further candidate must save to pay for its URL in the page, the time to make it, and less shared
 * caching.
 */
const CANDIDATE_BYTES = 5000;
/** Approximate bytes per pixel of a high-quality AVIF or WebP image. */
const BYTES_PER_PIXEL = 0.12;

/** Max error of a candidate's height, in pixels. Larger errors add up in a column of images and move the page. */
const MAX_DRIFT = 1 / 32;
/** Max pixels added to a width to find one with better proportions. The value is an estimate. */
const MAX_WIDER = 48;

/**
 * Min similarity for which images are halved instead of resized to the exact size. Browsers render an image that is
 * much larger than its box from halves of it. As Chromium renders them at three densities, twelve images had a
 * similarity of 95 to 99 if halved, and of 56 to 93 if resized exactly, before any loss.
 */
export const HALVED_FROM = 85;

/** Max error of a box in CSS pixels: half of the 1/64 to which browsers round. */
export const UNSEEN = 1 / 128;
/**
 * A class of visitors with one window width and screen density, and its share of all visitors.
 * @typedef {{ readonly width: number, readonly density: number, readonly share: number }} Visitors
 */

/**
 * Window widths and screen densities of today's visitors, from public statistics of screen sizes.
 * @type {readonly Visitors[]}
 */
export const VISITORS = Object.freeze([
  { width: 360, density: 3, share: 0.22 },
  { width: 390, density: 3, share: 0.18 },
  { width: 414, density: 2, share: 0.12 },
  { width: 768, density: 2, share: 0.05 },
  { width: 1280, density: 2, share: 0.09 },
  { width: 1366, density: 1, share: 0.1 },
  { width: 1536, density: 1.25, share: 0.1 },
  { width: 1920, density: 1, share: 0.12 },
  { width: 2560, density: 1, share: 0.02 },
]);

/**
 * Chooses the sizes in which an image is offered: the smallest set with which no visitor fetches much more than is
 * rendered. Each size is at most `MAX_STEP` times as wide as the one before, or twice as wide if the image is halved.
 * The last is large enough for every window and density.
 * @param {Size} image
 * @param {{ least: number, most: number, needs: readonly { pixels: number, share: number }[], target: number,
 *   keepsShape?: boolean }} wanted `least`, `most`: the smallest and largest rendered width in device pixels; `needs`:
 *   the widths that visitors need; `target`: the min similarity; `keepsShape`: true if other proportions would change
 *   the box
 * @returns {Size[]} in ascending order
 */
export function chooseCandidates(image, { least, most, needs, target, keepsShape = true }) {
  const isHalved = target >= HALVED_FROM;
  const halves = isHalved ? listHalves(image, keepsShape ? most : null) : [];
  const heights = new Map(halves.map(({ width, height }) => [width, height]));
  const heightOf = (/** @type {number} */ width) => heights.get(width) ?? heightAt(image, width);
  const sized = (/** @type {number} */ width) => ({ width, height: heightOf(width) });
  const round = roundUp(image, least, keepsShape);
  const atLeast = (/** @type {number} */ width) => (isHalved ? firstAbove(halves, width).width : round.up(width));
  const widest = atLeast(most);
  const smallest = Math.min(atLeast(least), widest);
  const maxStep = isHalved ? MAX_EXACT_STEP : round.maxStep;
  if (widest * heightOf(widest) <= FEW_PIXELS || smallest * maxStep > widest) return [sized(widest)];
  const choices = isHalved
    ? [...heights.keys()].filter((width) => smallest <= width && width <= widest)
    : listChoices({ least: smallest, most: widest, needs }, round.up);
  const bytesOf = (/** @type {number} */ width) => BYTES_PER_PIXEL * width * heightOf(width);
  const costBetween = (/** @type {number} */ below, /** @type {number} */ width) =>
    needs
      .filter(({ pixels }) => pixels > below && pixels <= width)
      .reduce((sum, { share }) => sum + share * bytesOf(width), CANDIDATE_BYTES);
  // The cost of serving every visitor who needs at most this width. `next` is the next smaller choice.
  /** @type {Map<number, { cost: number, next: number | null }>} */
  const best = new Map();
  for (const [index, width] of choices.entries()) {
    const ways = choices.slice(0, index).flatMap((below) => {
      const rest = best.get(below);
      return rest && width <= below * maxStep ? [{ cost: rest.cost + costBetween(below, width), next: below }] : [];
    });
    const first = width <= smallest * maxStep ? [{ cost: costBetween(0, width), next: null }] : [];
    const [cheapest] = [...first, ...ways].sort((a, b) => a.cost - b.cost);
    if (cheapest) best.set(width, cheapest);
  }
  if (!best.has(widest)) return [sized(widest)];
  const chosen = [];
  for (let at = /** @type {number | null} */ (widest); at !== null; at = best.get(at)?.next ?? null) chosen.unshift(at);
  return chosen.map(sized);
}

/**
 * Returns the size of an image that is at least this wide.
 * @param {Size} image
 * @param {number} width
 * @param {{ target: number, keepsShape?: boolean }} wanted `target`: the min similarity; `keepsShape`: true if other
 *   proportions would change the box
 * @returns {Size}
 */
export function sizeFor(image, width, { target, keepsShape = true }) {
  if (target >= HALVED_FROM) return firstAbove(listHalves(image, keepsShape ? width : null), width);
  const fit = roundUp(image, width, keepsShape).up(width);
  return { width: fit, height: heightAt(image, fit) };
}

/** @param {Size} image @param {number} width */
function heightAt(image, width) {
  return Math.max(1, Math.round((image.height * width) / image.width));
}

/**
 * Returns the smallest size that is at least this wide, or the largest.
 * @param {readonly Size[]} sizes @param {number} width
 */
function firstAbove(sizes, width) {
  return sizes.find((size) => size.width >= width) ?? present(sizes.at(-1));
}

/**
 * Lists an image and its halves in ascending order.
 * @param {Size} image
 * @param {number | null} shown the largest rendered width, if the box derives its height from the image: only halves
 *   with which it stays the same are listed
 * @returns {Size[]}
 */
export function listHalves(image, shown) {
  const sizes = [image];
  for (let times = 1; sizes[0].width > 1; times += 1) sizes.unshift(sizeOfHalf(image, times));
  return sizes.filter((half) => shown === null || driftOf(image, half, shown) < UNSEEN);
}

/**
 * Returns the error of a box that derives one side from the proportions of another size, in CSS pixels.
 * @param {Size} whole @param {Size} size @param {number} shown the rendered width
 */
export function driftOf(whole, { width, height }, shown) {
  return (shown * Math.abs(height * whole.width - width * whole.height)) / (whole.width * Math.min(width, height));
}

/**
 * Lists the widths that a candidate may have: those that visitors need, and steps between them.
 * @param {{ least: number, most: number, needs: readonly { pixels: number }[] }} wanted
 * @param {(width: number) => number} round
 */
function listChoices({ least, most, needs }, round) {
  const steps = Math.ceil(Math.log(most / least) / Math.log(MAX_STEP)) * 6;
  const even = Array.from({ length: steps }, (_, at) => least * (most / least) ** (at / steps));
  const wanted = needs.map(({ pixels }) => pixels).filter((pixels) => pixels >= least && pixels < most);
  const fit = [...even, ...wanted].map(round).filter((width) => width < most);
  return [...new Set([least, ...fit, most])].sort((a, b) => a - b);
}

/**
 * Returns a function that rounds a width up to one with fitting proportions, and the max ratio of neighbouring widths.
 * If the box must stay the same, and enough widths have exactly its proportions, it takes these: of boxes with others,
 * one of four is rounded to another 1/64 pixel, and if text moves by that, the whole page is rolled back.
 * @param {Size} image @param {number} least the smallest width @param {boolean} keepsShape
 * @returns {{ maxStep: number, up: (width: number) => number }}
 */
function roundUp(image, least, keepsShape) {
  const step = exactStep(image);
  if (!keepsShape || step > least) return { maxStep: MAX_STEP, up: (width) => proportioned(width, image, keepsShape) };
  const maxStep = step <= least * (MAX_STEP - 1) ? MAX_STEP : MAX_EXACT_STEP;
  return { maxStep, up: (width) => exactWidth(image, width) };
}

/** Returns the difference of the widths at which an image has exactly its proportions. @param {Size} image */
function exactStep({ width, height }) {
  return width / commonDivisor(width, height);
}

/**
 * Returns the next width at which an image has exactly its proportions.
 * @param {Size} image @param {number} least at most its width
 */
export function exactWidth(image, least) {
  const step = exactStep(image);
  return Math.ceil(least / step) * step;
}

/**
 * Returns the next width whose proportional height is close enough to a whole number.
 * @param {number} width @param {Size} image
 * @param {boolean} keepsShape true if a box must stay the same; false takes the best of the next widths
 */
function proportioned(width, image, keepsShape) {
  const least = Math.max(1, Math.ceil(width));
  const mostDrift = keepsShape ? UNSEEN : MAX_DRIFT;
  const driftAt = (/** @type {number} */ wide) => {
    const height = (image.height * wide) / image.width;
    return Math.abs(height - Math.round(height));
  };
  const last = keepsShape ? image.width : Math.min(image.width, least + MAX_WIDER);
  let best = Math.min(least, image.width);
  for (let wide = best; wide <= last && driftAt(best) > mostDrift; wide += 1) {
    if (driftAt(wide) < driftAt(best)) best = wide;
  }
  return best;
}

/** Returns the greatest common divisor of two numbers. @param {number} a @param {number} b @returns {number} */
function commonDivisor(a, b) {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** @typedef {{ readonly width: number, readonly height: number }} Size */
