/**
 * All useful matches of some data: for position `i`, entries `offsets[i]` up to `offsets[i + 1]`, each `length << 16 |
 * distance`, shortest and nearest first.
 * @typedef {{ readonly offsets: Uint32Array, readonly entries: Uint32Array }} Matches
 */

const windowSize = 32768;
const windowMask = windowSize - 1;
/** Max length of a match (RFC 1951). */
export const maxLength = 258;

/**
 * Finds the nearest match of every length at each position. Uses a binary tree for each hash, as LZMA's encoder does.
 * @param {Uint8Array} data
 * @param {number} maxDepth max tree nodes that a position visits
 * @param {number} stride bytes in a row
 * @returns {Matches}
 */
export function findMatches(data, maxDepth, stride) {
  const size = data.length;
  const offsets = new Uint32Array(size + 1);
  let entries = new Uint32Array(size * 2 + 1024);
  let count = 0;
  let [runDistance, runStart, above, lastDistance, lastLength] = [0, 0, 0, 0, 0];
  const heads = new Int32Array(1 << 16).fill(-1);
  const children = new Int32Array(Math.min(windowSize, size + 1) * 2 + 2);
  for (let at = 0; at + 2 < size; at++) {
    offsets[at] = count;
    if (count + maxLength + 1 > entries.length) entries = grow(entries);
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
      // A match that had this length one byte before is one shorter now.
      if (at - node === lastDistance && lastLength - 1 > length) length = lastLength - 1;
      while (length < limit && data[node + length] === data[at + length]) length++;
      if (length > best) {
        best = length;
        entries[count++] = (length << 16) | (at - node);
      }
      if (length === maxLength) {
        const distance = at - node;
        // Inside a repetition only its longest match is useful.
        if (distance === runDistance) {
          if (at - runStart > maxLength) {
            count = offsets[at];
            entries[count++] = (maxLength << 16) | distance;
          }
        } else [runDistance, runStart] = [distance, at];
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
    if (best < maxLength) runDistance = 0;
    lastLength = best;
    lastDistance = count > offsets[at] ? entries[count - 1] & 0xffff : 0;
    // The match in the row above is useful even if a nearer one is as long: its distance is always the same.
    const looksAbove = at >= stride && stride < windowSize && best < maxLength;
    above = looksAbove ? lengthAbove(data, at, stride, Math.max(0, above - 1), limit) : 0;
    if (above > 2) count = insertMatch(entries, offsets[at], count, (above << 16) | stride);
  }
  offsets.fill(count, Math.max(0, size - 2));
  return { offsets, entries };
}

/**
 * Returns the count of bytes that equal those of the row before.
 * @param {Uint8Array} data @param {number} at @param {number} stride @param {number} known @param {number} limit
 */
function lengthAbove(data, at, stride, known, limit) {
  let length = known;
  while (length < limit && data[at + length - stride] === data[at + length]) length++;
  return length;
}

/**
 * Inserts a match at the position of its length unless one exists. Returns the new count.
 * @param {Uint32Array} entries
 * @param {number} first
 * @param {number} count
 * @param {number} match
 */
function insertMatch(entries, first, count, match) {
  let at = count;
  while (at > first && entries[at - 1] >>> 16 > match >>> 16) at--;
  if (at > first && entries[at - 1] === match) return count;
  entries.copyWithin(at + 1, at, count);
  entries[at] = match;
  return count + 1;
}

/** @param {Uint32Array} entries */
function grow(entries) {
  const larger = new Uint32Array(entries.length * 2);
  larger.set(entries);
  return larger;
}
