/** @import { DecodedImage } from '../../../lib/images/types.ts' */

/**
 * Returns an image from a function of its pixels.
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => readonly number[]} colourAt red, green, blue and, if it is not 255, alpha
 * @returns {DecodedImage}
 */
export function drawImage(width, height, colourAt) {
  const rgba = new Uint8Array(width * height * 4);
  for (let i = 0; i < width * height; i++) {
    const [r, g, b, alpha = 255] = colourAt(i % width, Math.floor(i / width));
    rgba.set([r, g, b, alpha], i * 4);
  }
  return {
    format: 'png',
    width,
    height,
    frames: [{ rgba, delayMs: 0 }],
    plays: 1,
    bitsPerChannel: 8,
    colourSpace: 'srgb',
    orientation: 1,
  };
}

/** Returns a uniform stream of numbers from 0 to 255, the same in every run. */
export function drawNoise() {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  };
}
