/** @import { Background, Picture, Rgb } from '../types.ts' */
import { apart, apartAt, colourAt, packAt, unpack } from './picture.js';

/** Min difference in levels between the foreground's nearest channel and the background. */
export const MIN_CONTRAST = 40;
/** Share of the strongest difference from which a pixel can be foreground alone. */
export const STRONG = 0.62;
/** Tolerance above which an image is noisy, and max colours of it that are compared with all others. */
const [MIN_NOISE, MAX_SAMPLES] = [10, 128];
/** Coverage below which a pixel of a noisy image is pale, and from which one is part of a stroke. */
const [PALE, STROKE] = [0.3, 0.5];
/** Max deviation of a mixture of foreground and background, as a share of the contrast, in addition to noise. */
const LOOSE = 0.14;

/**
 * Returns the possible foreground colours: the most frequent of the colours that differ most from the background, and
 * the one that differs more than nearly all others. In small smooth text, few pixels have the foreground colour itself.
 * @param {Picture} picture @param {Background} background
 * @returns {Rgb[]} empty if no colour differs enough
 */
export function listInks({ rgb, width, height, tolerance, clear }, background) {
  const size = width * height;
  const off = new Uint8Array(size);
  const strongest = [];
  for (let at = 0; at < size; at++) {
    if (clear?.[at]) continue;
    off[at] = apartAt(rgb, background.rgb, at);
    if (off[at] > tolerance) strongest.push(off[at]);
  }
  if (strongest.length === 0) return [];
  strongest.sort((one, other) => one - other);
  const high = strongest[Math.floor((strongest.length - 1) * 0.95)];
  if (high < MIN_CONTRAST) return [];
  /** @type {Map<number, number>} */
  const counts = new Map();
  /** @type {Set<number>} */
  const farthest = new Set();
  for (let at = 0; at < size; at++) {
    if (off[at] < high * STRONG) continue;
    const key = packAt(rgb, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (off[at] >= high) farthest.add(key);
  }
  if (tolerance > MIN_NOISE) return [densest(counts, tolerance)];
  const byCount = [...counts].sort((one, other) => other[1] - one[1]);
  const [usual] = byCount;
  const [far] = byCount.filter(([key]) => farthest.has(key));
  return [usual, far].flatMap((one, at) => (at > 0 && one === usual ? [] : [unpack(one[0])]));
}

/**
 * Returns the mean of the colours around the one that most others are near: noise makes every pixel's colour distinct.
 * @param {ReadonlyMap<number, number>} counts @param {number} tolerance
 */
function densest(counts, tolerance) {
  const keys = [...counts.keys()];
  const step = Math.ceil(keys.length / MAX_SAMPLES);
  const means = keys.filter((_, at) => at % step === 0).map((key) => meanNear(counts, unpack(key), tolerance / 2));
  return means.reduce((best, one) => (one.count > best.count ? one : best)).colour;
}

/**
 * @param {ReadonlyMap<number, number>} counts @param {Rgb} colour @param {number} tolerance
 * @returns {{ colour: Rgb, count: number }}
 */
function meanNear(counts, colour, tolerance) {
  const sum = [0, 0, 0];
  let all = 0;
  for (const [key, count] of counts) {
    const other = unpack(key);
    if (apart(other, colour) > tolerance) continue;
    for (const channel of [0, 1, 2]) sum[channel] += other[channel] * count;
    all += count;
  }
  return { colour: [Math.round(sum[0] / all), Math.round(sum[1] / all), Math.round(sum[2] / all)], count: all };
}

/**
 * Measures the coverage of each pixel by the foreground, and the pixels that no mixture of foreground and background
 * explains.
 * @param {Picture} picture @param {Background} background @param {Rgb} ink
 */
export function measureCoverage({ rgb, width, height, tolerance, clear }, background, ink) {
  const size = width * height;
  const coverage = new Float32Array(size);
  const strange = new Uint8Array(size);
  let [explained, all] = [0, 0];
  for (let at = 0; at < size; at++) {
    if (clear?.[at]) {
      // A transparent pixel over an opaque background cannot be foreground.
      if (!background.clear?.[at]) [strange[at], all] = [1, all + 255];
      continue;
    }
    const difference = apartAt(rgb, background.rgb, at);
    if (difference <= tolerance && !background.clear?.[at]) continue;
    const [colour, behind] = [colourAt(rgb, at), colourAt(background.rgb, at)];
    const contrast = apart(ink, behind);
    // The colour behind a transparent pixel may only be guessed, and be that of the foreground.
    if (background.clear?.[at] && contrast < MIN_CONTRAST && apart(colour, ink) <= tolerance) {
      [coverage[at], all, explained] = [1, all + 255, explained + 255];
      continue;
    }
    if (difference <= tolerance) continue;
    const share = project(colour, behind, ink);
    const mix = (/** @type {0 | 1 | 2} */ channel) => behind[channel] + (ink[channel] - behind[channel]) * share;
    const mixed = /** @type {Rgb} */ ([mix(0), mix(1), mix(2)]);
    all += difference;
    if (contrast < MIN_CONTRAST || apart(mixed, colour) > tolerance * 2 + contrast * LOOSE) strange[at] = 1;
    else explained += difference;
    coverage[at] = contrast < MIN_CONTRAST ? 0 : share;
  }
  if (tolerance > MIN_NOISE) dropSpecks(coverage, width, height);
  return { coverage, strange, explained: all === 0 ? 0 : explained / all, lost: all - explained };
}

/**
 * Clears pale pixels that are not next to a stroke: in a lossy format they are noise around the text.
 * @param {Float32Array} coverage @param {number} width @param {number} height
 */
function dropSpecks(coverage, width, height) {
  const measured = Float32Array.from(coverage);
  for (let at = 0; at < measured.length; at++) {
    if (measured[at] === 0 || measured[at] >= PALE) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    let most = 0;
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++)
        most = Math.max(most, measured[v * width + u]);
    if (most < STROKE) coverage[at] = 0;
  }
}

/**
 * Returns the position of a colour on the line between two others, 0 to 1.
 * @param {Rgb} colour @param {Rgb} from @param {Rgb} to
 */
export function project(colour, from, to) {
  let [along, length] = [0, 0];
  for (let channel = 0; channel < 3; channel++) {
    const way = to[channel] - from[channel];
    along += (colour[channel] - from[channel]) * way;
    length += way * way;
  }
  return length === 0 ? 0 : Math.min(1, Math.max(0, along / length));
}
