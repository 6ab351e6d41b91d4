/**
 * Limits of a decoder.
 * @typedef {{ readonly bytes: number, readonly pixels: number, readonly framePixels: number, readonly frames: number }}
 *   DecodeLimits
 */

/**
 * Limits far above the size of real images on the web: 400 MB of pixels at most.
 * @type {DecodeLimits}
 */
export const defaultLimits = Object.freeze({
  bytes: 100_000_000,
  pixels: 40_000_000,
  framePixels: 100_000_000,
  frames: 2_000,
});

/** The reason why bytes cannot be decoded. The message is shown in the report. */
export class BrokenImage extends Error {}

/**
 * Throws if a canvas or its frames would need more memory than the limits allow.
 * @param {number} width
 * @param {number} height
 * @param {number} frames
 * @param {DecodeLimits} limits
 */
export function assertWithin(width, height, frames, limits) {
  if (width < 1 || height < 1) throw new BrokenImage(`has no pixels (${width} × ${height})`);
  if (width * height > limits.pixels) {
    throw new BrokenImage(`is ${width} × ${height} pixels, more than the limit of ${limits.pixels} pixels`);
  }
  if (frames > limits.frames) throw new BrokenImage(`has more than ${limits.frames} frames`);
  if (width * height * frames > limits.framePixels) {
    throw new BrokenImage(
      `has ${frames} frames of ${width} × ${height}, more than ${limits.framePixels} pixels in all`,
    );
  }
}
