import { present } from '../checks.js';

/** Order in which the lengths of the code-length code are sent, RFC 1951 section 3.2.7. */
const lengthOrder = Object.freeze([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);

/**
 * Computes optimal code lengths of at most `limit` bits.
 * @param {ArrayLike<number>} counts
 * @param {number} limit
 */
export function codeLengths(counts, limit) {
  const lengths = new Uint8Array(counts.length);
  const used = [];
  for (let i = 0; i < counts.length; i++) if (counts[i] > 0) used.push(i);
  if (used.length < 2) {
    for (const symbol of used) lengths[symbol] = 1;
    return lengths;
  }
  used.sort((a, b) => counts[a] - counts[b] || a - b);
  const depths = treeDepths(used.map((symbol) => counts[symbol]));
  if (depths[0] > limit) limitLengths(counts, used, limit, lengths);
  else for (let i = 0; i < used.length; i++) lengths[used[i]] = depths[i];
  return lengths;
}

/**
 * Computes the depths of a Huffman tree's leaves, lightest and deepest first.
 * @param {readonly number[]} weights ascending
 */
function treeDepths(weights) {
  const leaves = weights.length;
  const sums = new Float64Array(leaves - 1);
  const parents = new Uint16Array(leaves * 2 - 1);
  let [leaf, inner] = [0, 0];
  for (let made = 0; made < leaves - 1; made++) {
    for (let child = 0; child < 2; child++) {
      if (leaf < leaves && (inner >= made || weights[leaf] <= sums[inner])) {
        sums[made] += weights[leaf];
        parents[leaf++] = made;
      } else {
        sums[made] += sums[inner];
        parents[leaves + inner++] = made;
      }
    }
  }
  const depths = new Uint16Array(leaves * 2 - 1);
  for (let i = leaves * 2 - 3; i >= 0; i--) depths[i] = depths[leaves + parents[i]] + 1;
  return depths;
}

/**
 * Computes optimal code lengths under a limit by the package-merge method.
 * @param {ArrayLike<number>} counts
 * @param {readonly number[]} used symbols, rarest first
 * @param {number} limit
 * @param {Uint8Array} lengths output
 */
function limitLengths(counts, used, limit, lengths) {
  const leaves = used.map((symbol) => counts[symbol]);
  /** @type {Uint8Array[]} */
  const levels = [];
  let row = leaves;
  for (let level = 1; level < limit; level++) {
    const packages = row.length >> 1;
    const merged = new Array(leaves.length + packages);
    const isLeaf = new Uint8Array(merged.length);
    for (let i = 0, leaf = 0, pack = 0; i < merged.length; i++) {
      const weight = pack < packages ? row[pack * 2] + row[pack * 2 + 1] : Number.POSITIVE_INFINITY;
      if (leaf < leaves.length && leaves[leaf] <= weight) {
        merged[i] = leaves[leaf++];
        isLeaf[i] = 1;
      } else {
        merged[i] = weight;
        pack++;
      }
    }
    levels.push(isLeaf);
    row = merged;
  }
  let take = 2 * used.length - 2;
  for (let level = levels.length - 1; level >= 0 && take > 0; level--) {
    let leaf = 0;
    for (let i = 0; i < take; i++) if (levels[level][i]) lengths[used[leaf++]]++;
    take = (take - leaf) * 2;
  }
  for (let i = 0; i < take; i++) lengths[used[i]]++;
}

/**
 * Smooths neighbouring counts so that runs of equal lengths become longer and their description shorter (as in zopfli
 * and brotli).
 * @param {Float64Array} counts
 */
export function smoothCounts(counts) {
  const smooth = counts.slice();
  const size = usedLength(counts);
  const keep = new Uint8Array(size + 1);
  for (let at = 0; at < size; ) {
    let run = 1;
    while (at + run < size && counts[at + run] === counts[at]) run++;
    if (run >= (counts[at] === 0 ? 5 : 7)) keep.fill(1, at, at + run);
    at += run;
  }
  let [start, sum, level] = [0, 0, counts[0]];
  for (let at = 0; at <= size; at++) {
    if (at === size || keep[at] || Math.abs(counts[at] - level) >= 4) {
      if (at - start >= 4) smooth.fill(sum === 0 ? 0 : Math.max(1, Math.round(sum / (at - start))), start, at);
      [start, sum] = [at, 0];
      level =
        at + 3 < size ? (counts[at] + counts[at + 1] + counts[at + 2] + counts[at + 3] + 2) / 4 : (counts[at] ?? 0);
    }
    sum += counts[at] ?? 0;
    if (at - start >= 3) level = (sum + (at - start + 1) / 2) / (at - start + 1);
  }
  return smooth;
}

/**
 * Assigns canonical codes, reversed for a writer that starts at the lowest bit.
 * @param {Uint8Array} lengths
 */
export function canonicalCodes(lengths) {
  const codes = new Uint16Array(lengths.length);
  let code = 0;
  for (let bits = 1; bits <= 15; bits++) {
    for (let symbol = 0; symbol < lengths.length; symbol++) {
      if (lengths[symbol] !== bits) continue;
      let reversed = 0;
      for (let i = 0; i < bits; i++) reversed |= ((code >> i) & 1) << (bits - 1 - i);
      codes[symbol] = reversed;
      code++;
    }
    code <<= 1;
  }
  return codes;
}

/**
 * The shortest description of a block's two codes. Tokens are `symbol | extra << 8 | extraBits << 16`.
 * @typedef {{ readonly bits: number, readonly tokens: readonly number[], readonly lengths: Uint8Array, readonly sent:
 *   number, readonly literals: number, readonly distances: number }} TreeHeader
 */

/**
 * Tries each way of run-length coding the code lengths and returns the shortest. `inHurry` tries only the one that is
 * usually best.
 * @param {Uint8Array} literalLengths
 * @param {Uint8Array} distanceLengths
 * @param {boolean} [inHurry]
 * @returns {TreeHeader}
 */
export function encodeTrees(literalLengths, distanceLengths, inHurry = false) {
  const literals = Math.max(257, usedLength(literalLengths));
  const distances = Math.max(1, usedLength(distanceLengths));
  const all = new Uint8Array(literals + distances);
  all.set(literalLengths.subarray(0, literals));
  all.set(distanceLengths.subarray(0, distances), literals);
  /** @type {TreeHeader | null} */
  let best = null;
  for (let choice = inHurry ? 7 : 0; choice < 8; choice++) {
    const tokens = runLengths(all, (choice & 1) !== 0, (choice & 2) !== 0, (choice & 4) !== 0);
    const counts = new Uint32Array(19);
    let bits = 14;
    for (const token of tokens) {
      counts[token & 0xff]++;
      bits += token >> 16;
    }
    const lengths = codeLengths(counts, 7);
    let sent = 19;
    while (sent > 4 && lengths[lengthOrder[sent - 1]] === 0) sent--;
    bits += sent * 3;
    for (let symbol = 0; symbol < 19; symbol++) bits += counts[symbol] * lengths[symbol];
    if (!best || bits < best.bits) best = { bits, tokens, lengths, sent, literals, distances };
  }
  return present(best);
}

/** @param {Uint8Array | Float64Array} lengths */
function usedLength(lengths) {
  let length = lengths.length;
  while (length > 0 && lengths[length - 1] === 0) length--;
  return length;
}

/**
 * @param {Uint8Array} lengths
 * @param {boolean} repeat true if symbol 16 is used
 * @param {boolean} zeros true if symbol 17 is used
 * @param {boolean} manyZeros true if symbol 18 is used
 */
function runLengths(lengths, repeat, zeros, manyZeros) {
  const tokens = [];
  for (let at = 0; at < lengths.length; ) {
    const value = lengths[at];
    let run = 1;
    while (at + run < lengths.length && lengths[at + run] === value) run++;
    at += run;
    if (value === 0) {
      while (manyZeros && run >= 11) {
        const take = Math.min(run, 138);
        tokens.push(18 | ((take - 11) << 8) | (7 << 16));
        run -= take;
      }
      while (zeros && run >= 3) {
        const take = Math.min(run, 10);
        tokens.push(17 | ((take - 3) << 8) | (3 << 16));
        run -= take;
      }
    } else if (repeat && run >= 4) {
      tokens.push(value);
      run--;
      while (run >= 3) {
        const take = Math.min(run, 6);
        tokens.push(16 | ((take - 3) << 8) | (2 << 16));
        run -= take;
      }
    }
    for (; run > 0; run--) tokens.push(value);
  }
  return tokens;
}

/**
 * Writes a tree header.
 * @param {import('./bits.js').BitWriter} writer
 * @param {TreeHeader} header
 */
export function writeTrees(writer, header) {
  writer.put(header.literals - 257, 5);
  writer.put(header.distances - 1, 5);
  writer.put(header.sent - 4, 4);
  for (let i = 0; i < header.sent; i++) writer.put(header.lengths[lengthOrder[i]], 3);
  const codes = canonicalCodes(header.lengths);
  for (const token of header.tokens) {
    const symbol = token & 0xff;
    writer.put(codes[symbol], header.lengths[symbol]);
    writer.put((token >> 8) & 0xff, token >> 16);
  }
}
