import { openScore } from './ssimulacra.js';

/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Picture */

/**
 * Smaller images are repeated to this size. Below it the metric uses fewer than five of its six scales and weighs them
 * as if all were there, so that small images score far too low.
 */
const smallestSide = 128;

/** Backgrounds on which transparent pixels are compared. The lower score counts. */
const backgrounds = Object.freeze([26, 230]);

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
export function openMeasure(before) {
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
