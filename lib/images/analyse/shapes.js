/**
 * @typedef {'disc' | 'ring' | 'square' | 'diamond' | 'triangle' | 'chevron' | 'arrow' | 'tick' | 'cross' | 'plus' |
 *   'star'} ShapeName
 * @typedef {'up' | 'right' | 'down' | 'left'} Direction
 * @typedef {readonly [number, number]} Point
 *
 * @typedef {object} Outline A shape inside its box, which reaches from 0 to 1 on both axes.
 * @property {ShapeName} name
 * @property {Direction | null} direction
 * @property {readonly Point[] | null} points of a polygon; null for an ellipse
 * @property {number} hole share of a ring's radius that is empty
 */

/** @type {readonly Direction[]} */
const DIRECTIONS = ['right', 'down', 'left', 'up'];

/** Outlines of the bullets and arrows on older pages. */
export const OUTLINES = Object.freeze([
  ellipse('disc', 0),
  ellipse('ring', 0.5),
  ellipse('ring', 0.7),
  polygon('square', [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ]),
  polygon('diamond', [
    [0.5, 0],
    [1, 0.5],
    [0.5, 1],
    [0, 0.5],
  ]),
  ...turned('triangle', [
    [0, 0],
    [1, 0.5],
    [0, 1],
  ]),
  ...[0.3, 0.45, 0.6].flatMap((thick) =>
    turned('chevron', [
      [0, 0],
      [thick, 0],
      [1, 0.5],
      [thick, 1],
      [0, 1],
      [1 - thick, 0.5],
    ]),
  ),
  ...[
    [0.5, 0.25],
    [0.5, 0.35],
    [0.6, 0.3],
    [0.4, 0.4],
    [0.65, 0.42],
  ].flatMap(([neck, side]) =>
    turned('arrow', [
      [0, side],
      [neck, side],
      [neck, 0],
      [1, 0.5],
      [neck, 1],
      [neck, 1 - side],
      [0, 1 - side],
    ]),
  ),
  polygon('tick', [
    [0, 0.55],
    [0.14, 0.41],
    [0.36, 0.63],
    [0.86, 0],
    [1, 0.13],
    [0.37, 1],
  ]),
  ...[0.12, 0.22].map((w) =>
    polygon('cross', [
      [w, 0],
      [0.5, 0.5 - w],
      [1 - w, 0],
      [1, w],
      [0.5 + w, 0.5],
      [1, 1 - w],
      [1 - w, 1],
      [0.5, 0.5 + w],
      [w, 1],
      [0, 1 - w],
      [0.5 - w, 0.5],
      [0, w],
    ]),
  ),
  ...[0.3, 0.4].map((w) =>
    polygon('plus', [
      [w, 0],
      [1 - w, 0],
      [1 - w, w],
      [1, w],
      [1, 1 - w],
      [1 - w, 1 - w],
      [1 - w, 1],
      [w, 1],
      [w, 1 - w],
      [0, 1 - w],
      [0, w],
      [w, w],
    ]),
  ),
  polygon('star', star()),
]);

/**
 * @param {ShapeName} name
 * @param {number} hole
 * @returns {Outline}
 */
function ellipse(name, hole) {
  return { name, direction: null, points: null, hole };
}

/**
 * @param {ShapeName} name
 * @param {Point[]} points
 * @returns {Outline}
 */
function polygon(name, points) {
  return { name, direction: null, points, hole: 0 };
}

/**
 * Returns an outline that points right, and its three rotations.
 * @param {ShapeName} name
 * @param {Point[]} points
 * @returns {Outline[]}
 */
function turned(name, points) {
  return DIRECTIONS.map((direction, turns) => ({
    name,
    direction,
    points: points.map((point) => turn(point, turns)),
    hole: 0,
  }));
}

/**
 * Rotates a point of the unit square by quarter turns clockwise.
 * @param {Point} point
 * @param {number} turns
 * @returns {Point}
 */
function turn([x, y], turns) {
  if (turns === 0) return [x, y];
  return turn([round(1 - y), x], turns - 1);
}

/** Returns the ten points of a star that fills its box. */
function star() {
  /** @type {Point[]} */
  const points = [];
  for (let i = 0; i < 10; i++) {
    const angle = (i * Math.PI) / 5;
    const radius = i % 2 === 0 ? 1 : 0.382;
    points.push([Math.sin(angle) * radius, -Math.cos(angle) * radius]);
  }
  const left = Math.min(...points.map(([x]) => x));
  const right = Math.max(...points.map(([x]) => x));
  const bottom = Math.max(...points.map(([, y]) => y));
  return points.map(
    ([x, y]) => /** @type {Point} */ ([round((x - left) / (right - left)), round((y + 1) / (bottom + 1))]),
  );
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 1000) / 1000;
}

/** Samples per pixel and axis: 16 levels of coverage. */
const SAMPLES = 4;

/**
 * Computes the coverage of each pixel of a grid by an outline, 0 to 1, with its box at a position.
 * @param {Outline} outline
 * @param {{ left: number, top: number, right: number, bottom: number }} box
 * @param {number} width
 * @param {number} height
 */
export function drawOutline(outline, box, width, height) {
  const cover = new Float32Array(width * height);
  const step = 1 / SAMPLES;
  const spanX = box.right - box.left;
  const spanY = box.bottom - box.top;
  const firstRow = Math.max(0, Math.floor(box.top));
  const lastRow = Math.min(height, Math.ceil(box.bottom));
  for (let row = firstRow * SAMPLES; row < lastRow * SAMPLES; row++) {
    const v = ((row + 0.5) * step - box.top) / spanY;
    for (const [from, to] of spansAt(outline, v)) {
      const start = Math.max(0, box.left + from * spanX);
      const end = Math.min(width, box.left + to * spanX);
      for (let x = Math.floor(start); x < end; x++) {
        cover[Math.floor(row / SAMPLES) * width + x] += Math.max(0, Math.min(end, x + 1) - Math.max(start, x)) * step;
      }
    }
  }
  return cover;
}

/**
 * Returns the parts of a horizontal line that lie inside an outline.
 * @param {Outline} outline
 * @param {number} v
 * @returns {[number, number][]}
 */
function spansAt({ points, hole }, v) {
  if (v < 0 || v > 1) return [];
  if (points) return crossings(points, v);
  const half = Math.sqrt(Math.max(0, 0.25 - (v - 0.5) ** 2));
  const inner = Math.sqrt(Math.max(0, (hole / 2) ** 2 - (v - 0.5) ** 2));
  if (inner === 0) return [[0.5 - half, 0.5 + half]];
  return [
    [0.5 - half, 0.5 - inner],
    [0.5 + inner, 0.5 + half],
  ];
}

/**
 * Returns the points at which a horizontal line enters and leaves a polygon.
 * @param {readonly Point[]} points
 * @param {number} v
 * @returns {[number, number][]}
 */
function crossings(points, v) {
  const at = [];
  for (let i = 0; i < points.length; i++) {
    const [x1, y1] = points[i];
    const [x2, y2] = points[(i + 1) % points.length];
    if (y1 <= v !== y2 <= v) at.push(x1 + ((v - y1) / (y2 - y1)) * (x2 - x1));
  }
  at.sort((a, b) => a - b);
  /** @type {[number, number][]} */
  const spans = [];
  for (let i = 0; i + 1 < at.length; i += 2) spans.push([at[i], at[i + 1]]);
  return spans;
}
