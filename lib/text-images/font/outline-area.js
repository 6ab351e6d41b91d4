/**
 * Computes the share of each pixel that polygons cover, from the areas left of their edges.
 * @param {readonly (readonly (readonly [number, number])[])[]} polygons @param {{ width: number, height: number }} size
 */
export function areaOf(polygons, { width, height }) {
  // The rest of an edge for the next pixel must not run into the next row.
  const stride = width + 2;
  const sums = new Float32Array(stride * height);
  for (const points of polygons) {
    for (const [at, from] of points.entries()) addEdge(sums, stride, from, points[(at + 1) % points.length]);
  }
  const area = new Float32Array(width * height);
  for (let y = 0; y < height; y++) {
    let sum = 0;
    for (let x = 0; x < width; x++) {
      sum += sums[y * stride + x];
      area[y * width + x] = coverOf(sum);
    }
  }
  return area;
}

/** Returns the share of a pixel that is covered, from the sum along its row. @param {number} sum */
export function coverOf(sum) {
  return Math.min(1, Math.abs(sum));
}

/**
 * Adds an edge to the sums. The pairs are not taken apart by patterns, which take twice as long.
 * @param {Float32Array | Float64Array} sums @param {number} stride
 * @param {readonly [number, number]} from @param {readonly [number, number]} to
 */
export function addEdge(sums, stride, from, to) {
  if (from[1] === to[1]) return;
  const isDown = from[1] < to[1];
  const upper = isDown ? from : to;
  const lower = isDown ? to : from;
  const [x0, y0] = [upper[0], upper[1]];
  const y1 = lower[1];
  const slope = (lower[0] - x0) / (y1 - y0);
  for (let y = Math.floor(y0); y < y1; y++) {
    const top = Math.max(y, y0);
    const bottom = Math.min(y + 1, y1);
    const start = x0 + (top - y0) * slope;
    const end = x0 + (bottom - y0) * slope;
    const height = bottom - top;
    spreadEdge(sums, y * stride, Math.min(start, end), Math.max(start, end), isDown ? height : -height);
  }
}

/**
 * Adds a piece of an edge within one row of pixels: everything to its right is covered.
 * @param {Float32Array | Float64Array} sums @param {number} row @param {number} left @param {number} right
 * @param {number} height
 */
function spreadEdge(sums, row, left, right, height) {
  const first = Math.floor(left);
  const last = Math.floor(right);
  if (first === last || right - left < 1e-9) {
    const covered = first + 1 - (left + right) / 2;
    sums[row + first] += height * covered;
    sums[row + first + 1] += height * (1 - covered);
    return;
  }
  const per = height / (right - left);
  let before = 0;
  for (let x = first; x <= last; x++) {
    const from = Math.max(x, left);
    const to = Math.min(x + 1, right);
    // Within this pixel the edge's share covers the part to its right. Pixels further right are covered completely.
    const part = (to - from) * per;
    const covered = part * (x + 1 - (from + to) / 2) + before;
    sums[row + x] += covered;
    before = part * ((from + to) / 2 - x);
  }
  sums[row + last + 1] += before;
}
