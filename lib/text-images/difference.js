/** @import { Box } from './types.ts' */

/**
 * Passes of a blur of one pixel each: what is left is seen at a glance, from where single strokes of small type run
 * together.
 */
const GLANCE_PASSES = 4;

/**
 * Colour difference, in CIEDE2000, of two pictures seen at a glance, in the box that holds their words: the mean of
 * each column.
 * @param {Uint8ClampedArray} one
 * @param {Uint8ClampedArray} other three bytes a pixel
 * @param {{ width: number, height: number }} size
 * @param {Box} box
 */
export function differByColumn(one, other, size, box) {
  const [seen, drawn] = [one, other].map((rgb) => blurChannels(rgb, size));
  return Array.from({ length: box.width }, (_, column) => {
    let sum = 0;
    for (let y = box.y; y < box.y + box.height; y++) {
      const at = y * size.width + box.x + column;
      sum += differ(toLab(seen.map((channel) => channel[at])), toLab(drawn.map((channel) => channel[at])));
    }
    return sum / box.height;
  });
}

/** How much two colours differ, in CIEDE2000. @param {readonly number[]} one @param {readonly number[]} other 0…255 */
export function contrastOf(one, other) {
  return differ(toLab(one), toLab(other));
}

/** @param {Uint8ClampedArray} rgb @param {{ width: number, height: number }} size */
function blurChannels(rgb, size) {
  const weight = blur(new Float32Array(size.width * size.height).fill(1), size);
  return [0, 1, 2].map((channel) => {
    const plane = Float32Array.from({ length: size.width * size.height }, (_, at) => rgb[at * 3 + channel]);
    return blur(plane, size).map((value, at) => value / weight[at]);
  });
}

/** @param {Float32Array} plane @param {{ width: number, height: number }} size */
function blur(plane, size) {
  let out = plane;
  for (let pass = 0; pass < GLANCE_PASSES; pass++) out = soften(out, size);
  return out;
}

/** CIELAB under D65. @param {readonly number[]} rgb 0…255 @returns {[number, number, number]} */
function toLab(rgb) {
  const [r, g, b] = rgb.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
  ].map((value) => (value > 216 / 24389 ? Math.cbrt(value) : (value * 24389) / 3132 + 4 / 29));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/**
 * CIEDE2000. @see Sharma, Wu, Dalal: The CIEDE2000 color-difference formula, 2005
 * @param {readonly number[]} one @param {readonly number[]} other in CIELAB
 */
export function differ([l1, a1, b1], [l2, a2, b2]) {
  const { cos, sin, atan2, hypot, sqrt, exp, PI, abs } = Math;
  const mean7 = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7;
  const grow = 1.5 - 0.5 * sqrt(mean7 / (mean7 + 25 ** 7));
  const [c1, c2] = [hypot(a1 * grow, b1), hypot(a2 * grow, b2)];
  const [h1, h2] = [atan2(b1, a1 * grow), atan2(b2, a2 * grow)].map((angle) => (angle < 0 ? angle + 2 * PI : angle));
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : h2 - h1 > PI ? h2 - h1 - 2 * PI : h2 - h1 < -PI ? h2 - h1 + 2 * PI : h2 - h1;
  const [dl, dc, dh] = [l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(turn / 2)];
  const chroma = (c1 + c2) / 2;
  const far = abs(h1 - h2) > PI;
  const hue = isGrey ? h1 + h2 : far ? (h1 + h2 + (h1 + h2 < 2 * PI ? 2 * PI : -2 * PI)) / 2 : (h1 + h2) / 2;
  const degrees = (/** @type {number} */ value) => (value * PI) / 180;
  const t =
    1 -
    0.17 * cos(hue - degrees(30)) +
    0.24 * cos(2 * hue) +
    0.32 * cos(3 * hue + degrees(6)) -
    0.2 * cos(4 * hue - degrees(63));
  const light = ((l1 + l2) / 2 - 50) ** 2;
  const [sl, sc, sh] = [1 + (0.015 * light) / sqrt(20 + light), 1 + 0.045 * chroma, 1 + 0.015 * chroma * t];
  const around = 30 * exp(-((((hue * 180) / PI - 275) / 25) ** 2));
  const rt = -2 * sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7)) * sin(degrees(2 * around));
  return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * (dc / sc) * (dh / sh));
}

/**
 * Blurs by five binomial taps along both axes.
 * @param {Float32Array} map
 * @param {{ width: number, height: number }} box
 */
export function soften(map, { width, height }) {
  const across = new Float32Array(map.length);
  const out = new Float32Array(map.length);
  for (let at = 0, x = 0; at < map.length; at++, x = x + 1 < width ? x + 1 : 0) {
    const near = (x > 0 ? map[at - 1] : 0) + (x + 1 < width ? map[at + 1] : 0);
    const far = (x > 1 ? map[at - 2] : 0) + (x + 2 < width ? map[at + 2] : 0);
    across[at] = (6 * map[at] + 4 * near + far) / 16;
  }
  const [one, two, last] = [width, 2 * width, width * height];
  for (let at = 0; at < last; at++) {
    const near = (at >= one ? across[at - one] : 0) + (at + one < last ? across[at + one] : 0);
    const far = (at >= two ? across[at - two] : 0) + (at + two < last ? across[at + two] : 0);
    out[at] = (6 * across[at] + 4 * near + far) / 16;
  }
  return out;
}
