import { present } from './checks.js';

/** @typedef {{ readonly width: number, readonly height: number, readonly rgb: Uint8Array }} Opaque */
/** @typedef {'x' | 'y' | 'b'} Channel */
/**
 * An image at one scale. `light` is the linear light of red, green and blue of each pixel. The largest scale is an
 * opaque image, whose light is calculated row by row: of 4 megapixels it would take 50 MB.
 * @typedef {{ readonly width: number, readonly height: number, readonly light: Float32Array }} Light
 */

/** Bias of the cone responses before their cube root, so that the curve starts with a finite slope. */
const BIAS = 0.0037930732552754493;

/** Share of red in the response of cones for long waves. Blue has the share `BLUE`, and the rest is green. */
const LONG_RED = 0.3;
/** Share of red in the response of cones for middle waves. */
const MIDDLE_RED = 0.23;
/** Share of blue in both responses. */
const BLUE = 0.078;
/** Share of red in the response of cones for short waves. The rest after red and green is blue. */
const SHORT_RED = 0.24342268924547819;
/** Share of green in the response of cones for short waves. */
const SHORT_GREEN = 0.20476744424496821;

/** Factor that brings x into the range of 0 to 1. */
const SPREAD_OF_X = 14;
/** Offset that brings x into the range of 0 to 1. */
const BASE_OF_X = 0.42;
/** Offset of y, so that it is above 0. */
const BASE_OF_Y = 0.01;
/** Offset of b, so that it is above 0. */
const BASE_OF_B = 0.55;

/** Linear light by the byte of sRGB. */
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Entries of a table of cube roots. With interpolation between two of them, no root is off by more than 0.00001. */
const ROOT_STEPS = 8192;
/** A value slightly above the max response. */
const MAX_RESPONSE = 1.01;
const ROOTS = Float64Array.from({ length: ROOT_STEPS + 2 }, (_, step) => Math.cbrt((step * MAX_RESPONSE) / ROOT_STEPS));
const ROOT_SCALE = ROOT_STEPS / MAX_RESPONSE;
const ROOT_OF_BIAS = Math.cbrt(BIAS);

/** @param {number} response */
function rootOf(response) {
  const at = response * ROOT_SCALE;
  const step = at | 0;
  return ROOTS[step] + (ROOTS[step + 1] - ROOTS[step]) * (at - step);
}

/**
 * Returns an image at several scales, each half of the one before.
 * @param {Opaque} picture
 * @param {number} scales
 * @returns {(Opaque | Light)[]} fewer scales if the image becomes too small
 */
export function lightAt(picture, scales) {
  /** @type {(Opaque | Light)[]} */
  const made = [picture];
  while (made.length < scales) made.push(halve(made[made.length - 1]));
  return made.filter((one) => one.width >= minSide && one.height >= minSide);
}

/** Min pixels of a side that can be measured. */
const minSide = 8;

/**
 * Returns the light of a row.
 * @param {Opaque | Light} image
 * @param {number} y
 * @param {Float32Array} spare a row to fill if the image has no light
 */
function rowOf(image, y, spare) {
  const start = y * image.width * 3;
  if ('light' in image) return image.light.subarray(start, start + image.width * 3);
  for (let i = 0; i < spare.length; i++) spare[i] = LIGHT[image.rgb[start + i]];
  return spare;
}

/**
 * @param {Opaque | Light} whole
 * @returns {Light}
 */
function halve(whole) {
  const [width, height] = [(whole.width + 1) >> 1, (whole.height + 1) >> 1];
  const half = new Float32Array(width * height * 3);
  const spare = [new Float32Array(whole.width * 3), new Float32Array(whole.width * 3)];
  for (let y = 0, to = 0; y < height; y++) {
    const above = rowOf(whole, 2 * y, spare[0]);
    const below = rowOf(whole, Math.min(2 * y + 1, whole.height - 1), spare[1]);
    for (let x = 0; x < width; x++) {
      const left = 6 * x;
      const right = Math.min(2 * x + 1, whole.width - 1) * 3;
      for (let i = 0; i < 3; i++, to++) {
        half[to] = (above[left + i] + above[right + i] + below[left + i] + below[right + i]) / 4;
      }
    }
  }
  return { width, height, light: half };
}

/**
 * Returns the channels of human vision: `x` from green to red, `y` from dark to light, `b` from yellow to blue.
 * @param {Opaque | Light} whole
 * @param {readonly Channel[]} wanted
 * @returns {Partial<Record<Channel, Float32Array>>}
 */
export function channelsOf(whole, wanted) {
  const { width, height } = whole;
  const planes = Object.fromEntries(wanted.map((channel) => [channel, new Float32Array(width * height)]));
  const fill = planes.y && !planes.x && !planes.b ? fillBright : fillAll;
  const spare = new Float32Array(width * 3);
  for (let row = 0; row < height; row++) fill(planes, rowOf(whole, row, spare), row * width);
  return planes;
}

/**
 * Fills in a row of channels.
 * @param {Partial<Record<Channel, Float32Array>>} planes
 * @param {Float32Array} light
 * @param {number} start
 */
function fillAll({ x, y, b }, light, start) {
  for (let i = start, from = 0; from < light.length; i++, from += 3) {
    const red = light[from];
    const green = light[from + 1];
    const blue = light[from + 2];
    const long = rootOf(LONG_RED * (red - green) + BLUE * (blue - green) + green + BIAS);
    const middle = rootOf(MIDDLE_RED * (red - green) + BLUE * (blue - green) + green + BIAS);
    const bright = (long + middle) / 2 - ROOT_OF_BIAS;
    if (y) y[i] = bright + BASE_OF_Y;
    if (x) x[i] = ((long - middle) / 2) * SPREAD_OF_X + BASE_OF_X;
    if (!b) continue;
    const short = rootOf(SHORT_RED * (red - blue) + SHORT_GREEN * (green - blue) + blue + BIAS) - ROOT_OF_BIAS;
    b[i] = short - bright + BASE_OF_B;
  }
}

/**
 * Fills in a row of brightness only. The largest scale uses nothing else, because most of the work is there.
 * @param {Partial<Record<Channel, Float32Array>>} planes
 * @param {Float32Array} light
 * @param {number} start
 */
function fillBright(planes, light, start) {
  const y = present(planes.y);
  for (let i = start, from = 0; from < light.length; i++, from += 3) {
    const red = light[from];
    const green = light[from + 1];
    const blue = light[from + 2];
    const long = rootOf(LONG_RED * (red - green) + BLUE * (blue - green) + green + BIAS);
    const middle = rootOf(MIDDLE_RED * (red - green) + BLUE * (blue - green) + green + BIAS);
    y[i] = (long + middle) / 2 - ROOT_OF_BIAS + BASE_OF_Y;
  }
}
