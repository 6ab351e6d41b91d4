/** @import { DecodedImage } from '../../images/types.ts' */
/** @import { Picture, Rgb } from '../types.ts' */

/** Differences of a channel that are noise, in lossless and in lossy formats. */
const TOLERANCE = Object.freeze({ exact: 6, lossy: 28 });
/** Alpha from which a pixel of an image counts as opaque. */
const OPAQUE = 128;

/**
 * Composes an image with the colours behind it on pages: with the first one, and in `elsewhere` with each other one. If
 * none is known, it is composed with the colour for which its edges were smoothed.
 * @param {DecodedImage} decoded @param {string} key @param {readonly Rgb[]} [behind]
 * @returns {Picture | null} null if nothing is opaque
 */
export function layFlat({ width, height, frames, format }, key, behind = []) {
  const { rgba } = frames[0];
  const size = width * height;
  const clear = new Uint8Array(size);
  let opaque = 0;
  for (let at = 0; at < size; at++) {
    const alpha = rgba[at * 4 + 3];
    clear[at] = alpha < OPAQUE ? 1 : 0;
    opaque += 1 - clear[at];
  }
  if (opaque === 0) return null;
  const isClear = opaque < size;
  const usual = isClear ? findMatte(rgba, clear) : BLACK;
  const tolerance = format === 'jpeg' ? TOLERANCE.lossy : TOLERANCE.exact;
  const base = { key, width, height, clear: isClear ? clear : null, tolerance };
  const [first, ...others] = (behind.length > 0 ? behind : [usual]).map((colour) => ({
    ...base,
    rgb: compose(rgba, colour),
  }));
  const isOpaque = rgba.every((value, at) => at % 4 < 3 || value === 255);
  if (isOpaque) return { ...first, ...(behind.length > 0 ? { behind } : {}) };
  return { ...first, ...(others.length > 0 ? { elsewhere: others } : {}) };
}

/** @type {Rgb} */
const BLACK = [0, 0, 0];

/** @param {Uint8Array | Uint8ClampedArray} rgba @param {Rgb} behind */
function compose(rgba, behind) {
  const rgb = new Uint8ClampedArray((rgba.length / 4) * 3);
  for (let at = 0; at < rgb.length / 3; at++) {
    const alpha = rgba[at * 4 + 3] / 255;
    for (let channel = 0; channel < 3; channel++)
      rgb[at * 3 + channel] = Math.round(rgba[at * 4 + channel] * alpha + behind[channel] * (1 - alpha));
  }
  return rgb;
}

/**
 * Finds the colour for which edges were smoothed: that of the edge pixels farthest from the most frequent colour. If
 * the edges have only one colour, it is black or white, whichever is farther.
 * @param {Uint8Array | Uint8ClampedArray} rgba @param {Uint8Array} clear
 * @returns {Rgb}
 */
function findMatte(rgba, clear) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const [at, isClear] of clear.entries()) {
    if (isClear || rgba[at * 4 + 3] < 255) continue;
    const colour = (rgba[at * 4] << 16) | (rgba[at * 4 + 1] << 8) | rgba[at * 4 + 2];
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const unpack = (/** @type {number} */ colour) =>
    /** @type {Rgb} */ ([colour >> 16, (colour >> 8) & 255, colour & 255]);
  const [ink] = [...counts].sort((one, other) => other[1] - one[1]).map(([colour]) => unpack(colour));
  if (!ink) return [255, 255, 255];
  const far = [...counts.keys()]
    .map(unpack)
    .reduce((best, colour) => (apart(colour, ink) > apart(best, ink) ? colour : best), ink);
  if (apart(far, ink) > TOLERANCE.lossy) return far;
  const isDark = ink[0] + ink[1] + ink[2] < 3 * OPAQUE;
  return isDark ? [255, 255, 255] : [0, 0, 0];
}

/** Returns the largest difference of a channel. @param {Rgb} one @param {Rgb} other */
export function apart(one, other) {
  return Math.max(Math.abs(one[0] - other[0]), Math.abs(one[1] - other[1]), Math.abs(one[2] - other[2]));
}

/**
 * Returns the largest difference of a channel between two pixels.
 * @param {Uint8ClampedArray} one @param {Uint8ClampedArray} other @param {number} at @param {number} [otherAt]
 */
export function apartAt(one, other, at, otherAt = at) {
  const [from, to] = [at * 3, otherAt * 3];
  return Math.max(
    Math.abs(one[from] - other[to]),
    Math.abs(one[from + 1] - other[to + 1]),
    Math.abs(one[from + 2] - other[to + 2]),
  );
}

/** @param {Uint8ClampedArray} rgb @param {number} at @returns {Rgb} */
export function colourAt(rgb, at) {
  return [rgb[at * 3], rgb[at * 3 + 1], rgb[at * 3 + 2]];
}

/** Packs a pixel's colour into one number. @param {Uint8ClampedArray} rgb @param {number} at */
export function packAt(rgb, at) {
  return (rgb[at * 3] << 16) | (rgb[at * 3 + 1] << 8) | rgb[at * 3 + 2];
}

/** @param {number} colour @returns {Rgb} */
export function unpack(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}
