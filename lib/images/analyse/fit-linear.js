import { separate } from './bands.js';
import { channelsOf, hexOf } from './count-colours.js';

/** @import { Stop } from '../types.ts' */

/** Gradients with more stops than this cost more than the image. */
const MAX_STOPS = 10;
/** Tolerances in levels, smallest first. A larger one is used only if it saves stops. */
const TOLERANCES = [0.7, 1.2, 2, 3];
/** Max difference of a gradient to the image at any pixel, in levels of 255. */
const MAX_ERROR = 4;

/**
 * @typedef {object} LinearFit
 * @property {number} angleDegrees as in CSS: 180 runs down, 90 to the right
 * @property {readonly Stop[]} stops `at` counts from 0 to 1 along the gradient line
 * @property {number} maxError in levels of any channel
 */

/**
 * Fits a linear gradient in any direction to premultiplied pixels. Returns null if none is similar.
 * @param {Uint8Array | Float32Array} pixels
 * @param {number} width
 * @param {number} height
 * @returns {LinearFit | null}
 */
export function fitLinear(pixels, width, height) {
  const angleDegrees = angleOf(pixels, width, height);
  if (angleDegrees === null) return null;
  const line = lineOf(angleDegrees, width, height);
  const samples = sampleAlong(pixels, width, height, line);
  if (!samples) return null;
  let best = null;
  let least = Number.POSITIVE_INFINITY;
  for (const tolerance of TOLERANCES) {
    const stops = fitStops(samples, tolerance);
    if (stops.length > MAX_STOPS) continue;
    const simple = snapEnds(stops);
    for (const candidate of simple ? [simple, stops] : [stops]) {
      const maxError = errorOf(candidate, pixels, width, height, line);
      const cost = candidate.length + maxError * 1.5 + (candidate === simple ? 0 : 0.5);
      if (maxError <= MAX_ERROR && cost < least) {
        least = cost;
        best = { angleDegrees, stops: candidate, maxError: Math.round(maxError * 10) / 10 };
      }
    }
  }
  return best;
}

/**
 * @typedef {object} GradientLine
 * @property {number} length
 * @property {(x: number, y: number) => number} at position of a pixel's centre, 0 to 1
 */

/**
 * Returns the gradient line of CSS for an angle (https://www.w3.org/TR/css-images-3/#linear-gradients).
 * @param {number} angleDegrees
 * @param {number} width
 * @param {number} height
 * @returns {GradientLine}
 */
function lineOf(angleDegrees, width, height) {
  const angle = (angleDegrees * Math.PI) / 180;
  const sin = Math.sin(angle);
  const cos = Math.cos(angle);
  const length = Math.abs(width * sin) + Math.abs(height * cos);
  return { length, at: (x, y) => ((x + 0.5 - width / 2) * sin - (y + 0.5 - height / 2) * cos) / length + 0.5 };
}

/**
 * Returns the direction in which the colours change, in whole degrees, null if it differs within the image.
 * @param {Uint8Array | Float32Array} pixels
 * @param {number} width
 * @param {number} height
 */
function angleOf(pixels, width, height) {
  if (width === 1) return 180;
  if (height === 1) return 90;
  // Compares pixels a few pixels apart: steps of whole levels hide the direction of a faint gradient.
  const span = Math.max(1, Math.floor(Math.min(width, height) / 3));
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let y = 0; y + span < height; y += 1 + (height >> 6)) {
    for (let x = 0; x + span < width; x += 1 + (width >> 6)) {
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel++) {
        const dx = pixels[at + span * 4 + channel] - pixels[at + channel];
        const dy = pixels[at + span * width * 4 + channel] - pixels[at + channel];
        xx += dx * dx;
        xy += dx * dy;
        yy += dy * dy;
      }
    }
  }
  const lean = Math.sqrt((xx - yy) ** 2 + 4 * xy * xy);
  if (lean < 0.8 * (xx + yy)) return null;
  const direction = (Math.atan2(2 * xy, xx - yy) / 2) * (180 / Math.PI);
  return Math.round((direction + 90 + 360) % 180) || 180;
}

/**
 * @typedef {{ at: number, colour: number[] }} Sample
 */

/**
 * Returns the mean colours along the gradient line, one pixel apart, null if pixels at the same position differ.
 * @param {Uint8Array | Float32Array} pixels
 * @param {number} width
 * @param {number} height
 * @param {GradientLine} line
 * @returns {Sample[] | null}
 */
function sampleAlong(pixels, width, height, line) {
  const bins = Math.ceil(line.length);
  const sums = new Float64Array(bins * 6);
  const low = new Float32Array(bins * 4).fill(256);
  const high = new Float32Array(bins * 4).fill(-1);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = line.at(x, y);
      const bin = Math.min(bins - 1, Math.max(0, Math.floor(at * bins)));
      sums[bin * 6 + 4] += at;
      sums[bin * 6 + 5]++;
      for (let channel = 0; channel < 4; channel++) {
        const value = pixels[(y * width + x) * 4 + channel];
        sums[bin * 6 + channel] += value;
        low[bin * 4 + channel] = Math.min(low[bin * 4 + channel], value);
        high[bin * 4 + channel] = Math.max(high[bin * 4 + channel], value);
        if (high[bin * 4 + channel] - low[bin * 4 + channel] > 16) return null;
      }
    }
  }
  const samples = [];
  for (let bin = 0; bin < bins; bin++) {
    const count = sums[bin * 6 + 5];
    if (count === 0) continue;
    const colour = [0, 1, 2, 3].map((channel) => sums[bin * 6 + channel] / count);
    samples.push({ at: sums[bin * 6 + 4] / count, colour });
  }
  return samples;
}

/**
 * Finds the fewest stops, each on a sample, between which straight lines stay within a tolerance.
 * @param {Sample[]} samples
 * @param {number} tolerance
 * @returns {Stop[]}
 */
export function fitStops(samples, tolerance) {
  const stops = [stopAt(samples[0])];
  let from = 0;
  while (from < samples.length - 1) {
    let to = from + 1;
    for (let next = samples.length - 1; next > to; next--) {
      if (staysNear(samples, from, next, tolerance)) {
        to = next;
        break;
      }
    }
    stops.push(stopAt(samples[to]));
    if (stops.length > MAX_STOPS) break;
    from = to;
  }
  return stops;
}

/**
 * @param {Sample[]} samples
 * @param {number} from
 * @param {number} to
 * @param {number} tolerance
 */
function staysNear(samples, from, to, tolerance) {
  const start = samples[from];
  const end = samples[to];
  for (let i = from + 1; i < to; i++) {
    const share = (samples[i].at - start.at) / (end.at - start.at);
    for (let channel = 0; channel < 4; channel++) {
      const mixed = start.colour[channel] + (end.colour[channel] - start.colour[channel]) * share;
      if (Math.abs(mixed - samples[i].colour[channel]) > tolerance) return false;
    }
  }
  return true;
}

/**
 * @param {Sample} sample
 * @returns {Stop}
 */
function stopAt({ at, colour }) {
  return { colour: hexOf(separate(colour, 0), 0), at: Math.round(at * 100_000) / 100_000 };
}

/**
 * Moves the first and the last stop of a gradient to its ends, whose positions can be omitted in CSS.
 * @param {Stop[]} stops
 * @returns {Stop[] | null}
 */
function snapEnds(stops) {
  if (stops.length < 2) return null;
  const first = extend(stops[1], stops[0], 0);
  const last = extend(stops[stops.length - 2], stops[stops.length - 1], 1);
  return [{ colour: first, at: 0 }, ...stops.slice(1, -1), { colour: last, at: 1 }];
}

/**
 * Returns the colour at a position on the straight line through two stops.
 * @param {Stop} a
 * @param {Stop} b
 * @param {number} at
 */
function extend(a, b, at) {
  const share = (at - a.at) / (b.at - a.at);
  const end = channelsOf(b.colour);
  const mixed = channelsOf(a.colour).map((value, i) => Math.min(255, Math.max(0, value + (end[i] - value) * share)));
  return hexOf(mixed, 0);
}

/**
 * Returns the largest difference between the gradient and the pixels.
 * @param {readonly Stop[]} stops
 * @param {Uint8Array | Float32Array} pixels
 * @param {number} width
 * @param {number} height
 * @param {GradientLine} line
 */
function errorOf(stops, pixels, width, height, line) {
  const places = stops.map((stop) => stop.at);
  const colours = stops.map((stop) => {
    const [r, g, b, alpha] = channelsOf(stop.colour);
    return [(r * alpha) / 255, (g * alpha) / 255, (b * alpha) / 255, alpha];
  });
  let worst = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = line.at(x, y);
      let next = 1;
      while (next < places.length - 1 && places[next] < at) next++;
      const span = places[next] - places[next - 1];
      const share = Math.min(1, Math.max(0, (at - places[next - 1]) / span));
      for (let channel = 0; channel < 4; channel++) {
        const from = colours[next - 1][channel];
        const mixed = Math.round(from + (colours[next][channel] - from) * share);
        worst = Math.max(worst, Math.abs(mixed - pixels[(y * width + x) * 4 + channel]));
      }
    }
  }
  return worst;
}
