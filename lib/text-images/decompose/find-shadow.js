/** @import { Background, Picture, Rgb, Shadow } from '../types.ts' */
import { blurCoverage } from './blur.js';
import { apartAt } from './picture.js';
import { boxOf } from './split-lines.js';

/** Max offset of a shadow and max radius of its blur, in pixels. */
const MOST = Object.freeze({ offset: 5, blur: 6 });
/** Coverage from which a pixel is part of a character, and of its smoothed edge. */
const [SOLID, EDGE] = [0.5, 0.25];
/** Max opacity of a blurred shadow. */
const MAX_OPACITY = 0.8;
/** Min pixels that differ, as a share of those that the text covers. */
export const MIN_AREA = 0.1;
/** Max pixels around a text. Larger images have no text with a shadow. */
const MAX_PIXELS = 60_000;
/** Max pixels by which a shape is chosen. */
const MAX_SAMPLES = 1200;
/** Coverage by a shadow from which it is visible. */
const MIN_SHARE = 0.04;
/** Min share of what differs next to the text that a shadow must explain. */
const MIN_GAIN = 0.5;
/** Min difference between a shadow and the background, in levels. */
const MIN_STRENGTH = 16;

/**
 * Differences from the background next to a text.
 * @typedef {{ at: readonly number[], off: Float32Array }} Rest `at`: pixels that no character or smoothed edge covers;
 *   `off`: three differences for each
 *
 * Pixels within a margin that is wider than any offset, so that a shifted copy needs no test for the image's edges.
 * @typedef {{ at: Int32Array, off: Float32Array, energy: Float64Array }} Framed `energy`: the sum of the squares of
 *   each pixel's differences
 *
 * @typedef {Pick<Shadow, 'x' | 'y' | 'blur'>} ShadowShape
 *
 * @typedef {{ width: number, height: number, behind: Rgb }} Shaded An image; `behind`: the mean colour of its
 * background
 *
 * @typedef {{ explained: number, gain: number, full: Rgb }} Fit `explained`: the energy that a copy explains; `gain`:
 *   its share of the energy where the copy is visible; `full`: the difference where it covers fully
 */

/** @type {readonly ShadowShape[]} */
const SHAPES = listShapes();

function listShapes() {
  const range = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at);
  const offsets = range(-MOST.offset, MOST.offset);
  const shapes = range(0, MOST.blur).flatMap((blur) => offsets.flatMap((y) => offsets.map((x) => ({ x, y, blur }))));
  // A copy that is neither shifted nor blurred is hidden by the text.
  return shapes.filter(({ x, y, blur }) => x !== 0 || y !== 0 || blur > 0);
}

/**
 * Finds the shadow of a text: a shifted, blurred copy of its characters in another colour. A glow is one without shift.
 * @param {Picture} picture @param {Background} background without the shadow
 * @param {Float32Array} coverage by the characters
 * @param {readonly ShadowShape[]} [shapes] those that are tried @returns {Shadow | null}
 */
export function findShadow(picture, background, coverage, shapes = SHAPES) {
  if (background.kind === 'clear') return null;
  const { width, height } = picture;
  const solid = coverage.map((share) => (share >= SOLID ? share : 0));
  const text = coverage.map((share) => (share >= EDGE ? share : 0));
  const rest = listRest(picture, background, solid);
  if (rest.at.length > MAX_PIXELS || countOff(rest) < text.reduce((sum, share) => sum + share, 0) * MIN_AREA)
    return null;
  const behind = meanBehind(background, rest);
  const image = { width, height, behind };
  const shape = chooseShape(thinOut(rest), text, shapes, image);
  const best = shape && fitCopy(frame(rest, image), frameCoverage(text, image, shape.blur), shape, image);
  if (!best || best.gain < MIN_GAIN || Math.max(...best.full.map(Math.abs)) < MIN_STRENGTH) return null;
  const { x, y, blur } = shape;
  return { x, y, blur, ...mixOf(best.full, behind) };
}

/** Counts the pixels that differ. @param {Rest} rest */
function countOff({ at, off }) {
  return at.reduce((sum, _, index) => sum + (off[index * 3] || off[index * 3 + 1] || off[index * 3 + 2] ? 1 : 0), 0);
}

/**
 * Returns the shape whose copy explains most of what differs next to the text.
 * @param {Rest} rest @param {Float32Array} text @param {readonly ShadowShape[]} shapes @param {Shaded} image
 */
function chooseShape(rest, text, shapes, image) {
  /** @type {{ shape: ShadowShape, score: number } | null} */
  let best = null;
  const framed = frame(rest, image);
  for (const [blur, group] of Map.groupBy(shapes, (shape) => shape.blur)) {
    const soft = frameCoverage(text, image, blur);
    for (const shape of group) {
      const fit = fitCopy(framed, soft, shape, image);
      const score = fit ? fit.explained * fit.gain : 0;
      if (score > (best?.score ?? 0)) best = { shape, score };
    }
  }
  return best?.shape ?? null;
}

/** Returns some of the pixels around a text, enough to choose a shape. @param {Rest} rest @returns {Rest} */
function thinOut({ at, off }) {
  const step = Math.ceil(at.length / MAX_SAMPLES);
  const kept = [...at.keys()].filter((index) => index % step === 0);
  return {
    at: kept.map((index) => at[index]),
    off: Float32Array.from(kept.flatMap((index) => [...off.subarray(index * 3, index * 3 + 3)])),
  };
}

/**
 * Lists the pixels around a text that are not covered by it, and their differences from the background.
 * @param {Picture} picture @param {Background} background @param {Float32Array} solid @returns {Rest}
 */
function listRest({ rgb, clear, width, height, tolerance }, background, solid) {
  const at = listAround(solid, width, height);
  const off = new Float32Array(at.length * 3);
  for (const [index, pixel] of at.entries()) {
    if (clear?.[pixel] || background.clear?.[pixel]) continue;
    if (apartAt(rgb, background.rgb, pixel) <= tolerance / 2) continue;
    for (let channel = 0; channel < 3; channel++)
      off[index * 3 + channel] = rgb[pixel * 3 + channel] - background.rgb[pixel * 3 + channel];
  }
  return { at, off };
}

/**
 * Lists the pixels in reach of a text's shadow that neither the text nor its smoothed edges cover.
 * @param {Float32Array} solid @param {number} width @param {number} height
 */
function listAround(solid, width, height) {
  const inked = [...solid.keys()].filter((at) => solid[at] > 0);
  if (inked.length === 0) return [];
  const reach = MOST.offset + MOST.blur;
  const { x: left, y: top, ...size } = boxOf(inked, width);
  const [right, bottom] = [left + size.width - 1, top + size.height - 1];
  const pixels = [];
  for (let y = Math.max(0, top - reach); y <= Math.min(height - 1, bottom + reach); y++)
    for (let x = Math.max(0, left - reach); x <= Math.min(width - 1, right + reach); x++)
      if (!isAtText(solid, x, y, width, height)) pixels.push(y * width + x);
  return pixels;
}

/**
 * Returns true if a pixel or one next to it is part of a character.
 * @param {Float32Array} solid @param {number} x @param {number} y @param {number} width @param {number} height
 */
export function isAtText(solid, x, y, width, height) {
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++)
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) if (solid[v * width + u] > 0) return true;
  return false;
}

/** Returns the width of a row of pixels with its margins. @param {Shaded} image */
function strideOf({ width }) {
  return width + 2 * MOST.offset;
}

/** @param {Rest} rest @param {Shaded} image @returns {Framed} */
function frame({ at, off }, image) {
  const { width } = image;
  const places = at.map((pixel) => (Math.floor(pixel / width) + MOST.offset) * strideOf(image) + (pixel % width));
  const energy = at.map((_, index) => off[index * 3] ** 2 + off[index * 3 + 1] ** 2 + off[index * 3 + 2] ** 2);
  return { at: Int32Array.from(places, (place) => place + MOST.offset), off, energy: Float64Array.from(energy) };
}

/** Blurs characters, and adds the margins. @param {Float32Array} text @param {Shaded} image @param {number} blur */
function frameCoverage(text, image, blur) {
  const { width, height } = image;
  const stride = strideOf(image);
  const soft = blurCoverage(text, width, height, blur);
  const framed = new Float32Array(stride * (height + 2 * MOST.offset));
  for (let y = 0; y < height; y++)
    framed.set(soft.subarray(y * width, (y + 1) * width), (y + MOST.offset) * stride + MOST.offset);
  return framed;
}

/**
 * Fits a shifted copy of the characters to what differs from the background. It runs some hundred times for an image.
 * @param {Framed} rest @param {Float32Array} soft with margins @param {ShadowShape} shape @param {Shaded} image
 * @returns {Fit | null}
 */
function fitCopy({ at, off, energy }, soft, { x, y, blur }, image) {
  const { behind } = image;
  const shift = y * strideOf(image) + x;
  let [own, red, green, blue, all] = [0, 0, 0, 0, 0];
  for (let index = 0; index < at.length; index++) {
    const share = soft[at[index] - shift];
    if (share < MIN_SHARE) continue;
    own += share * share;
    all += energy[index];
    if (energy[index] === 0) continue;
    red += share * off[index * 3];
    green += share * off[index * 3 + 1];
    blue += share * off[index * 3 + 2];
  }
  if (all === 0) return null;
  const most = blur === 0 ? 1 : MAX_OPACITY;
  const full = [red, green, blue].map((sum, channel) =>
    Math.min((255 - behind[channel]) * most, Math.max(-behind[channel] * most, sum / own)),
  );
  const explained = [red, green, blue].reduce(
    (all, sum, channel) => all + full[channel] * (2 * sum - full[channel] * own),
    0,
  );
  return { explained, gain: explained / all, full: [full[0], full[1], full[2]] };
}

/**
 * Returns the colour and the lowest opacity that change a background by a difference.
 * @param {Rgb} full @param {Rgb} behind
 */
function mixOf(full, behind) {
  const least = full.map((difference, channel) =>
    difference < 0 ? -difference / Math.max(1, behind[channel]) : difference / Math.max(1, 255 - behind[channel]),
  );
  const opacity = Math.min(1, Math.max(0.05, Math.ceil(Math.max(...least) * 20 - 0.5) / 20));
  const [red, green, blue] = full.map((difference, channel) =>
    Math.min(255, Math.max(0, Math.round(behind[channel] + difference / opacity))),
  );
  return { colour: /** @type {Rgb} */ ([red, green, blue]), opacity };
}

/**
 * Returns the mean colour of a background where an image differs from it, by how much it does: around its text, a
 * button can have another colour.
 * @param {Background} background @param {Rest} rest @returns {Rgb}
 */
function meanBehind({ rgb }, { at, off }) {
  const sum = [0, 0, 0];
  let all = 0;
  for (const [index, pixel] of at.entries()) {
    const weight = off[index * 3] ** 2 + off[index * 3 + 1] ** 2 + off[index * 3 + 2] ** 2;
    all += weight;
    for (let channel = 0; channel < 3; channel++) sum[channel] += rgb[pixel * 3 + channel] * weight;
  }
  return [sum[0] / all, sum[1] / all, sum[2] / all];
}

/**
 * Lists a shape and those next to it.
 * @param {ShadowShape} shape @returns {ShadowShape[]}
 */
export function listNear({ x, y, blur }) {
  return SHAPES.filter((one) => Math.abs(one.x - x) <= 1 && Math.abs(one.y - y) <= 1 && Math.abs(one.blur - blur) <= 1);
}

/**
 * Returns a background with the shadow of a text.
 * @param {Background} background @param {Shadow} shadow @param {Float32Array} coverage by the characters
 * @param {number} width @param {number} height
 */
export function layShadow({ rgb }, shadow, coverage, width, height) {
  const shares = castShade(shadow, coverage, width, height);
  return rgb.map((value, at) => {
    const share = shares[Math.floor(at / 3)];
    return value * (1 - share) + shadow.colour[at % 3] * share;
  });
}

/**
 * Returns how much the shadow of a text covers each pixel.
 * @param {Shadow} shadow @param {Float32Array} coverage by the characters @param {number} width @param {number} height
 */
export function castShade({ x, y, blur, opacity }, coverage, width, height) {
  const soft = blurCoverage(coverage, width, height, blur);
  return soft.map((_, at) => {
    const [u, v] = [(at % width) - x, Math.floor(at / width) - y];
    return u < 0 || v < 0 || u >= width || v >= height ? 0 : soft[v * width + u] * opacity;
  });
}
