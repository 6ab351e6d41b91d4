import { deflateRawSync } from 'node:zlib';

/** @typedef {'none' | 'sub' | 'up' | 'average' | 'paeth' | 'sum' | 'entropy' | 'pairs' | 'brute'} FilterChoice */
/**
 * @typedef {{ readonly rows: Uint8Array, readonly rowBytes: number, readonly height: number, readonly step: number }}
 *   Rows
 */

const fixedFilters = Object.freeze(['none', 'sub', 'up', 'average', 'paeth']);

/**
 * Filters rows for compression, with one filter for all or a filter for each row. Each row starts with its filter's
 * number.
 * @param {Rows} layout
 * @param {FilterChoice} choice
 */
export function filterRows(layout, choice) {
  const { height, rowBytes } = layout;
  const stride = rowBytes + 1;
  const out = new Uint8Array(stride * height);
  const fixed = fixedFilters.indexOf(choice);
  if (fixed >= 0) {
    for (let y = 0; y < height; y++) filterRow(layout, y, fixed, out, y * stride);
    return out;
  }
  const trial = new Uint8Array(stride);
  const score = scores[/** @type {keyof typeof scores} */ (choice)];
  for (let y = 0; y < height; y++) {
    let best = Number.POSITIVE_INFINITY;
    const before = out.subarray(Math.max(0, y - bruteRows) * stride, y * stride);
    for (let filter = 0; filter < 5; filter++) {
      filterRow(layout, y, filter, trial, 0);
      const points = score(trial, before);
      if (points >= best) continue;
      best = points;
      out.set(trial, y * stride);
    }
  }
  return out;
}

/** Rows before the filtered one that are compressed with it. More rows bring almost nothing. */
const bruteRows = 6;

const scores = Object.freeze({ sum: sumOfDifferences, entropy: rowEntropy, pairs: distinctPairs, brute: deflatedSize });

/**
 * @param {Rows} layout
 * @param {number} y
 * @param {number} filter
 * @param {Uint8Array} out
 * @param {number} to
 */
function filterRow({ rows, rowBytes, step }, y, filter, out, to) {
  const at = y * rowBytes;
  out[to++] = filter;
  if (filter === 0) {
    for (let i = 0; i < rowBytes; i++) out[to + i] = rows[at + i];
    return;
  }
  for (let i = 0; i < rowBytes; i++) {
    const left = i >= step ? rows[at + i - step] : 0;
    const up = y > 0 ? rows[at + i - rowBytes] : 0;
    if (filter === 1) out[to + i] = rows[at + i] - left;
    else if (filter === 2) out[to + i] = rows[at + i] - up;
    else if (filter === 3) out[to + i] = rows[at + i] - ((left + up) >> 1);
    else {
      const corner = y > 0 && i >= step ? rows[at + i - rowBytes - step] : 0;
      const toLeft = Math.abs(up - corner);
      const toUp = Math.abs(left - corner);
      const toCorner = Math.abs(left + up - 2 * corner);
      const guess = toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
      out[to + i] = rows[at + i] - guess;
    }
  }
}

/** @param {Uint8Array} row */
function sumOfDifferences(row) {
  let sum = 0;
  for (let i = 1; i < row.length; i++) sum += row[i] < 128 ? row[i] : 256 - row[i];
  return sum;
}

/** @param {Uint8Array} row */
function rowEntropy(row) {
  const counts = new Uint32Array(256);
  for (const byte of row) counts[byte]++;
  let sum = 0;
  for (let i = 0; i < 256; i++) if (counts[i] > 1) sum -= counts[i] * Math.log2(counts[i]);
  return sum;
}

const pairMarks = new Uint32Array(65536);
let pairMark = 0;

/** @param {Uint8Array} row */
function distinctPairs(row) {
  pairMark++;
  let distinct = 0;
  for (let i = 1; i < row.length; i++) {
    const pair = (row[i - 1] << 8) | row[i];
    if (pairMarks[pair] === pairMark) continue;
    pairMarks[pair] = pairMark;
    distinct++;
  }
  return distinct;
}

/**
 * @param {Uint8Array} row
 * @param {Uint8Array} before
 */
function deflatedSize(row, before) {
  return deflateRawSync(Buffer.concat([before, row]), { level: 2, memLevel: 9, windowBits: 12 }).length;
}
