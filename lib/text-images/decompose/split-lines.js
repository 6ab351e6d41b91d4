/** @import { Box, Line, Piece } from '../types.ts' */

/** Min coverage of a pixel in a piece. */
const PART = 0.1;
/** Coverage that at least one pixel of a piece must have. */
const PEAK = 0.3;
/** Share of the usual height from which a piece can start its own line. */
const TALL = 0.5;
/** Min overlap of two parts that are one character, as a share of the narrower one's width. */
const STACKED = 0.5;

/**
 * Splits the foreground of an image into lines of pieces.
 * @param {Float32Array} coverage @param {number} width @param {number} height
 * @returns {Line[]} from top to bottom, each from left to right
 */
export function splitLines(coverage, width, height) {
  const parts = listParts(coverage, width, height);
  if (parts.length === 0) return [];
  const heights = parts.map(({ box }) => box.height).sort((one, other) => one - other);
  const usual = heights[Math.floor(heights.length * 0.6)];
  /** @type {{ top: number, bottom: number, parts: Part[] }[]} */
  const bands = [];
  const isTall = (/** @type {Part} */ { box }) => box.height >= usual * TALL;
  for (const part of parts.filter(isTall).sort((one, other) => other.box.height - one.box.height)) {
    const band = bands.find(({ top, bottom }) => overlap(top, bottom, part.box) >= part.box.height * 0.5);
    if (band) {
      band.parts.push(part);
      band.top = Math.min(band.top, part.box.y);
      band.bottom = Math.max(band.bottom, part.box.y + part.box.height);
    } else bands.push({ top: part.box.y, bottom: part.box.y + part.box.height, parts: [part] });
  }
  for (const part of parts.filter((one) => !isTall(one))) {
    const middle = part.box.y + part.box.height / 2;
    const far = (/** @type {typeof bands[0]} */ { top, bottom }) => Math.max(top - middle, middle - bottom, 0);
    bands.sort((one, other) => far(one) - far(other) || other.top - one.top)[0].parts.push(part);
  }
  return bands.sort((one, other) => one.top - other.top).map(({ parts: members }) => toLine(members, coverage, width));
}

/** @param {number} top @param {number} bottom @param {Box} box */
function overlap(top, bottom, box) {
  return Math.min(bottom, box.y + box.height) - Math.max(top, box.y);
}

/** @typedef {{ box: Box, pixels: number[] }} Part */

/**
 * Lists connected parts with their pixels.
 * @param {Float32Array} coverage @param {number} width @param {number} height
 * @returns {Part[]}
 */
function listParts(coverage, width, height) {
  const seen = new Uint8Array(coverage.length);
  const parts = [];
  for (let start = 0; start < coverage.length; start++) {
    if (seen[start] || coverage[start] < PART) continue;
    const pixels = flood(coverage, seen, start, width, height);
    if (pixels.some((pixel) => coverage[pixel] >= PEAK)) parts.push({ box: boxOf(pixels, width), pixels });
  }
  return parts;
}

/**
 * Returns the pixels connected to one.
 * @param {Float32Array} coverage @param {Uint8Array} seen @param {number} start @param {number} width
 * @param {number} height
 */
export function flood(coverage, seen, start, width, height) {
  const pixels = [start];
  seen[start] = 1;
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
      for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
        const at = v * width + u;
        if (seen[at] || coverage[at] < PART) continue;
        seen[at] = 1;
        pixels.push(at);
      }
    }
  }
  return pixels;
}

/**
 * Returns how much the pieces of all lines cover each pixel of an image.
 * @param {{ lines: readonly Line[], picture: { width: number, height: number } }} image
 */
export function layPieces({ lines, picture: { width, height } }) {
  const laid = new Float32Array(width * height);
  for (const piece of lines.flatMap(({ pieces }) => pieces))
    for (const [at, value] of piece.coverage.entries())
      laid[(piece.y + Math.floor(at / piece.width)) * width + piece.x + (at % piece.width)] ||= value;
  return laid;
}

/** @param {readonly number[]} pixels @param {number} width @returns {Box} */
export function boxOf(pixels, width) {
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1];
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x), Math.max(bottom, y)];
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * Joins parts above each other into characters.
 * @param {readonly Part[]} parts @param {Float32Array} coverage @param {number} width
 * @returns {Line}
 */
function toLine(parts, coverage, width) {
  /** @type {Part[][]} */
  const groups = [];
  for (const part of parts.toSorted((one, other) => other.box.width - one.box.width)) {
    const group = groups.find(([{ box }]) => {
      const shared = Math.min(box.x + box.width, part.box.x + part.box.width) - Math.max(box.x, part.box.x);
      return shared >= Math.min(box.width, part.box.width) * STACKED;
    });
    if (group) group.push(part);
    else groups.push([part]);
  }
  const pieces = groups.map((group) => toPiece(group, coverage, width)).sort((one, other) => one.x - other.x);
  return { box: unite(pieces), pieces };
}

/** @param {readonly Part[]} group @param {Float32Array} coverage @param {number} width @returns {Piece} */
function toPiece(group, coverage, width) {
  const box = unite(group.map((part) => part.box));
  const own = new Float32Array(box.width * box.height);
  for (const { pixels } of group) {
    for (const pixel of pixels)
      own[(Math.floor(pixel / width) - box.y) * box.width + (pixel % width) - box.x] = coverage[pixel];
  }
  return { ...box, coverage: own, parts: group.length };
}

/** @param {readonly Box[]} boxes @returns {Box} */
export function unite(boxes) {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Returns the horizontal distance of two boxes, negative if they overlap. @param {Box} one @param {Box} other */
export function gapBetween(one, other) {
  return Math.max(one.x - (other.x + other.width), other.x - (one.x + one.width));
}
