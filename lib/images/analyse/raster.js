import { wordsOf } from './count-colours.js';

/**
 * @import { DecodedImage } from '../types.ts'
 *
 * @typedef {object} Raster Pixels of the first frame as rendered on a page.
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} rgba as decoded
 * @property {Uint8Array} rgb composed with the matte
 * @property {Uint8Array} luma of `rgb`
 * @property {number} opaqueShare
 * @property {number} clearShare
 */

/** Above this many pixels only every second (third…) row and column is measured. */
const MAX_MEASURED_PIXELS = 500_000;

/**
 * Composes the first frame with a matte that contrasts with its content: white text on a transparent background is
 * meant to be visible.
 * @param {DecodedImage} decoded
 * @returns {Raster}
 */
export function toRaster(decoded) {
  const { width, height, rgba } = thin(decoded.width, decoded.height, decoded.frames[0].rgba);
  const count = width * height;
  let opaque = 0;
  let clear = 0;
  let sum = 0;
  let weight = 0;
  for (let i = 0; i < count; i++) {
    const alpha = rgba[i * 4 + 3];
    if (alpha === 255) opaque++;
    else if (alpha === 0) clear++;
    sum += alpha * lumaOf(rgba[i * 4], rgba[i * 4 + 1], rgba[i * 4 + 2]);
    weight += alpha;
  }
  const matte = weight > 0 && sum / weight > 170 ? 40 : 255;
  const rgb = new Uint8Array(count * 3);
  const luma = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const alpha = rgba[i * 4 + 3];
    const rest = matte * (255 - alpha);
    const r = (rgba[i * 4] * alpha + rest) / 255;
    const g = (rgba[i * 4 + 1] * alpha + rest) / 255;
    const b = (rgba[i * 4 + 2] * alpha + rest) / 255;
    rgb[i * 3] = r;
    rgb[i * 3 + 1] = g;
    rgb[i * 3 + 2] = b;
    luma[i] = lumaOf(r, g, b);
  }
  return { width, height, rgba, rgb, luma, opaqueShare: opaque / count, clearShare: clear / count };
}

/**
 * Returns the perceived brightness of a colour, 0 to 255.
 * @param {number} r
 * @param {number} g
 * @param {number} b
 */
function lumaOf(r, g, b) {
  return 0.299 * r + 0.587 * g + 0.114 * b;
}

/**
 * Drops rows and columns of a very large image.
 * @param {number} width
 * @param {number} height
 * @param {Uint8Array} rgba
 */
function thin(width, height, rgba) {
  const step = Math.ceil(Math.sqrt((width * height) / MAX_MEASURED_PIXELS));
  if (step <= 1) return { width, height, rgba };
  const stepX = Math.min(step, width);
  const stepY = Math.min(step, height);
  const thinWidth = Math.floor(width / stepX);
  const thinHeight = Math.floor(height / stepY);
  const source = wordsOf(rgba);
  const target = new Uint32Array(thinWidth * thinHeight);
  for (let y = 0; y < thinHeight; y++) {
    for (let x = 0; x < thinWidth; x++) target[y * thinWidth + x] = source[y * stepY * width + x * stepX];
  }
  return { width: thinWidth, height: thinHeight, rgba: new Uint8Array(target.buffer) };
}
