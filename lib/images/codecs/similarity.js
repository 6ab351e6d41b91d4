import { findGround } from '../grounds.js';
import { openMeasure } from '../png/measure-similarity.js';
import { cutBand, listBands } from './bands.js';
import { halve } from './halve.js';

/** @typedef {import('../png/measure-similarity.js').Picture} Picture */
/** @typedef {(after: Picture) => number} Judge */

/** Side of the parts of which a sample of a large image consists. */
const partSide = 128;
/** Parts of a sample. A trial of this many takes a tenth of a second. */
const maxParts = 9;

/** Side of the parts that are checked for flat areas. */
const groundSide = 24;

/** Additional similarity at a distance that images with flat parts need, because dots are visible there. */
const groundDemand = 15;

/**
 * Creates a function that judges the similarity of new forms of an image. A dithered image, such as a photograph in a
 * GIF, is meant for a distance at which its dots merge. If it fails at normal distance, it is compared at twice the
 * distance, with a stricter target if it has flat parts. In a large image, the band that differs most decides.
 * @param {Picture} before
 * @param {{ dots?: boolean, target?: number }} options
 * @returns {Judge}
 */
export function openJudge(before, options) {
  const bands = listBands(before).map((band) => ({ band, judge: openBandJudge(cutBand(before, band), options) }));
  return (after) => Math.min(...bands.map(({ band, judge }) => judge(cutBand(after, band))));
}

/** @param {Picture} before @param {{ dots?: boolean, target?: number }} options @returns {Judge} */
function openBandJudge(before, { dots = false, target = 100 }) {
  const near = openMeasure(before);
  const far = dots ? openMeasure(halve(before)) : null;
  const demand = dots && hasGround(before) ? groundDemand : 0;
  return (after) => {
    const similarity = near(after);
    return !far || similarity >= target ? similarity : Math.max(similarity, far(halve(after)) - demand);
  };
}

/**
 * Returns true if a part of an image is flat, so that dots would be visible.
 * @param {Picture} picture
 */
function hasGround(picture) {
  const { width: stride, height: fullHeight } = picture;
  for (let y = 0; y + groundSide <= fullHeight; y += groundSide) {
    for (let x = 0; x + groundSide <= stride; x += groundSide) {
      if (findGround(picture, { x, y, width: groundSide, height: groundSide, stride }) !== null) return true;
    }
  }
  return false;
}

/**
 * Reduces a large image to square parts that are spread evenly over it, the same ones for all images of one size.
 * @param {Picture} picture
 * @returns {Picture}
 */
export function takeParts({ width: fullWidth, height: fullHeight, rgba }) {
  const [maxAcross, maxDown] = [fullWidth, fullHeight].map((side) => Math.floor(side / partSide));
  const wanted = Math.round(Math.sqrt((maxParts * fullWidth) / fullHeight));
  const across = Math.min(Math.max(1, wanted), maxAcross, maxParts);
  const down = Math.min(Math.round(maxParts / across), maxDown);
  const [width, height] = [across * partSide, down * partSide];
  if (across < 1 || down < 1 || fullWidth * fullHeight <= maxParts * partSide ** 2) {
    return { width: fullWidth, height: fullHeight, rgba };
  }
  const parts = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / partSide);
    const fromY = spread(row, down, fullHeight) + (y % partSide);
    for (let column = 0; column < across; column++) {
      const from = (fromY * fullWidth + spread(column, across, fullWidth)) * 4;
      parts.set(rgba.subarray(from, from + partSide * 4), (y * width + column * partSide) * 4);
    }
  }
  return { width, height, rgba: parts };
}

/** Returns the start of one of several parts. @param {number} index @param {number} count @param {number} side */
function spread(index, count, side) {
  return Math.round(((index + 0.5) * side) / count - partSide / 2);
}
