/**
 * A Gaussian with a standard deviation of 1.5 pixels as a sum of truncated cosines over four pixels: the weights of a
 * pixel and its neighbours. By Charalampidis, “Recursive implementation of the Gaussian filter using truncated cosine
 * functions” (2016), which the library of JPEG XL follows.
 */
const MIDDLE = 0.2646211054881986;
const [FIRST, SECOND, THIRD, FOURTH] = [
  0.21292859201042227, 0.10933537277746035, 0.03601111465836439, 0.00941436780965374,
];
/** Distance in pixels up to which neighbours count. */
export const REACH = 4;
const ROWS = 2 * REACH + 1;

/**
 * Blurs planes of one size row by row, which needs only a few rows of them at once. Pixels beyond the edges count as
 * zero.
 * @param {{ width: number, height: number, every: number }} size `every`: distance of the rows to blur
 * @param {number} planes count of planes
 * @param {(y: number, rows: readonly Float32Array[]) => void} fill writes a row of each plane after a margin of `REACH`
 * @param {(y: number, blurred: Float32Array) => void} take receives a blurred row of each plane, one after the other
 */
export function blurRows({ width, height, every }, planes, fill, take) {
  const wide = width + 2 * REACH;
  const rows = Array.from({ length: ROWS }, () => new Float32Array(wide * planes));
  const parts = rows.map((row) => splitRow(row, planes));
  const summed = new Float32Array(wide * planes);
  const blurred = new Float32Array(width * planes);
  const [from, to] = [splitRow(summed, planes), splitRow(blurred, planes)];
  for (let y = 0; y < height + REACH; y++) {
    if (y < height) fill(y, parts[y % ROWS]);
    else rows[y % ROWS].fill(0);
    const wanted = y - REACH;
    if (wanted < 0 || wanted % every !== 0) continue;
    addRows(rows, wanted, summed);
    for (let index = 0; index < planes; index++) blurRow(from[index], to[index]);
    take(wanted, blurred);
  }
}

/** @param {Float32Array} row @param {number} planes */
function splitRow(row, planes) {
  const length = row.length / planes;
  return Array.from({ length: planes }, (_, index) => row.subarray(index * length, (index + 1) * length));
}

/** @param {Float32Array} from with a margin @param {Float32Array} to */
function blurRow(from, to) {
  for (let x = 0; x < to.length; x++) {
    to[x] =
      from[x + 4] * MIDDLE +
      (from[x + 3] + from[x + 5]) * FIRST +
      (from[x + 2] + from[x + 6]) * SECOND +
      (from[x + 1] + from[x + 7]) * THIRD +
      (from[x] + from[x + 8]) * FOURTH;
  }
}

/**
 * Blurs one row vertically.
 * @param {readonly Float32Array[]} rows the last nine, each at its number modulo nine
 * @param {number} y
 * @param {Float32Array} to
 */
function addRows(rows, y, to) {
  const rowAt = (/** @type {number} */ away) => rows[(y + away + ROWS) % ROWS];
  const [a, b, c, d, e] = [rowAt(-4), rowAt(-3), rowAt(-2), rowAt(-1), rowAt(0)];
  const [f, g, h, i] = [rowAt(1), rowAt(2), rowAt(3), rowAt(4)];
  for (let x = 0; x < to.length; x++) {
    to[x] =
      e[x] * MIDDLE + (d[x] + f[x]) * FIRST + (c[x] + g[x]) * SECOND + (b[x] + h[x]) * THIRD + (a[x] + i[x]) * FOURTH;
  }
}
