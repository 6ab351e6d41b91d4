/** @import { DecodedImage } from '../../../lib/images/types.ts' */

/**
 * An image from a function of its pixels.
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => readonly number[]} colourAt red, green, blue and, where it is not 255, alpha
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

/** An even stream of numbers from 0 to 255 that repeats on every run. */
export function drawNoise() {
  let state = 12345;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  };
}
