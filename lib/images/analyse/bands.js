import { hexOf } from './count-colours.js';

/** @import { Band } from '../types.ts' */

/**
 * Splits a row of premultiplied colours into runs of one colour.
 * @param {Float32Array} colours
 * @param {number} length
 * @returns {Band[]}
 */
export function bandsOf(colours, length) {
  /** @type {Band[]} */
  const bands = [];
  let from = 0;
  for (let i = 1; i <= length; i++) {
    if (i < length && sameColour(colours, from, i)) continue;
    bands.push({ colour: hexOf(separate(colours, from), 0), from, to: i });
    from = i;
  }
  return bands;
}

/**
 * Returns true if two of a row of colours are the same.
 * @param {Uint8Array | Float32Array} colours
 * @param {number} a
 * @param {number} b
 */
export function sameColour(colours, a, b) {
  for (let channel = 0; channel < 4; channel++) if (colours[a * 4 + channel] !== colours[b * 4 + channel]) return false;
  return true;
}

/**
 * Returns the colours premultiplied by alpha, as CSS gradients interpolate them. Those of an opaque image are its own.
 * @param {Uint8Array} rgba
 * @returns {Uint8Array | Float32Array}
 */
export function premultiply(rgba) {
  if (isOpaque(rgba)) return rgba;
  const pixels = new Float32Array(rgba.length);
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3];
    for (let channel = 0; channel < 3; channel++) pixels[i + channel] = (rgba[i + channel] * alpha) / 255;
    pixels[i + 3] = alpha;
  }
  return pixels;
}

/** @param {Uint8Array} rgba */
function isOpaque(rgba) {
  for (let at = 3; at < rgba.length; at += 4) if (rgba[at] < 255) return false;
  return true;
}

/**
 * Returns one premultiplied colour as unpremultiplied channels.
 * @param {ArrayLike<number>} colours
 * @param {number} index
 */
export function separate(colours, index) {
  const alpha = colours[index * 4 + 3];
  const scale = alpha > 0 ? 255 / alpha : 0;
  return [colours[index * 4] * scale, colours[index * 4 + 1] * scale, colours[index * 4 + 2] * scale, alpha];
}
