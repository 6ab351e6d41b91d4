/** @typedef {{ readonly width: number, readonly height: number, readonly rgb: Uint8Array }} Opaque */
/** @typedef {'x' | 'y' | 'b'} Channel */
/**
 * A picture at one scale: what light is in each pixel, red, green and blue after each other.
 * @typedef {{ readonly width: number, readonly height: number, readonly light: Float32Array }} Light
 */

/** What is added to each response of the eye before its root, so that darkness has an end. */
const BIAS = 0.0037930732552754493;

/** Share of red in what cones for long waves answer to; blue is `BLUE`, and the rest is green. */
const LONG_RED = 0.3;
/** The same of cones for middle waves. */
const MIDDLE_RED = 0.23;
/** Share of blue in both. */
const BLUE = 0.078;
/** Share of red in what cones for short waves answer to; the rest of it and of green is blue. */
const SHORT_RED = 0.24342268924547819;
/** Share of green there. */
const SHORT_GREEN = 0.20476744424496821;

/** What brings x into the range of 0 to 1: it is stretched by so much. */
const SPREAD_OF_X = 14;
/** And moved by so much. */
const BASE_OF_X = 0.42;
/** What y is moved by, so that it is above 0. */
const BASE_OF_Y = 0.01;
/** What b is moved by, so that it is above 0. */
const BASE_OF_B = 0.55;

/** Light by the byte that sRGB writes for it. */
const LIGHT = Float32Array.from({ length: 256 }, (_, byte) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});

/** Steps of a table of cube roots: read between two of them, none is off by more than 0.00001. */
const ROOT_STEPS = 8192;
/** A little above the most that a response can be. */
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
 * A picture at some scales, each half of the one before.
 * @param {Opaque} picture
 * @param {number} scales
 * @returns {Light[]} fewer where nothing is left of it
 */
export function lightAt({ width, height, rgb }, scales) {
  const light = new Float32Array(rgb.length);
  for (let i = 0; i < rgb.length; i++) light[i] = LIGHT[rgb[i]];
  /** @type {Light[]} */
  const made = [{ width, height, light }];
  while (made.length < scales) made.push(halve(made[made.length - 1]));
  return made.filter((one) => one.width >= leastSide && one.height >= leastSide);
}

/** Of fewer pixels across nothing is told. */
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
 * Channels that people see in: `x` from green to red, `y` from dark to light, `b` from yellow to blue.
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
 * The largest scale is looked at for light and dark alone: most of the work is there.
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
