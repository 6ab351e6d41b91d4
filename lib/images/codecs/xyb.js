/** @typedef {{ readonly width: number, readonly height: number, readonly rgb: Uint8Array }} Opaque */
/** @typedef {'x' | 'y' | 'b'} Channel */
/**
 * An image at one scale: linear light of each pixel, with the planes of red, green and blue after each other.
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
const MOST_RESPONSE = 1.01;
const ROOTS = Float64Array.from({ length: ROOT_STEPS + 2 }, (_, step) =>
  Math.cbrt((step * MOST_RESPONSE) / ROOT_STEPS),
);
const ROOT_SCALE = ROOT_STEPS / MOST_RESPONSE;
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
 * @returns {Light[]} fewer scales if the image becomes too small
 */
export function lightAt({ width, height, rgb }, scales) {
  const light = new Float32Array(rgb.length);
  for (let i = 0; i < rgb.length; i++) light[i] = LIGHT[rgb[i]];
  /** @type {Light[]} */
  const made = [{ width, height, light }];
  while (made.length < scales) made.push(halve(made[made.length - 1]));
  return made.filter((one) => one.width >= leastSide && one.height >= leastSide);
}

/** Min pixels of a side that can be measured. */
const leastSide = 8;

/**
 * @param {Light} whole
 * @returns {Light}
 */
function halve({ width: fullWidth, height: fullHeight, light }) {
  const [width, height] = [(fullWidth + 1) >> 1, (fullHeight + 1) >> 1];
  const half = new Float32Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    const above = 2 * y * fullWidth;
    const below = Math.min(2 * y + 1, fullHeight - 1) * fullWidth;
    for (let x = 0; x < width; x++) {
      const right = Math.min(2 * x + 1, fullWidth - 1);
      const a = (above + 2 * x) * 3;
      const b = (above + right) * 3;
      const c = (below + 2 * x) * 3;
      const d = (below + right) * 3;
      for (let i = 0; i < 3; i++, to++) half[to] = (light[a + i] + light[b + i] + light[c + i] + light[d + i]) / 4;
    }
  }
  return { width, height, light: half };
}

/**
 * Returns the channels of human vision: `x` from green to red, `y` from dark to light, `b` from yellow to blue.
 * @param {Light} whole
 * @param {readonly Channel[]} wanted
 * @returns {Partial<Record<Channel, Float32Array>>}
 */
export function channelsOf({ light }, wanted) {
  const count = light.length / 3;
  const planes = Object.fromEntries(wanted.map((channel) => [channel, new Float32Array(count)]));
  const { x, y, b } = planes;
  if (y && !x && !b) {
    fillBright(y, light);
    return planes;
  }
  for (let i = 0, from = 0; i < count; i++, from += 3) {
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
  return planes;
}

/**
 * Fills in the brightness only. The largest scale uses nothing else, because most of the work is there.
 * @param {Float32Array} y
 * @param {Float32Array} light
 */
function fillBright(y, light) {
  for (let i = 0, from = 0; i < y.length; i++, from += 3) {
    const red = light[from];
    const green = light[from + 1];
    const blue = light[from + 2];
    const long = rootOf(LONG_RED * (red - green) + BLUE * (blue - green) + green + BIAS);
    const middle = rootOf(MIDDLE_RED * (red - green) + BLUE * (blue - green) + green + BIAS);
    y[i] = (long + middle) / 2 - ROOT_OF_BIAS + BASE_OF_Y;
  }
}
