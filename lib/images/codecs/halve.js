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
 * @param {Picture} picture of even width and height
 * @returns {Picture}
 */
export function halve({ width, height, rgba }) {
  const [toWidth, toHeight] = [width / 2, height / 2];
  const to = new Uint8Array(toWidth * toHeight * CHANNELS);
  const row = width * CHANNELS;
  for (let y = 0; y < toHeight; y += 1) {
    for (let x = 0; x < toWidth; x += 1) {
      const from = 2 * y * row + 2 * x * CHANNELS;
      meanOf(rgba, [from, from + CHANNELS, from + row, from + row + CHANNELS], to, (y * toWidth + x) * CHANNELS);
    }
  }
  return { width: toWidth, height: toHeight, rgba: to };
}

/**
 * @param {Uint8Array} rgba @param {readonly [number, number, number, number]} pixels @param {Uint8Array} to
 * @param {number} at
 */
function meanOf(rgba, [a, b, c, d], to, at) {
  const opacities = [rgba[a + 3], rgba[b + 3], rgba[c + 3], rgba[d + 3]];
  const sum = opacities[0] + opacities[1] + opacities[2] + opacities[3];
  if (sum === 0) return;
  for (let channel = 0; channel < 3; channel += 1) {
    const weighted =
      rgba[a + channel] * opacities[0] +
      rgba[b + channel] * opacities[1] +
      rgba[c + channel] * opacities[2] +
      rgba[d + channel] * opacities[3];
    to[at + channel] = Math.round(weighted / sum);
  }
  to[at + 3] = Math.round(sum / 4);
}
