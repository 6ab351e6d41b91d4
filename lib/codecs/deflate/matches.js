/**
 * Every useful match of some data: for position `i`, entries `offsets[i]` up to `offsets[i + 1]`, each `length << 16 | distance`,
 * shortest and nearest first.
 * @typedef {{ readonly offsets: Uint32Array, readonly entries: Uint32Array }} Matches
 */

const windowSize = 32768;
const windowMask = windowSize - 1;
export const maxLength = 258;

/**
 * Finds, at each position, the nearest match of every length with a binary tree a hash (as LZMA's encoder does).
 * @param {Uint8Array} data
 * @param {number} maxDepth how many tree nodes a position may visit
 * @returns {Matches}
 */
export function findMatches(data, maxDepth) {
  const size = data.length;
  const offsets = new Uint32Array(size + 1);
  let entries = new Uint32Array(size * 2 + 1024);
  let count = 0;
  const heads = new Int32Array(1 << 16).fill(-1);
  const children = new Int32Array(Math.min(windowSize, size + 1) * 2 + 2);
  for (let at = 0; at + 2 < size; at++) {
    offsets[at] = count;
    if (count + maxLength > entries.length) entries = grow(entries);
    const limit = Math.min(maxLength, size - at);
    const hash = (Math.imul(data[at] | (data[at + 1] << 8) | (data[at + 2] << 16), 0x9e3779b1) >>> 16) & 0xffff;
    let node = heads[hash];
    heads[hash] = at;
    let lower = (at & windowMask) * 2;
    let upper = lower + 1;
    let [lowerLength, upperLength, best, depth] = [0, 0, 2, maxDepth];
    for (;;) {
      if (node < 0 || at - node >= windowSize || depth-- === 0) {
        children[lower] = -1;
        children[upper] = -1;
        break;
      }
      const pair = (node & windowMask) * 2;
      let length = Math.min(lowerLength, upperLength);
      while (length < limit && data[node + length] === data[at + length]) length++;
      if (length > best) {
        best = length;
        entries[count++] = (length << 16) | (at - node);
      }
      if (length === limit) {
        children[lower] = children[pair];
        children[upper] = children[pair + 1];
        break;
      }
      if (data[node + length] < data[at + length]) {
        children[lower] = node;
        lower = pair + 1;
        lowerLength = length;
        node = children[lower];
      } else {
        children[upper] = node;
        upper = pair;
        upperLength = length;
        node = children[upper];
      }
    }
  }
  offsets.fill(count, Math.max(0, size - 2));
  return { offsets, entries };
}

/** @param {Uint32Array} entries */
function grow(entries) {
  const larger = new Uint32Array(entries.length * 2);
  larger.set(entries);
  return larger;
}
