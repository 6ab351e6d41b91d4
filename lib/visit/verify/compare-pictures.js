/** Compares two renderings of a page. The work is expensive and pure, and runs in a task process. */
/** @import { Box, ChangeInfo, Difference, Judge, Pixels } from './types.js' */

import { hash } from 'node:crypto';
import { exact } from '../../base/exact.js';
import { measureLikeness } from './likeness.js';
import { decodePng } from './png.js';

/**
 * @typedef {object} Allowance an area in which a change may be visible
 * @property {ChangeInfo} change
 * @property {Box} box
 * @property {boolean} [isGround] true if it is the background of the whole page, which is painted beyond its element's
 *   box
 *
 * @typedef {object} PicturePair a part of a page, before and after
 * @property {string} view
 * @property {string} kind
 * @property {number} scale
 * @property {number} top in device pixels
 * @property {number} maxStep of 255 by which pixels may differ anywhere
 * @property {readonly Allowance[]} allowances
 * @property {readonly Box[]} [ignored] areas that are not compared
 * @property {boolean} [isWhole] true to report every area that differs
 * @property {Uint8Array} before as PNG
 * @property {Uint8Array} after
 */

const TILE = 32;
/**
 * CSS pixels around the box of a replaced image in which its shadow or another filter is painted. Chosen: most shadows
 * are smaller. It matters on one of four new sites.
 */
const HALO = 32;
/** Permitted difference there, of 255. It is invisible. */
const HALO_STEP = 1;
/** Likeness below which a replaced image counts as different, tested by `npm run bench -- verify`. */
const MIN_LIKENESS = 0.5;
/** Max areas in a verdict. The first few show the problem. */
const MAX_REPORTED = 5;

/**
 * Compares parts of a page in its views: outside of the replaced boxes no pixel may differ, inside of them the judge
 * decides.
 * @param {readonly PicturePair[]} pairs
 * @param {Judge} [judge]
 * @returns {Difference[][]} of each pair
 */
export function comparePictures(pairs, judge = judgeByLikeness) {
  /** @type {Known} */
  const known = new Map();
  const remembered = rememberJudged(judge);
  return pairs.map((pair) => {
    const { view, kind, scale, top } = pair;
    const found = comparePair(pair, remembered, known);
    if (!found) return [{ depth: exact('picture'), view, kind: `${kind}-size`, message: 'the page has another size' }];
    return found
      .slice(0, pair.isWhole ? Number.POSITIVE_INFINITY : MAX_REPORTED)
      .map(({ message, area, strength, change }) => ({
        depth: exact('picture'),
        view,
        kind,
        message: strength === undefined ? message : `${message}, by up to ${strength} of 255`,
        box: toBox(area, scale, top),
        ...(change === undefined ? {} : { change }),
      }));
  });
}

/**
 * Caches the results of a judge: most windows show a replaced image in the same size.
 * @param {Judge} judge
 * @returns {Judge}
 */
function rememberJudged(judge) {
  /** @type {Map<string, ReturnType<Judge>>} */
  const known = new Map();
  return (before, after, change) => {
    const digests = [before, after].map(({ width, rgba }) => `${width} ${hash('sha1', rgba)}`);
    const key = [...digests, change.threshold].join();
    const judged = known.get(key) ?? judge(before, after, change);
    known.set(key, judged);
    return judged;
  };
}

/** @type {Judge} */
function judgeByLikeness(before, after, { threshold = MIN_LIKENESS }) {
  const likeness = measureLikeness(before, after);
  return { likeness, ok: likeness >= threshold };
}

/** @typedef {Map<string, Stray[] | null>} Known */

/**
 * Compares one part of a page, once: without scripts, and under the pointer, most pages have the same pixels.
 * @param {PicturePair} pair @param {Judge} judge @param {Known} known
 * @returns {Stray[] | null} null if the two have different sizes
 */
function comparePair({ before, after, top, scale, allowances, ignored = [], maxStep }, judge, known) {
  const places = allowances.map(({ change, box }) => [change.id, ...box]);
  const pictures = [before, after].map((png) => hash('sha1', png));
  const key = JSON.stringify([pictures, top, scale, maxStep, places, ignored]);
  const former = known.get(key);
  if (former !== undefined) return former;
  const [first, second] = [decodePng(before), decodePng(after)];
  const left = ignored
    .map((box) => toArea(box, scale, top, first))
    .filter(({ width, height }) => width > 0 && height > 0);
  const isOneSize = first.width === second.width && first.height === second.height;
  const local = allowances.map(({ change, box }) => ({
    change,
    area: toArea(box, scale, top, first),
    whole: toArea(wholePixelsOf(box), scale, top, first),
  }));
  const inside = local.filter(({ area }) => area.width > 0 && area.height > 0);
  const still = inside.filter(({ area }) => !left.some((one) => isOverlapping(one, area)));
  const areas = [...inside.map(({ area }) => area), ...left];
  const found = isOneSize
    ? [
        ...judgeAreas(first, second, still, { judge, scale }),
        ...findStrays(first, second, {
          areas,
          halos: inside.map(({ area }) => widen(area, HALO * scale, first)),
          maxStep,
        }),
      ]
    : null;
  known.set(key, found);
  return found;
}

/** @typedef {{ message: string, area: Area, strength?: number, change?: string }} Stray */
/** @typedef {{ x: number, y: number, width: number, height: number }} Area in device pixels of a slice */

/**
 * Returns the pixels in which a box is painted. Boxes are painted at whole pixels of the page, and a dense screen has
 * pixels in between.
 * @param {Box} box @param {number} scale @param {number} top @param {Pixels} pixels
 * @returns {Area}
 */
function toArea([left, boxTop, boxWidth, boxHeight], scale, top, { width, height }) {
  const x = Math.max(0, Math.floor(left) * scale);
  const y = Math.max(0, Math.floor(boxTop) * scale - top);
  const right = Math.min(width, Math.ceil(left + boxWidth) * scale);
  const bottom = Math.min(height, Math.ceil(boxTop + boxHeight) * scale - top);
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Returns the part of a box that covers whole pixels. An image is painted in the pixels along its edges or not,
 * depending on a rounding error of 1/64 pixel.
 * @param {Box} box @returns {Box}
 */
function wholePixelsOf(box) {
  const [left, top, width, height] = box;
  const [x, y] = [Math.ceil(left), Math.ceil(top)];
  const [right, bottom] = [Math.floor(left + width), Math.floor(top + height)];
  return x < right && y < bottom ? [x, y, right - x, bottom - y] : box;
}

/** @param {Area} area @param {number} by in device pixels @param {Pixels} pixels @returns {Area} */
function widen({ x, y, width, height }, by, pixels) {
  const [left, top] = [Math.max(0, x - by), Math.max(0, y - by)];
  const [right, bottom] = [Math.min(pixels.width, x + width + by), Math.min(pixels.height, y + height + by)];
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** @param {Area} a @param {Area} b */
function isOverlapping(a, b) {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** @param {Area} area @param {number} scale @param {number} top @returns {Box} */
function toBox({ x, y, width, height }, scale, top) {
  return [x / scale, (y + top) / scale, width / scale, height / scale];
}

/**
 * Judges replaced images at one pixel per CSS pixel: an image that a dense screen enlarges is soft where text is sharp,
 * which is no loss.
 * @param {Pixels} before @param {Pixels} after @param {{ change: ChangeInfo, area: Area, whole: Area }[]} places
 * @param {{ judge: Judge, scale: number }} options
 * @returns {Stray[]}
 */
function judgeAreas(before, after, places, { judge, scale }) {
  return places.flatMap(({ change, area, whole }) => {
    const judged = whole.width > 0 && whole.height > 0 ? whole : area;
    const [first, second] = [crop(before, judged), crop(after, judged)];
    if (Buffer.compare(first.rgba, second.rgba) === 0) return [];
    const { ok, likeness } = judge(shrink(first, scale), shrink(second, scale), change);
    const what = change.text ? `“${change.text}”` : (change.resource ?? change.rule);
    return ok ? [] : [{ message: `${what} looks different: likeness ${likeness.toFixed(2)}`, area, change: change.id }];
  });
}

/**
 * Returns an image with each square of `scale` pixels averaged into one.
 * @param {Pixels} pixels @param {number} scale
 * @returns {Pixels}
 */
function shrink(pixels, scale) {
  const [width, height] = [Math.floor(pixels.width / scale), Math.floor(pixels.height / scale)];
  if (scale === 1 || !Number.isInteger(scale) || width === 0 || height === 0) return pixels;
  const rgba = new Uint8Array(width * height * 4);
  const stride = pixels.width * 4;
  for (let y = 0, to = 0; y < height; y += 1) {
    for (let x = 0; x < width * 4; x += 1, to += 1) {
      let sum = 0;
      for (
        let row = 0, from = y * scale * stride + (x - (x % 4)) * scale + (x % 4);
        row < scale;
        row += 1, from += stride
      )
        for (let column = 0; column < scale; column += 1) sum += pixels.rgba[from + column * 4];
      rgba[to] = Math.round(sum / scale ** 2);
    }
  }
  return { width, height, rgba };
}

/**
 * Finds tiles with different pixels outside of allowed areas.
 * @param {Pixels} before @param {Pixels} after
 * @param {{ areas: Area[], halos: Area[], maxStep: number }} allowed `halos`: the surroundings of replaced images;
 *   `maxStep`: max difference of a channel
 * @returns {Stray[]}
 */
function findStrays(before, after, { areas, halos, maxStep }) {
  const { width, height } = before;
  const first = toWords(before);
  const second = toWords(after);
  const isAllowed = paintMask(areas, width, height);
  const isHalo = paintMask(halos, width, height);
  /** @type {Map<number, number>} */
  const tiles = new Map();
  const tilesAcross = Math.ceil(width / TILE);
  for (let at = 0; at < first.length; at += 1) {
    if (first[at] === second[at] || isAllowed?.[at]) continue;
    const step = measureStep(before.rgba, after.rgba, at * 4);
    if (isHalo?.[at] && step <= HALO_STEP) continue;
    const tile = Math.floor(Math.floor(at / width) / TILE) * tilesAcross + Math.floor((at % width) / TILE);
    tiles.set(tile, Math.max(tiles.get(tile) ?? 0, step));
  }
  const strongest = [...tiles].filter(([, step]) => step > maxStep).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return strongest.map(([tile, strength]) => ({
    message: 'pixels differ where nothing was replaced',
    strength,
    area: { x: (tile % tilesAcross) * TILE, y: Math.floor(tile / tilesAcross) * TILE, width: TILE, height: TILE },
  }));
}

/** @param {Pixels} pixels */
function toWords({ rgba }) {
  return new Uint32Array(rgba.buffer, rgba.byteOffset, rgba.byteLength / 4);
}

/** @param {Area[]} areas @param {number} width @param {number} height */
function paintMask(areas, width, height) {
  if (areas.length === 0) return null;
  const mask = new Uint8Array(width * height);
  for (const area of areas) {
    for (let y = area.y; y < area.y + area.height; y += 1)
      mask.fill(1, y * width + area.x, y * width + area.x + area.width);
  }
  return mask;
}

/** @param {Uint8Array} a @param {Uint8Array} b @param {number} at */
function measureStep(a, b, at) {
  return Math.max(...[0, 1, 2, 3].map((channel) => Math.abs(a[at + channel] - b[at + channel])));
}

/** Cuts an area out of pixels. @param {Pixels} pixels @param {Area} area @returns {Pixels} */
export function crop({ width: stride, rgba }, { x, y, width, height }) {
  const part = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * stride + x) * 4;
    part.set(rgba.subarray(from, from + width * 4), row * width * 4);
  }
  return { width, height, rgba: part };
}
