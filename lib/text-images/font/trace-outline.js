/** @import { GlyphBitmap } from '../types.ts' */
/** @import { Traced } from './share-outlines.js' */

import { areaOf } from './outline-area.js';

/** Units of a font per pixel of the image. Lines as wide as 4,000 pixels fit the 16 bits of a coordinate. */
export const UNITS_PER_PIXEL = 8;
/**
 * Max passes that correct an outline until its area in each pixel is the measured one. Further passes change less than
 * a unit.
 */
const PASSES = 24;
/** Share of the missing area that a pass adds to the field. */
const GAIN = 0.35;
/** Passes after which a pass adds half as much. */
const SETTLING = 8;
/** Samples of the field per pixel and axis. */
const FINENESS = 2;
/** The level of the field at which outlines run. */
const HALF = 0.5;
/** Share of a pixel that counts as none, or as all. */
const FAINT = 1 / 32;

/**
 * Traces the outline of a glyph: along the edges of its pixels if they are full or empty, otherwise as a curve with the
 * coverage of each pixel.
 * @param {GlyphBitmap} glyph
 * @param {'pixels' | 'smooth'} manner `smooth` traces hard pixels as a contour, too, as browsers enlarge images
 * @param {boolean} [isScaled] true for pixels of a scaled image, whose steps are no part of the glyph
 * @returns {Traced} polygons from the bitmap's upper left corner; filled by the non-zero rule
 */
export function traceOutline(glyph, manner, isScaled = false) {
  const isFree = manner === 'smooth' && (isScaled || isHard(glyph));
  const polygons = manner === 'pixels' && isHard(glyph) ? tracePixels(glyph) : traceField(glyph, isFree);
  return { glyph, polygons, isFree };
}

/** @param {GlyphBitmap} glyph */
export function isHard({ coverage }) {
  return coverage.every((value) => value <= FAINT || value >= 1 - FAINT);
}

/**
 * Traces the edges between full and empty pixels.
 * @param {GlyphBitmap} glyph @returns {(readonly [number, number])[][]}
 */
function tracePixels({ width, height, coverage }) {
  const isFull = (/** @type {number} */ x, /** @type {number} */ y) =>
    x >= 0 && y >= 0 && x < width && y < height && coverage[y * width + x] > HALF;
  /** @type {Map<string, { to: readonly [number, number] }[]>} edges by their start, with full pixels to the right */
  const edges = new Map();
  const add = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ u, /** @type {number} */ v) => {
    const key = `${x},${y}`;
    const list = edges.get(key) ?? [];
    list.push({ to: [u, v] });
    edges.set(key, list);
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (!isFull(x, y)) continue;
      if (!isFull(x, y - 1)) add(x, y, x + 1, y);
      if (!isFull(x + 1, y)) add(x + 1, y, x + 1, y + 1);
      if (!isFull(x, y + 1)) add(x + 1, y + 1, x, y + 1);
      if (!isFull(x - 1, y)) add(x, y + 1, x, y);
    }
  }
  return chain(edges);
}

/**
 * Joins edges into closed polygons.
 * @param {Map<string, { to: readonly [number, number] }[]>} edges
 */
function chain(edges) {
  const polygons = [];
  for (const [start, list] of edges) {
    while (list.length > 0) {
      const [sx, sy] = start.split(',').map(Number);
      /** @type {(readonly [number, number])[]} */
      const points = [[sx, sy]];
      let next = list.pop();
      while (next && `${next.to}` !== start) {
        points.push(next.to);
        next = takeTurn(edges.get(`${next.to}`) ?? [], points);
      }
      polygons.push(points);
    }
  }
  return polygons;
}

/**
 * Takes the edge that turns most to the right, so that pixels that touch at a corner stay separate.
 * @param {{ to: readonly [number, number] }[]} list
 * @param {readonly (readonly [number, number])[]} points
 */
function takeTurn(list, points) {
  if (list.length < 2) return list.pop();
  const [[ax, ay], [bx, by]] = points.slice(-2);
  const turn = list.findIndex(({ to }) => (bx - ax) * (to[1] - by) - (by - ay) * (to[0] - bx) > 0);
  return list.splice(Math.max(turn, 0), 1)[0];
}

/**
 * Traces the line at which a smooth field crosses half, and corrects the field until the area is right.
 * @param {GlyphBitmap} glyph @param {boolean} isFree true if the area may differ, because hard pixels are smoothed
 * @returns {(readonly [number, number])[][]}
 */
function traceField({ width, height, coverage }, isFree) {
  const size = { width: width + 2, height: height + 2 };
  const wanted = new Float32Array(size.width * size.height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) wanted[(y + 1) * size.width + x + 1] = coverage[y * width + x];
  const field = wanted.slice();
  let best = contour(field, size);
  let least = Number.POSITIVE_INFINITY;
  for (let pass = 0; pass < (isFree ? 1 : PASSES); pass++) {
    const polygons = contour(field, size);
    const area = areaOf(polygons, size);
    let error = 0;
    for (const [at, value] of wanted.entries()) {
      const off = value - area[at];
      error += off * off;
      if (value > FAINT || area[at] > FAINT)
        field[at] = Math.min(3, Math.max(-2, field[at] + (off * GAIN) / (1 + pass / SETTLING)));
    }
    if (error < least) [best, least] = [polygons, error];
  }
  return best.map((points) => points.map(([x, y]) => /** @type {const} */ ([x - 1, y - 1])));
}

/**
 * Returns the polygons along which a field crosses half, sampled more finely than its pixels.
 * @param {Float32Array} field @param {{ width: number, height: number }} size
 * @returns {(readonly [number, number])[][]} in pixels
 */
function contour(field, { width, height }) {
  const [columns, rows] = [(width - 1) * FINENESS + 1, (height - 1) * FINENESS + 1];
  const fine = new Float32Array(columns * rows);
  for (let v = 0; v < rows; v++) {
    for (let u = 0; u < columns; u++) fine[v * columns + u] = sample(field, width, height, u / FINENESS, v / FINENESS);
  }
  /** @type {Map<number, number>} from the edge at which a segment starts to the one at which it ends */
  const segments = new Map();
  /** @type {Map<number, readonly [number, number]>} */
  const points = new Map();
  const cross = (/** @type {number} */ u, /** @type {number} */ v, /** @type {number} */ isDown) => {
    const key = (v * columns + u) * 2 + isDown;
    const a = fine[v * columns + u];
    const b = isDown ? fine[(v + 1) * columns + u] : fine[v * columns + u + 1];
    const along = (HALF - a) / (b - a);
    points.set(key, [(u + (isDown ? 0 : along)) / FINENESS + 0.5, (v + (isDown ? along : 0)) / FINENESS + 0.5]);
    return key;
  };
  for (let v = 0; v < rows - 1; v++) {
    for (let u = 0; u < columns - 1; u++) {
      const above = v * columns + u;
      const below = above + columns;
      // Almost all squares are on one side, so nothing is created for them.
      const isInside = fine[above] > HALF;
      if (fine[above + 1] > HALF === isInside && fine[below + 1] > HALF === isInside && fine[below] > HALF === isInside)
        continue;
      const corners = [fine[above], fine[above + 1], fine[below + 1], fine[below]];
      const inside = corners.map((value) => value > HALF);
      const edges = [() => cross(u, v, 0), () => cross(u + 1, v, 1), () => cross(u, v + 1, 0), () => cross(u, v, 1)];
      const isJoined = corners.reduce((sum, value) => sum + value, 0) / 4 > HALF;
      for (const [from, to] of pairEdges(inside, isJoined)) segments.set(edges[from](), edges[to]());
    }
  }
  return follow(segments).map((keys) => keys.map((key) => points.get(key) ?? [0, 0]));
}

/**
 * Returns the edges of a square (0 above, 1 right, 2 below, 3 left) by which the contour enters and leaves, with the
 * inside to its right.
 * @param {readonly boolean[]} inside corners, clockwise from the upper left @param {boolean} isJoined
 * @returns {[number, number][]}
 */
function pairEdges(inside, isJoined) {
  /** Edges at which the contour, clockwise, enters (from empty to full), and leaves. */
  const enters = [0, 1, 2, 3].filter((at) => !inside[at] && inside[(at + 1) % 4]);
  const leaves = [0, 1, 2, 3].filter((at) => inside[at] && !inside[(at + 1) % 4]);
  if (enters.length === 0) return [];
  if (enters.length === 1) return [[enters[0], leaves[0]]];
  return enters.map((into) => {
    const next = leaves.find((out) => (out - into + 4) % 4 === (isJoined ? 3 : 1));
    return [into, next ?? leaves[0]];
  });
}

/** @param {Map<number, number>} segments */
function follow(segments) {
  const polygons = [];
  for (let start = segments.keys().next(); !start.done; start = segments.keys().next()) {
    const keys = [];
    let at = /** @type {number | undefined} */ (start.value);
    while (at !== undefined) {
      const next = segments.get(at);
      segments.delete(at);
      if (next === undefined) break;
      keys.push(at);
      at = next;
    }
    polygons.push(keys);
  }
  return polygons;
}

/** @param {Float32Array} field @param {number} width @param {number} height @param {number} x @param {number} y */
function sample(field, width, height, x, y) {
  const [u, v] = [Math.floor(x), Math.floor(y)];
  const [p, q] = [x - u, y - v];
  const [top, bottom] = [Math.min(v, height - 1) * width, Math.min(v + 1, height - 1) * width];
  const [left, right] = [Math.min(u, width - 1), Math.min(u + 1, width - 1)];
  const upper = field[top + left] * (1 - p) + field[top + right] * p;
  const lower = field[bottom + left] * (1 - p) + field[bottom + right] * p;
  return upper * (1 - q) + lower * q;
}
