/** @import { Raster } from './raster.js' */

/** Bevels are one to four pixels wide. Thicker frames count as content. */
const MAX_DEPTH = 9;
/** Channels this close count as the same colour. */
const TOLERANCE = 12;

/**
 * Removes a drawn or bevelled frame: rings whose sides have one colour each, around an even background.
 * @param {Raster} raster
 * @returns {{ inner: Raster, depth: number }}
 */
export function stripBorder(raster) {
  const { width, height } = raster;
  const most = Math.min(MAX_DEPTH, Math.floor(Math.min(width, height) / 4));
  let changed = false;
  for (let depth = 0; depth <= most; depth++) {
    const sides = sidesAt(raster, depth);
    if (sides.some((side) => side.share < 0.8)) return { inner: raster, depth: 0 };
    const even = sides.every((side) => side.share > 0.96 && near(side.colour, sides[0].colour));
    const next = even && depth < most ? sidesAt(raster, depth + 1) : null;
    const ground = next?.every((side) => side.share > 0.6 && near(side.colour, sides[0].colour));
    if (ground) return changed ? { inner: crop(raster, depth), depth } : { inner: raster, depth: 0 };
    changed = true;
  }
  return { inner: raster, depth: 0 };
}

/**
 * Returns the most frequent colour of each side of a ring, and its share of the side.
 * @param {Raster} raster
 * @param {number} depth
 */
function sidesAt({ width, height, rgb }, depth) {
  const row = (/** @type {number} */ y) => sideOf(rgb, (y * width + depth) * 3, 3, width - 2 * depth);
  const column = (/** @type {number} */ x) => sideOf(rgb, (depth * width + x) * 3, 3 * width, height - 2 * depth);
  return [row(depth), row(height - 1 - depth), column(depth), column(width - 1 - depth)];
}

/**
 * @param {Uint8Array} rgb
 * @param {number} start
 * @param {number} step
 * @param {number} length
 */
function sideOf(rgb, start, step, length) {
  const corner = Math.min(4, length >> 3);
  const middle = start + step * (length >> 1);
  /** @type {number[][]} */
  const candidates = [middle, start + step * (length >> 2), start + step * (length - 1 - (length >> 2))].map((at) => [
    rgb[at],
    rgb[at + 1],
    rgb[at + 2],
  ]);
  let best = { colour: candidates[0], share: 0 };
  for (const colour of candidates) {
    let same = 0;
    for (let i = corner; i < length - corner; i++) {
      const at = start + step * i;
      if (near([rgb[at], rgb[at + 1], rgb[at + 2]], colour)) same++;
    }
    const share = same / Math.max(1, length - 2 * corner);
    if (share > best.share) best = { colour, share };
  }
  return best;
}

/**
 * @param {number[]} a
 * @param {number[]} b
 */
function near(a, b) {
  return Math.abs(a[0] - b[0]) <= TOLERANCE && Math.abs(a[1] - b[1]) <= TOLERANCE && Math.abs(a[2] - b[2]) <= TOLERANCE;
}

/**
 * @param {Raster} raster
 * @param {number} depth
 * @returns {Raster}
 */
function crop(raster, depth) {
  const width = raster.width - 2 * depth;
  const height = raster.height - 2 * depth;
  const cut = (/** @type {Uint8Array} */ plane, /** @type {number} */ channels) => {
    const target = new Uint8Array(width * height * channels);
    for (let y = 0; y < height; y++) {
      const from = ((y + depth) * raster.width + depth) * channels;
      target.set(plane.subarray(from, from + width * channels), y * width * channels);
    }
    return target;
  };
  return { ...raster, width, height, rgba: cut(raster.rgba, 4), rgb: cut(raster.rgb, 3), luma: cut(raster.luma, 1) };
}
