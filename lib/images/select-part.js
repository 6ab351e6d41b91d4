/** @import { DecodedImage } from './types.ts' */

import { partOfImage } from '../base/image-part.js';

/**
 * Returns the part that a name selects of a decoded image with one frame, or the image itself if it selects none.
 * @param {DecodedImage} image @param {string} name
 * @returns {DecodedImage}
 */
export function selectPart(image, name) {
  const part = partOfImage(name);
  if (!part) return image;
  const { x, y, width, height } = part;
  const [frame] = image.frames;
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const start = ((y + row) * image.width + x) * 4;
    rgba.set(frame.rgba.subarray(start, start + width * 4), row * width * 4);
  }
  return { ...image, width, height, frames: [{ ...frame, rgba }] };
}
