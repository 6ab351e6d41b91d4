/** @import { Picture } from './similarity.js' */

/** Bytes per pixel: red, green, blue, alpha. */
const CHANNELS = 4;

/**
 * Returns the number of times that an image must be halved to get a size, null if that gives another size.
 * @param {Picture} picture @param {number} width @param {number} height
 */
export function countHalvings(picture, width, height) {
  const times = Math.log2(picture.width / width);
  const isWhole = Number.isInteger(times) && times > 0;
  return isWhole && picture.height === height * 2 ** times ? times : null;
}

/**
 * Halves the width and height of an image: each pixel is the mean of four, weighted by their opacity. Browsers render
 * images much smaller than they are from such halves, so they render a half like the original.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function halve({ width, height, rgba }) {
  const [toWidth, toHeight] = [Math.max(1, width >> 1), Math.max(1, height >> 1)];
  const to = new Uint8Array(toWidth * toHeight * CHANNELS);
  // An image of one row or column has no next one.
  const right = width > 1 ? CHANNELS : 0;
  const below = height > 1 ? width * CHANNELS : 0;
  for (let at = 0; at < to.length; at += CHANNELS) {
    const pixel = at / CHANNELS;
    const from = 2 * CHANNELS * (Math.floor(pixel / toWidth) * width + (pixel % toWidth));
    setMean(to, at, rgba, [from, from + right, from + below, from + right + below]);
  }
  return { width: toWidth, height: toHeight, rgba: to };
}

/**
 * @param {Uint8Array} to @param {number} at @param {Uint8Array} rgba
 * @param {readonly [number, number, number, number]} pixels
 */
function setMean(to, at, rgba, [a, b, c, d]) {
  const [alphaA, alphaB, alphaC, alphaD] = [rgba[a + 3], rgba[b + 3], rgba[c + 3], rgba[d + 3]];
  const sum = alphaA + alphaB + alphaC + alphaD;
  if (sum === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const ofAB = rgba[a + channel] * alphaA + rgba[b + channel] * alphaB;
    const ofCD = rgba[c + channel] * alphaC + rgba[d + channel] * alphaD;
    to[at + channel] = Math.round((ofAB + ofCD) / sum);
  }
  to[at + 3] = Math.round(sum / 4);
}
