/**
 * @typedef {object} Part A connected piece of a mask.
 * @property {number} left
 * @property {number} top
 * @property {number} right column after the last one
 * @property {number} bottom row after the last one
 * @property {number} area
 */

/** With more pieces than this a mask is noise and not analysed further. */
const MAX_PARTS = 4000;

/**
 * Finds the 8-connected pieces of a mask by joining runs of neighbouring rows. Returns null for a mask with too many
 * pieces.
 * @param {Uint8Array} mask
 * @param {number} width
 * @param {number} height
 * @returns {Part[] | null}
 */
export function findParts(mask, width, height) {
  /** @type {number[]} */
  const starts = [];
  /** @type {number[]} */
  const ends = [];
  /** @type {number[]} */
  const rows = [];
  /** @type {number[]} */
  const parents = [];
  const root = (/** @type {number} */ run) => {
    let at = run;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]];
      at = parents[at];
    }
    return at;
  };
  const maxRuns = MAX_PARTS * 8 + height * 16;
  let above = 0;
  let aboveEnd = 0;
  for (let y = 0; y < height; y++) {
    const first = starts.length;
    if (first > maxRuns) return null;
    let x = y * width;
    const stop = x + width;
    while (x < stop) {
      if (mask[x] === 0) {
        x++;
        continue;
      }
      const start = x - y * width;
      while (x < stop && mask[x] !== 0) x++;
      const end = x - y * width;
      const run = starts.length;
      starts.push(start);
      ends.push(end);
      rows.push(y);
      parents.push(run);
      while (above < aboveEnd && ends[above] < start) above++;
      for (let other = above; other < aboveEnd && starts[other] <= end; other++) {
        const a = root(run);
        const b = root(other);
        if (a < b) parents[b] = a;
        else parents[a] = b;
      }
    }
    above = first;
    aboveEnd = starts.length;
  }
  return gather(starts, ends, rows, root);
}

/**
 * Adds up the runs of each piece.
 * @param {number[]} starts
 * @param {number[]} ends
 * @param {number[]} rows
 * @param {(run: number) => number} root
 * @returns {Part[] | null}
 */
function gather(starts, ends, rows, root) {
  /** @type {Map<number, Part>} */
  const parts = new Map();
  for (let run = 0; run < starts.length; run++) {
    const key = root(run);
    const part = parts.get(key);
    if (!part) {
      if (parts.size >= MAX_PARTS) return null;
      const area = ends[run] - starts[run];
      parts.set(key, { left: starts[run], top: rows[run], right: ends[run], bottom: rows[run] + 1, area });
      continue;
    }
    part.left = Math.min(part.left, starts[run]);
    part.right = Math.max(part.right, ends[run]);
    part.bottom = rows[run] + 1;
    part.area += ends[run] - starts[run];
  }
  return [...parts.values()];
}
