import { findGround } from '../grounds.js';
import { openScore } from './ssimulacra.js';

/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Picture */
/** @typedef {(after: Picture) => number} Judge */

/**
 * Smaller images are repeated to this size. Below it the metric uses fewer than five of its six scales and weighs them
 * as if all were there, so that small images score far too low.
 */
const smallestSide = 128;

/** Backgrounds on which transparent pixels are compared. The lower score counts. */
const backgrounds = Object.freeze([26, 230]);

/** Side of the parts of which a sample of a large image consists. */
const partSide = 128;
/** Parts of a sample. A trial of this many takes a tenth of a second. */
const mostParts = 9;

/** Side of the parts that are checked for flat areas. */
const groundSide = 24;

/** Additional similarity at a distance that images with flat parts need, because dots are visible there. */
const groundDemand = 15;

/**
 * Measures the similarity of two images of one size with SSIMULACRA 2: 100 is the same, 90 is indistinguishable next to
 * each other, 70 is good.
 * @param {Picture} before
 * @param {Picture} after
 */
export function measureSimilarity(before, after) {
  return openMeasure(before)(after);
}

/**
 * Creates a function that measures the similarity of new forms of an image.
 * @param {Picture} before
 * @returns {(after: Picture) => number}
 */
function openMeasure(before) {
  const isWhole = isOpaque(before.rgba);
  /** @type {Map<number, (after: ReturnType<typeof flatten>) => number>} */
  const scores = new Map();
  const scoreOn = (/** @type {number} */ background) => {
    const known = scores.get(background) ?? openScore(flatten(before, background));
    scores.set(background, known);
    return known;
  };
  return (after) => {
    const shown = isWhole && isOpaque(after.rgba) ? [backgrounds[0]] : backgrounds;
    return Math.min(...shown.map((background) => scoreOn(background)(flatten(after, background))));
  };
}

/**
 * Creates a function that judges the similarity of new forms of an image. A dithered image, such as a photograph in a
 * GIF, is meant for a distance at which its dots merge. If it fails at normal distance, it is compared at twice the
 * distance, with a stricter target if it has flat parts.
 * @param {Picture} before
 * @param {{ dots?: boolean, target?: number }} options
 * @returns {Judge}
 */
export function openJudge(before, { dots = false, target = 100 }) {
  const near = openMeasure(before);
  const far = dots ? openMeasure(halve(before)) : null;
  const demand = dots && hasGround(before) ? groundDemand : 0;
  return (after) => {
    const similarity = near(after);
    return !far || similarity >= target ? similarity : Math.max(similarity, far(halve(after)) - demand);
  };
}

/**
 * Returns true if a part of an image is flat, so that dots would be visible.
 * @param {Picture} picture
 */
function hasGround(picture) {
  const { width: stride, height: fullHeight } = picture;
  for (let y = 0; y + groundSide <= fullHeight; y += groundSide) {
    for (let x = 0; x + groundSide <= stride; x += groundSide) {
      if (findGround(picture, { x, y, width: groundSide, height: groundSide, stride }) !== null) return true;
    }
  }
  return false;
}

/**
 * Reduces a large image to square parts that are spread evenly over it, the same ones for all images of one size.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function takeParts({ width: fullWidth, height: fullHeight, rgba }) {
  const [mostAcross, mostDown] = [fullWidth, fullHeight].map((side) => Math.floor(side / partSide));
  const wanted = Math.round(Math.sqrt((mostParts * fullWidth) / fullHeight));
  const across = Math.min(Math.max(1, wanted), mostAcross, mostParts);
  const down = Math.min(Math.round(mostParts / across), mostDown);
  const [width, height] = [across * partSide, down * partSide];
  if (across < 1 || down < 1 || fullWidth * fullHeight <= mostParts * partSide ** 2) {
    return { width: fullWidth, height: fullHeight, rgba };
  }
  const parts = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / partSide);
    const fromY = spread(row, down, fullHeight) + (y % partSide);
    for (let column = 0; column < across; column++) {
      const from = (fromY * fullWidth + spread(column, across, fullWidth)) * 4;
      parts.set(rgba.subarray(from, from + partSide * 4), (y * width + column * partSide) * 4);
    }
  }
  return { width, height, rgba: parts };
}

/** Returns the start of one of several parts. @param {number} index @param {number} count @param {number} side */
function spread(index, count, side) {
  return Math.round(((index + 0.5) * side) / count - partSide / 2);
}

/**
 * Returns an image of half the size, each pixel the mean of four.
 * @param {Picture} picture
 * @returns {Picture}
 */
function halve({ width: fullWidth, height: fullHeight, rgba }) {
  const [width, height] = [Math.max(1, fullWidth >> 1), Math.max(1, fullHeight >> 1)];
  const half = new Uint8Array(width * height * 4);
  for (let i = 0; i < half.length; i++) {
    const x = ((i >> 2) % width) * 2;
    const y = Math.floor((i >> 2) / width) * 2;
    const [right, below] = [Math.min(x + 1, fullWidth - 1), Math.min(y + 1, fullHeight - 1)];
    const at = (/** @type {number} */ column, /** @type {number} */ row) =>
      rgba[(row * fullWidth + column) * 4 + (i & 3)];
    half[i] = (at(x, y) + at(right, y) + at(x, below) + at(right, below) + 2) >> 2;
  }
  return { width, height, rgba: half };
}

/** @param {Uint8Array} rgba */
export function isOpaque(rgba) {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return false;
  return true;
}

/**
 * Composes an image with a grey background, repeated if it is too small to be measured.
 * @param {Picture} picture
 * @param {number} background
 */
function flatten({ width: fullWidth, height: fullHeight, rgba }, background) {
  const width = Math.max(fullWidth, smallestSide);
  const height = Math.max(fullHeight, smallestSide);
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    const row = (y % fullHeight) * fullWidth;
    for (let x = 0; x < width; x++, to += 3) {
      const from = (row + (x < fullWidth ? x : x % fullWidth)) * 4;
      if (rgba[from + 3] === 255) {
        rgb[to] = rgba[from];
        rgb[to + 1] = rgba[from + 1];
        rgb[to + 2] = rgba[from + 2];
        continue;
      }
      const alpha = rgba[from + 3] / 255;
      for (let c = 0; c < 3; c++) rgb[to + c] = Math.round(rgba[from + c] * alpha + background * (1 - alpha));
    }
  }
  return { width, height, rgb };
}
