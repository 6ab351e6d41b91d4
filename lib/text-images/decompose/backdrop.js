/** @import { DecodedImage } from '../../images/types.ts' */
/** @import { Rgb } from '../types.ts' */

/** Max mean difference of a background image's pixels from their average, in levels, up to which that stands for it. */
const MAX_ROUGHNESS = 12;

/** @param {string} colour as `#rrggbb` @returns {Rgb} */
export function parseColour(colour) {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/**
 * Returns the average colour of a background image above a colour. Returns null if the image is too uneven.
 * @param {DecodedImage} tile @param {Rgb} colour @returns {Rgb | null}
 */
export function averageColour({ width, height, frames: [{ rgba }] }, colour) {
  const size = width * height;
  const over = (/** @type {number} */ at, /** @type {number} */ channel) => {
    const alpha = rgba[at * 4 + 3] / 255;
    return rgba[at * 4 + channel] * alpha + colour[channel] * (1 - alpha);
  };
  const [sums, roughness] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let at = 0; at < size; at++) for (let channel = 0; channel < 3; channel++) sums[channel] += over(at, channel);
  const [red, green, blue] = sums.map((sum) => Math.round(sum / size));
  const mean = /** @type {const} */ ([red, green, blue]);
  for (let at = 0; at < size; at++)
    for (let channel = 0; channel < 3; channel++) roughness[channel] += Math.abs(over(at, channel) - mean[channel]);
  return Math.max(...roughness) / size > MAX_ROUGHNESS ? null : mean;
}
