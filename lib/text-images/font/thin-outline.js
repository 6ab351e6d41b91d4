import { addEdge, areaOf, coverOf } from './outline-area.js';
import { UNITS_PER_PIXEL } from './trace-outline.js';

/**
 * @typedef {readonly [number, number]} Point in pixels
 * @typedef {{ sums: Float64Array, wanted: Float32Array, most: Float32Array, width: number, height: number }} Canvas
 *   what polygons cover, as sums along the rows, what they should cover, and the max difference
 */

/** Max lengths in pixels of edges that become points, one after the other: the least important go first. */
const LENGTHS = Object.freeze([0.3, 0.6, 1, 1.5, 2.5, 4, 8]);
/** Max distance in pixels of the outline from points that it leaves out. Chosen. */
const MAX_OFF = 0.35;
/** Change of a pixel's coverage, from 0 to 1, that is not seen, and max factor of an error that is there anyway. */
const [UNSEEN, SLACK] = [0.1, 1.1];
/** Error that a pixel beyond that adds to the sum of squares. */
const SEEN = 1e6;
/** Distance in units within which a better place for a point is searched. */
const REACH = 2;
/** Columns of pixels behind an area into which its edges add: see `addEdge`. */
const BEHIND = 2;
/** Passes that move the remaining points. */
const POLISH = 2;

/**
 * Leaves out as many points of outlines as are not seen: the coverage of no pixel changes by more than a limit.
 * @param {readonly (readonly Point[])[]} polygons @param {Float32Array} wanted coverage
 * @param {{ width: number, height: number }} size
 * @returns {Point[][]} with points at units of a font
 */
export function thinOutline(polygons, wanted, { width, height }) {
  const placed = polygons.map((points) => points.map(([x, y]) => /** @type {Point} */ ([snap(x), snap(y)])));
  const before = areaOf(polygons, { width, height });
  const most = before.map((area, at) => Math.max(UNSEEN, Math.abs(area - wanted[at]) * SLACK));
  const canvas = { sums: new Float64Array((width + 2) * height), wanted, most, width, height };
  for (const points of placed) addLoop(canvas, points);
  for (const length of LENGTHS) for (const points of placed) joinPoints(points, length, canvas);
  for (let pass = 0; pass < POLISH; pass++) for (const points of placed) movePoints(points, canvas);
  return placed;
}

/** Rounds pixels to units of a font. @param {number} value */
export function snap(value) {
  return Math.round(value * UNITS_PER_PIXEL) / UNITS_PER_PIXEL;
}

/** @param {Canvas} canvas @param {readonly Point[]} points */
function addLoop({ sums, width }, points) {
  for (const [at, from] of points.entries()) addEdge(sums, width + 2, from, points[(at + 1) % points.length]);
}

/**
 * Replaces edges of a polygon by points, if the coverage remains.
 * @param {Point[]} points @param {number} length of the edges @param {Canvas} canvas
 */
function joinPoints(points, length, canvas) {
  for (let at = points.length - 1; at >= 0 && points.length > 3; at--) {
    const path = pathAt(points, at, 2);
    const [before, from, to, after] = path;
    if (Math.hypot(from[0] - to[0], from[1] - to[1]) > length) continue;
    const isNear = (/** @type {Point} */ point) =>
      [from, to].every((one) => Math.min(distanceOf(one, before, point), distanceOf(one, point, after)) <= MAX_OFF);
    const middle = /** @type {Point} */ ([snap((from[0] + to[0]) / 2), snap((from[1] + to[1]) / 2)]);
    const best = bestOf([from, to, ...around(middle)].filter(isNear), path, canvas);
    if (best.off >= SEEN && best.off > best.before) continue;
    put(best.point, path, canvas);
    points[at] = best.point;
    points.splice((at + 1) % points.length, 1);
  }
}

/** Moves points to where they cover the pixels best. @param {Point[]} points @param {Canvas} canvas */
function movePoints(points, canvas) {
  for (const [at, point] of points.entries()) {
    const path = pathAt(points, at, 1);
    const best = bestOf(around(point), path, canvas);
    if (best.off >= best.before) continue;
    put(best.point, path, canvas);
    points[at] = best.point;
  }
}

/**
 * Returns points of a polygon with the ones before and after them.
 * @param {readonly Point[]} points @param {number} at @param {number} count
 */
function pathAt(points, at, count) {
  return Array.from({ length: count + 2 }, (_, step) => points[(at + points.length - 1 + step) % points.length]);
}

/** @param {Point} point @returns {Point[]} */
function around([x, y]) {
  const steps = Array.from({ length: REACH * 2 + 1 }, (_, at) => (at - REACH) / UNITS_PER_PIXEL);
  return steps.flatMap((u) => steps.map((v) => /** @type {const} */ ([x + u, y + v])));
}

/**
 * Returns the point that covers the pixels best instead of those in the middle of a path, and the errors. Only the
 * pixels between the points can change.
 * @param {readonly Point[]} candidates @param {readonly Point[]} path @param {Canvas} canvas
 */
function bestOf(candidates, path, canvas) {
  const area = areaAround(candidates, path, canvas);
  const { sums } = canvas;
  const stride = canvas.width + 2;
  const starts = sumUpTo(area, canvas);
  const kept = readArea(area, canvas);
  const rows = { ...area, left: 0, right: canvas.width };
  const before = errorIn(canvas, rows, sumUpTo(rows, canvas));
  const around = before - errorIn(canvas, area, starts);
  // The edges that every candidate replaces.
  const [first, last] = [path[0], path[path.length - 1]];
  for (let at = path.length - 1; at > 0; at--) addEdge(sums, stride, path[at], path[at - 1]);
  const open = readArea(area, canvas);
  let best = { point: path[1], off: Number.POSITIVE_INFINITY, before };
  for (const point of candidates) {
    addEdge(sums, stride, first, point);
    addEdge(sums, stride, point, last);
    const off = around + errorIn(canvas, area, starts, best.off - around);
    if (off < best.off) best = { point, off, before };
    writeArea(open, area, canvas);
  }
  writeArea(kept, area, canvas);
  return best;
}

/** Returns the sum of each row before an area. @param {Area} area @param {Canvas} canvas */
function sumUpTo({ left, top, bottom }, { sums, width }) {
  const starts = new Float64Array(bottom - top);
  for (let y = top; y < bottom; y++) {
    const row = y * (width + 2);
    let sum = 0;
    for (let x = 0; x < left; x++) sum += sums[row + x];
    starts[y - top] = sum;
  }
  return starts;
}

/** Returns the sums of an area. @param {Area} area @param {Canvas} canvas */
function readArea({ left, right, top, bottom }, { sums, width }) {
  const stride = width + 2;
  const columns = Math.min(right + BEHIND, stride) - left;
  const kept = new Float64Array(columns * (bottom - top));
  for (let y = top, at = 0; y < bottom; y++)
    for (let x = left; x < left + columns; x++, at++) kept[at] = sums[y * stride + x];
  return kept;
}

/** @param {Float64Array} kept @param {Area} area @param {Canvas} canvas */
function writeArea(kept, { left, right, top, bottom }, { sums, width }) {
  const stride = width + 2;
  const columns = Math.min(right + BEHIND, stride) - left;
  for (let y = top, at = 0; y < bottom; y++)
    for (let x = left; x < left + columns; x++, at++) sums[y * stride + x] = kept[at];
}

/**
 * Covers what a path would with one point in its middle.
 * @param {Point} point @param {readonly Point[]} path @param {Canvas} canvas
 */
function put(point, path, canvas) {
  addLoop(canvas, [path[0], point, ...path.slice(1).reverse()]);
}

/** @typedef {{ left: number, right: number, top: number, bottom: number }} Area in pixels */

/**
 * Returns the pixels around points.
 * @param {readonly Point[]} candidates @param {readonly Point[]} path @param {Canvas} canvas
 * @returns {Area}
 */
function areaAround(candidates, path, { width, height }) {
  let [left, right, top, bottom] = [width, 0, height, 0];
  for (const points of [candidates, path]) {
    for (const point of points) {
      left = Math.min(left, point[0]);
      right = Math.max(right, point[0]);
      top = Math.min(top, point[1]);
      bottom = Math.max(bottom, point[1]);
    }
  }
  return {
    left: Math.max(0, Math.floor(left) - 1),
    right: Math.min(width, Math.ceil(right) + 1),
    top: Math.max(0, Math.floor(top) - 1),
    bottom: Math.min(height, Math.ceil(bottom) + 1),
  };
}

/**
 * Returns the error of the pixels of an area, or a part of it that exceeds a limit.
 * @param {Canvas} canvas @param {Area} area @param {Float64Array} starts sums of the rows before it
 * @param {number} [limit]
 */
function errorIn(
  { sums, wanted, most, width },
  { left, right, top, bottom },
  starts,
  limit = Number.POSITIVE_INFINITY,
) {
  let off = 0;
  for (let y = top; y < bottom && off <= limit; y++) {
    const row = y * (width + 2);
    let sum = starts[y - top];
    for (let x = left; x < right; x++) {
      sum += sums[row + x];
      const at = y * width + x;
      const error = Math.abs(coverOf(sum) - wanted[at]);
      off += error * error + (error > most[at] ? SEEN * (1 + error) : 0);
    }
  }
  return off;
}

/**
 * Returns the distance of a point from a line. The search calls this most often: taking the pairs apart by patterns
 * takes four times as long, and so does Math.hypot.
 * @param {Point} point @param {Point} from @param {Point} to
 */
function distanceOf(point, from, to) {
  const [width, height] = [to[0] - from[0], to[1] - from[1]];
  const [x, y] = [point[0] - from[0], point[1] - from[1]];
  const length = Math.sqrt(width ** 2 + height ** 2);
  return length === 0 ? Math.sqrt(x ** 2 + y ** 2) : Math.abs(x * height - y * width) / length;
}
