import { bandsOf, premultiply, sameColour } from './bands.js';
import { findGrid } from './find-grid.js';
import { fitLinear } from './fit-linear.js';
import { isMoving } from './frames.js';

/** @import { DecodedImage, Paint } from '../types.ts' */
/** @import { Pattern } from './find-grid.js' */

/** More bands than this cost more than the image. */
const MAX_BANDS = 16;
/** Max deviation of a pixel from its row's mean in an even row. JPEG leaves this much noise in a gradient. */
const EVEN_LEVELS = 3;

/**
 * Finds the CSS that renders the same pixels: one colour, bands, stripes or a linear gradient. Returns null if there is
 * none.
 * @param {DecodedImage} decoded
 * @returns {Paint | null}
 */
export function findPaint({ width, height, frames }) {
  if (isMoving(frames)) return null;
  const pixels = premultiply(frames[0].rgba);
  const down = profileOf(pixels, width, height, 'y');
  const across = down && height > 1 && down.spread === 0 ? null : profileOf(pixels, width, height, 'x');
  const lines = [down, across].filter((profile) => profile !== null).sort((a, b) => a.spread - b.spread);
  for (const profile of lines) {
    const paint = paintProfile(profile);
    if (paint) return paint;
  }
  const grid = findGrid(pixels, width, height);
  if (grid) return grid;
  const fit = fitLinear(pixels, width, height);
  return fit ? { kind: 'linear', ...fit } : null;
}

/**
 * @typedef {object} Profile The colours along one axis of an image that does not change along the other axis.
 * @property {'x' | 'y'} axis
 * @property {number} length
 * @property {Float32Array} colours premultiplied, four channels
 * @property {number} spread max difference of a pixel to its line's colour
 */

/**
 * Returns the colours along an axis if the lines across it are even, otherwise null.
 * @param {Uint8Array | Float32Array} pixels
 * @param {number} width
 * @param {number} height
 * @param {'x' | 'y'} axis
 * @returns {Profile | null}
 */
function profileOf(pixels, width, height, axis) {
  const length = axis === 'y' ? height : width;
  const across = axis === 'y' ? width : height;
  const stepAlong = (axis === 'y' ? width : 1) * 4;
  const stepAcross = (axis === 'y' ? 1 : width) * 4;
  const colours = new Float32Array(length * 4);
  let spread = 0;
  for (let i = 0; i < length; i++) {
    for (let channel = 0; channel < 4; channel++) {
      const first = pixels[i * stepAlong + channel];
      let sum = 0;
      let low = first;
      let high = first;
      for (let j = 0; j < across; j++) {
        const value = pixels[i * stepAlong + j * stepAcross + channel];
        sum += value;
        if (value < low) low = value;
        else if (value > high) high = value;
      }
      if (high - low > EVEN_LEVELS * 2) return null;
      const mean = high === low ? first : sum / across;
      colours[i * 4 + channel] = mean;
      spread = Math.max(spread, high - mean, mean - low);
    }
  }
  return { axis, length, colours, spread };
}

/**
 * @param {Profile} profile
 * @returns {Paint | null}
 */
function paintProfile({ axis, length, colours, spread }) {
  if (spread === 0) {
    const bands = bandsOf(colours, length);
    if (bands.length === 1) return { kind: 'solid', colour: bands[0].colour };
    const period = periodOf(colours, length);
    if (period !== null) return stripes(axis, period, colours);
    const hardStops = bands.length <= 4 || (bands.length <= MAX_BANDS && bands.length * 4 <= length + 8);
    if (hardStops) return { kind: 'bands', axis, bands };
    const fit = fitLinear(colours, axis === 'x' ? length : 1, axis === 'y' ? length : 1);
    if (fit && fit.stops.length <= bands.length) return { kind: 'linear', ...fit };
    return bands.length <= MAX_BANDS ? { kind: 'bands', axis, bands } : null;
  }
  const fit = fitLinear(colours, axis === 'x' ? length : 1, axis === 'y' ? length : 1);
  return fit ? { kind: 'linear', ...fit, maxError: Math.round((fit.maxError + spread) * 10) / 10 } : null;
}

/**
 * @param {'x' | 'y'} axis
 * @param {number} period
 * @param {Float32Array} colours
 * @returns {Pattern}
 */
function stripes(axis, period, colours) {
  const layers = [{ axis, bands: bandsOf(colours, period) }];
  return { kind: 'repeat', axis, periodX: axis === 'x' ? period : 1, periodY: axis === 'y' ? period : 1, layers };
}

/**
 * Returns the shortest period with which a profile repeats at least twice, null if there is none.
 * @param {Float32Array} colours
 * @param {number} length
 */
function periodOf(colours, length) {
  for (let period = 2; period * 2 <= length; period++) {
    let same = true;
    for (let i = period; i < length && same; i++) same = sameColour(colours, i, i - period);
    if (same) return period;
  }
  return null;
}
