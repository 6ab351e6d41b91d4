/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Box, Raster, Rgb } from './types.ts' */

/** Alpha below which a pixel counts as a hole. */
const HOLE_ALPHA = 128;

/**
 * Lays an image's first frame over one colour that its own antialiasing was made for.
 * @param {DecodedImage} decoded
 * @returns {Raster}
 */
export function layFlat({ width, height, frames }) {
  const rgba = frames[0]?.rgba ?? new Uint8Array(0);
  const matte = guessMatte(rgba);
  const rgb = new Uint8ClampedArray(width * height * 3);
  const clear = new Uint8Array(width * height);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const alpha = rgba[pixel * 4 + 3] / 255;
    clear[pixel] = rgba[pixel * 4 + 3] < HOLE_ALPHA ? 1 : 0;
    for (let channel = 0; channel < 3; channel++) {
      rgb[pixel * 3 + channel] = rgba[pixel * 4 + channel] * alpha + matte[channel] * (1 - alpha);
    }
  }
  return { width, height, rgb, clear };
}

/** Share of opaque pixels in white from which they are letters, however dark what is around them. */
const WHITE_SHARE = 0.15;

/**
 * Black behind light words and white behind dark ones: what an opaque fringe was most likely mixed with.
 * @param {Uint8Array} rgba
 * @returns {Rgb}
 */
function guessMatte(rgba) {
  let light = 0;
  let dark = 0;
  let white = 0;
  for (let at = 0; at < rgba.length; at += 4) {
    const luminance = 0.3 * rgba[at] + 0.59 * rgba[at + 1] + 0.11 * rgba[at + 2];
    if (luminance > 200) light += rgba[at + 3];
    else dark += rgba[at + 3];
    if (luminance > 250) white += rgba[at + 3];
  }
  return light > dark * 3 || white > (light + dark) * WHITE_SHARE ? [0, 0, 0] : [255, 255, 255];
}

/** @param {Uint8ClampedArray} rgb @param {number} pixel @returns {Rgb} */
export function colourAt(rgb, pixel) {
  return [rgb[pixel * 3], rgb[pixel * 3 + 1], rgb[pixel * 3 + 2]];
}

/** Greatest difference of a channel. @param {Rgb} a @param {Rgb} b */
export function contrast(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}

/**
 * Greatest difference of a channel between a pixel of two rasters, or two pixels of one.
 * @param {Uint8ClampedArray} a @param {Uint8ClampedArray} b @param {number} pixel @param {number} [other] of the second
 */
export function contrastAt(a, b, pixel, other = pixel) {
  const [at, to] = [pixel * 3, other * 3];
  return Math.max(Math.abs(a[at] - b[to]), Math.abs(a[at + 1] - b[to + 1]), Math.abs(a[at + 2] - b[to + 2]));
}

/**
 * The most frequent colour among pixels, near ones counted together: dithering must not split a ground; null where
 * there is none.
 * @param {Uint8ClampedArray} rgb
 * @param {Iterable<number>} pixels
 * @returns {{ colour: Rgb, count: number } | null}
 */
export function findMode(rgb, pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixel of pixels) {
    const at = pixel * 3;
    const key = (rgb[at] << 16) | (rgb[at + 1] << 8) | rgb[at + 2];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  /** @type {{ colour: Rgb, count: number } | null} */
  let best = null;
  for (const offset of [0, 4]) {
    /** @type {Map<number, { count: number, most: number, key: number }>} */
    const clusters = new Map();
    for (const [key, count] of counts) {
      const name = [16, 8, 0].reduce((sum, shift) => sum * 64 + ((((key >> shift) & 255) + offset) >> 3), 0);
      const cluster = clusters.get(name) ?? { count: 0, most: 0, key };
      cluster.count += count;
      if (count > cluster.most || (count === cluster.most && key < cluster.key))
        Object.assign(cluster, { most: count, key });
      clusters.set(name, cluster);
    }
    for (const { count, key } of clusters.values()) {
      if (!best || count > best.count) best = { colour: [key >> 16, (key >> 8) & 255, key & 255], count };
    }
  }
  return best;
}

/** @param {Rgb} colour */
export function formatColour([red, green, blue]) {
  const hex = [red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0'));
  return hex.every((pair) => pair[0] === pair[1]) ? `#${hex.map((pair) => pair[0]).join('')}` : `#${hex.join('')}`;
}

/** @param {Box} box @param {number} by @param {{ width: number, height: number }} limits @returns {Box} */
export function growBox(box, by, limits) {
  const x = Math.max(0, box.x - by);
  const y = Math.max(0, box.y - by);
  return {
    x,
    y,
    width: Math.min(limits.width, box.x + box.width + by) - x,
    height: Math.min(limits.height, box.y + box.height + by) - y,
  };
}

/** The box around boxes. @param {readonly Box[]} boxes @returns {Box} */
export function unite(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Pixels of a box, row by row. @param {Box} box @param {number} width of the image */
export function* pixelsOf(box, width) {
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) yield y * width + x;
  }
}
