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
 * @param {{ width: number, height: number }} size
 * @param {number} planes how many there are
 * @param {(y: number, rows: readonly Float32Array[]) => void} fill writes a row of each, behind a margin of `REACH`
 * @param {(y: number, blurred: Float32Array) => void} take gets a blurred row of each, one plane after the other
 */
export function blurRows({ width, height }, planes, fill, take) {
  const margined = Array.from({ length: planes }, () => new Float32Array(width + 2 * REACH));
  const rows = Array.from({ length: ROWS }, () => new Float32Array(width * planes));
  const parts = rows.map((row) => margined.map((_, index) => row.subarray(index * width, (index + 1) * width)));
  const blurred = new Float32Array(width * planes);
  for (let y = 0; y < height + REACH; y++) {
    if (y < height) {
      fill(y, margined);
      for (let index = 0; index < planes; index++) blurRow(margined[index], parts[y % ROWS][index]);
    } else rows[y % ROWS].fill(0);
    if (y < REACH) continue;
    addRows(rows, y - REACH, blurred);
    take(y - REACH, blurred);
  }
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
 * Blurs one row of rows that are blurred each.
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
