/**
 * A Gaussian of a standard deviation of 1.5 pixels, as cosines that end after four pixels make it: what a pixel and
 * those one to four away from it count. By Charalampidis, “Recursive implementation of the Gaussian filter using
 * truncated cosine functions” (2016), which the library of JPEG XL follows.
 */
const MIDDLE = 0.2646211054881986;
const [FIRST, SECOND, THIRD, FOURTH] = [
  0.21292859201042227, 0.10933537277746035, 0.03601111465836439, 0.00941436780965374,
];
/** So many pixels away from it a pixel counts. */
export const REACH = 4;
const ROWS = 2 * REACH + 1;

/**
 * Blurs some planes of one size row by row, since no more than a few rows of them are needed at once; there is nothing
 * beyond the edges.
 * @param {{ width: number, height: number, every: number }} size `every`: which rows are wanted, by their distance
 * @param {number} planes how many there are
 * @param {(y: number, rows: readonly Float32Array[]) => void} fill writes a row of each, behind a margin of `REACH`
 * @param {(y: number, blurred: Float32Array) => void} take gets a blurred row of each, one plane after the other
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
 * Blurs downwards, one row.
 * @param {readonly Float32Array[]} rows the last nine, each where its number modulo nine says
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
