/** @import { Box, Decomposed } from '../types.ts' */
import { project } from '../decompose/find-ink.js';
import { colourAt } from '../decompose/picture.js';

/**
 * Difference between the glyphs of a font and those of an image. `likeness`: share of foreground in the same place,
 * with strokes blurred by a pixel; `worst`: the same for the most different character; `weight`: foreground of the font
 * relative to that of the image
 * @typedef {{ likeness: number, worst: number, weight: number }} GlyphDifference
 */

/**
 * Limits up to which a font is indistinguishable from the images: the mean of a menu, and each image. Rasterisers and
 * versions of one typeface differ by as much, other typefaces by more.
 */
const MAX_DIFFERENCE = Object.freeze({ mean: 0.88, likeness: 0.855, worst: 0.7, weight: 0.15 });

/**
 * Returns true if a font is indistinguishable from that of a menu's images.
 * @param {readonly GlyphDifference[]} differences
 */
export function areIndistinguishable(differences) {
  const mean = differences.reduce((sum, { likeness }) => sum + likeness, 0) / differences.length;
  return (
    mean >= MAX_DIFFERENCE.mean &&
    differences.every(
      ({ likeness, worst, weight }) =>
        likeness >= MAX_DIFFERENCE.likeness &&
        worst >= MAX_DIFFERENCE.worst &&
        Math.abs(weight - 1) <= MAX_DIFFERENCE.weight,
    )
  );
}

/**
 * Compares the glyphs of an image with a rendering of the same text over the same background.
 * @param {Decomposed} image @param {Uint8ClampedArray} rendered three bytes for each pixel
 * @returns {GlyphDifference}
 */
export function compareGlyphs({ picture: { width, height }, background, ink, coverage, lines }, rendered) {
  const drawn = new Float32Array(width * height);
  for (let at = 0; at < drawn.length; at++)
    drawn[at] = project(colourAt(rendered, at), colourAt(background.rgb, at), ink);
  const [own, other] = [coverage, drawn].map((values) => blur(values, width, height));
  const whole = { x: 0, y: 0, width, height };
  const pieces = lines.flatMap((line) => line.pieces);
  return {
    likeness: likenessIn(own, other, whole, width),
    worst: Math.min(...pieces.map((piece) => likenessIn(own, other, grow(piece, width, height), width))),
    weight: sumOf(drawn) / sumOf(coverage),
  };
}

/** @param {Float32Array} one @param {Float32Array} other @param {Box} box @param {number} stride */
function likenessIn(one, other, { x, y, width, height }, stride) {
  let [off, all] = [0, 0];
  for (let v = y; v < y + height; v++) {
    for (let u = x; u < x + width; u++) {
      const at = v * stride + u;
      off += Math.abs(one[at] - other[at]);
      all += one[at] + other[at];
    }
  }
  return all === 0 ? 1 : 1 - off / all;
}

/** @param {Box} box @param {number} width @param {number} height */
function grow(box, width, height) {
  const [x, y] = [Math.max(0, box.x - 1), Math.max(0, box.y - 1)];
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + 1) - x,
    height: Math.min(height, box.y + box.height + 1) - y,
  };
}

/**
 * Returns the means of three by three pixels.
 * @param {Float32Array} values @param {number} width @param {number} height
 */
function blur(values, width, height) {
  const out = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0;
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) sum += values[v * width + u];
      out[y * width + x] = sum / 9;
    }
  }
  return out;
}

/** @param {Float32Array} values */
function sumOf(values) {
  return values.reduce((sum, value) => sum + value, 0);
}
