/** @import { Background, Picture, Rgb } from '../types.ts' */
import { MIN_AREA } from './find-shadow.js';
import { colourAt } from './picture.js';

/** Shades that a shadow and a glow add to their background. */
const SHADES = Object.freeze([/** @type {Rgb} */ ([0, 0, 0]), /** @type {Rgb} */ ([255, 255, 255])]);
/**
 * Min sine of the angle between the directions from the background to the colours of a text and of its shade. Chosen: a
 * palette blurs a smaller one. The module matters on 1 of 20 sites.
 */
const MIN_SINE = 0.15;
/** Coverage below which a pixel is shade alone. Chosen: the palette of a GIF is off by as much. */
const MIN_COVERAGE = 0.2;

/**
 * Returns the coverage by characters alone if a part of a coverage is shade of another colour: a pixel of a soft shadow
 * looks like one that a character covers in part. Returns null if too little is.
 * @param {Picture} picture @param {Background} background @param {Rgb} ink @param {Float32Array} coverage
 */
export function partFromShade(picture, background, ink, coverage) {
  const sum = (/** @type {Float32Array} */ shares) => shares.reduce((all, share) => all + share, 0);
  const parted = SHADES.map((shade) =>
    coverage.map((share, at) => (share === 0 ? 0 : (partAt(picture, background, at, ink, shade) ?? share))),
  );
  const [least] = parted.sort((one, other) => sum(one) - sum(other));
  return sum(least) > sum(coverage) * (1 - MIN_AREA) ? null : least;
}

/**
 * Returns the coverage of a pixel by the foreground if the rest of its difference is shade, null if their directions
 * are too similar.
 * @param {Picture} picture @param {Background} background @param {number} at @param {Rgb} ink @param {Rgb} shade
 */
function partAt({ rgb }, background, at, ink, shade) {
  const behind = colourAt(background.rgb, at);
  const colour = colourAt(rgb, at);
  const way = (/** @type {Rgb} */ to) => to.map((value, channel) => value - behind[channel]);
  const [own, other, seen] = [way(ink), way(shade), way(colour)];
  const [square, otherSquare, both] = [dot(own, own), dot(other, other), dot(own, other)];
  const determinant = square * otherSquare - both * both;
  if (determinant <= square * otherSquare * MIN_SINE * MIN_SINE) return null;
  const alone = Math.min(1, Math.max(0, dot(seen, own) / square));
  const share = (dot(seen, own) * otherSquare - dot(seen, other) * both) / determinant;
  const shaded = (dot(seen, other) * square - dot(seen, own) * both) / determinant;
  const parted = shaded <= 0 ? alone : Math.min(1, share);
  return parted < MIN_COVERAGE ? 0 : parted;
}

/** @param {readonly number[]} one @param {readonly number[]} other */
function dot(one, other) {
  return one.reduce((sum, value, channel) => sum + value * other[channel], 0);
}
