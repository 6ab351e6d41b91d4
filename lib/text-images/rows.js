/** @import { Box, Raster, Rgb } from './types.ts' */
import { contrast, contrastAt, findMode, growBox, pixelsOf, unite } from './raster.js';
import { listShapes } from './shapes.js';

/** Within so many pixels of most of a letter is its edge. */
const STROKE_PX = 2;
/** Colours that words may be in: those that stand off what is beside them most often. */
const INKS = 6;
/** Difference of a channel up to which a pixel is of an ink. */
const NEAR_INK = 48;
/** Share of an image that no words ink. */
const MOST_INK = 0.4;
/** How far from a letter its smoothed edge, and a hard shadow, reach, in pixels. */
export const FRINGE_PX = 3;
/** Fewer shapes in a row are no words for certain. */
const LEAST_LETTERS = 3;
/** Height of letters, in pixels. */
const LETTER_PX = Object.freeze({ least: 5, most: 40 });
/** How much taller than another a letter of its row is at most, and how much of the lower one is beside it at least. */
const ALIKE = Object.freeze({ taller: 2.6, beside: 0.5 });
/** Gap between words, in shares of their height. */
const WORD_GAP = 1.6;
/** How far above or below its row a mark or the tail of a letter reaches, in shares of its height. */
const REACH = 0.4;

/**
 * @typedef {{ colour: Rgb, mask: Uint8Array, rows: readonly Box[] }} Words what is written in one ink; `mask`: which
 *   pixels may show some of it
 */

/**
 * The words that stand out most, of those in any ink: shapes that stand in rows as letters do, whatever they stand on.
 * @param {Raster} image
 * @returns {Words | null}
 */
export function findWords(image) {
  /** @type {{ colour: Rgb, letters: number[][], rows: Box[], weight: number } | null} */
  let best = null;
  for (const colour of listInks(image)) {
    const { letters, rows } = findLetters(image, colour);
    if (letters.length === 0) continue;
    const around = rows.flatMap((row) => [...pixelsOf(row, image.width)]);
    const behind = findMode(
      image.rgb,
      around.filter((pixel) => !isOf(image.rgb, pixel, colour)),
    );
    const weight = letters.flat().length * contrast(colour, behind?.colour ?? colour) ** 2;
    if (!best || weight > best.weight) best = { colour, letters, rows, weight };
  }
  return best && { colour: best.colour, rows: best.rows, mask: spread(best.letters.flat(), image) };
}

/** The most frequent colours of what stands off what is beside it. @param {Raster} image @returns {Rgb[]} */
function listInks({ rgb, clear, width }) {
  const names = Uint16Array.from(clear, (_, pixel) => {
    const at = pixel * 3;
    return ((rgb[at] >> 4) << 8) | ((rgb[at + 1] >> 4) << 4) | (rgb[at + 2] >> 4);
  });
  const counts = new Uint32Array(4096);
  for (const [pixel, name] of names.entries()) {
    const x = pixel % width;
    const isOff = [-STROKE_PX, STROKE_PX].some(
      (step) => x + step >= 0 && x + step < width && contrastAt(rgb, rgb, pixel, pixel + step) > NEAR_INK,
    );
    if (isOff && !clear[pixel]) counts[name]++;
  }
  const most = [...counts.keys()].sort((one, other) => counts[other] - counts[one] || one - other);
  return most
    .slice(0, INKS)
    .filter((name) => counts[name] > 0)
    .flatMap((name) => {
      const pixels = [...names.keys()].filter((pixel) => names[pixel] === name && !clear[pixel]);
      const mode = findMode(rgb, pixels);
      return mode ? [mode.colour] : [];
    });
}

/**
 * Shapes in an ink that stand in rows as letters do, and the marks between them.
 * @param {Raster} image @param {Rgb} colour
 */
function findLetters(image, colour) {
  const { width, height, rgb, clear } = image;
  const map = Float32Array.from(clear, (hole, pixel) => (hole || !isOf(rgb, pixel, colour) ? 0 : 1));
  if (map.reduce((sum, value) => sum + value, 0) > map.length * MOST_INK) return { letters: [], rows: [] };
  const shapes = listShapes(map, image).map((pixels) => ({ pixels, box: boxOf(pixels, width) }));
  const inside = shapes.filter(
    ({ box }) => box.x > 0 && box.y > 0 && box.x + box.width < width && box.y + box.height < height,
  );
  const tall = inside.filter(({ box }) => box.height >= LETTER_PX.least && box.height <= LETTER_PX.most);
  const rows = groupInRows(tall.map(({ box }) => box));
  const letters = inside.filter(({ box }) => rows.some((row) => isIn(box, row))).map(({ pixels }) => pixels);
  return { letters, rows };
}

/** Whether a pixel is of an ink. @param {Uint8ClampedArray} rgb @param {number} pixel @param {Rgb} ink */
export function isOf(rgb, pixel, [red, green, blue]) {
  const at = pixel * 3;
  return (
    Math.abs(rgb[at] - red) <= NEAR_INK &&
    Math.abs(rgb[at + 1] - green) <= NEAR_INK &&
    Math.abs(rgb[at + 2] - blue) <= NEAR_INK
  );
}

/**
 * Boxes of rows of letters.
 * @param {readonly Box[]} boxes @returns {Box[]}
 */
function groupInRows(boxes) {
  /** @type {Box[][]} */
  const rows = [];
  for (const box of [...boxes].sort((one, other) => one.x - other.x)) {
    const row = rows.find((members) => {
      const all = unite(members);
      const shared = Math.min(box.y + box.height, all.y + all.height) - Math.max(box.y, all.y);
      return (
        shared >= Math.min(box.height, all.height) * ALIKE.beside &&
        box.x - all.x - all.width <= WORD_GAP * Math.max(all.height, box.height) &&
        Math.max(box.height, all.height) <= ALIKE.taller * Math.min(box.height, all.height)
      );
    });
    if (row) row.push(box);
    else rows.push([box]);
  }
  return rows.filter((row) => row.length >= LEAST_LETTERS).map(unite);
}

/** Whether a shape is a letter or a mark of a row. @param {Box} box @param {Box} row */
function isIn(box, row) {
  const reach = Math.ceil(row.height * REACH);
  return (
    box.x >= row.x - row.height &&
    box.x + box.width <= row.x + row.width + row.height &&
    box.y >= row.y - reach &&
    box.y + box.height <= row.y + row.height + reach
  );
}

/** @param {readonly number[]} pixels @param {number} width @returns {Box} */
export function boxOf(pixels, width) {
  let [left, top, right, bottom] = [width, Number.POSITIVE_INFINITY, 0, 0];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Pixels and what is near them. @param {Iterable<number>} pixels @param {{ width: number, height: number }} size */
export function spread(pixels, size) {
  const { width, height } = size;
  const mask = new Uint8Array(width * height);
  for (const pixel of pixels) {
    const at = { x: pixel % width, y: Math.floor(pixel / width), width: 1, height: 1 };
    const box = growBox(at, FRINGE_PX, size);
    for (let y = box.y; y < box.y + box.height; y++) mask.fill(1, y * width + box.x, y * width + box.x + box.width);
  }
  return mask;
}
