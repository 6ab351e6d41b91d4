import { present } from './checks.js';

/**
 * Facts about pixels for the encoders. Colours are words `alpha << 24 | blue << 16 | green << 8 | red`, with all fully
 * transparent ones as 0. `indices` point into `colours` and are null above 256 colours.
 * @typedef {{ readonly width: number, readonly height: number, readonly pixels: Uint32Array, readonly colours:
 *   readonly number[], readonly counts: readonly number[], readonly indices: Uint8Array | null, readonly grey: boolean,
 *   readonly alpha: 'none' | 'binary' | 'partial' }} Pixels
 */

/**
 * Counts the colours of RGBA pixels, up to 256.
 * @param {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} image
 * @returns {Pixels}
 */
export function describePixels({ width, height, rgba }) {
  const pixels = toWords(rgba);
  const indices = new Uint8Array(pixels.length);
  /** @type {Map<number, number>} */
  const known = new Map();
  /** @type {number[]} */
  const counts = [];
  let [grey, hidden, partial, last, lastIndex, overflow] = [true, false, false, -1, 0, false];
  for (let i = 0; i < pixels.length; i++) {
    const word = pixels[i];
    if (word !== last) {
      last = word;
      const alpha = word >>> 24;
      if (alpha === 0) hidden = true;
      else if (alpha < 255) partial = true;
      if (((word >>> 8) & 0xff) !== (word & 0xff) || ((word >>> 16) & 0xff) !== (word & 0xff)) grey = false;
      if (overflow) continue;
      const index = known.get(word);
      if (index !== undefined) lastIndex = index;
      else if (known.size === 256) {
        overflow = true;
        continue;
      } else {
        lastIndex = known.size;
        known.set(word, lastIndex);
        counts.push(0);
      }
    }
    if (overflow) continue;
    counts[lastIndex]++;
    indices[i] = lastIndex;
  }
  return {
    ...{ width, height, pixels, grey },
    colours: overflow ? [] : [...known.keys()],
    counts: overflow ? [] : counts,
    indices: overflow ? null : indices,
    alpha: partial ? 'partial' : hidden ? 'binary' : 'none',
  };
}

/**
 * Reads RGBA bytes as words, with one word for all fully transparent pixels.
 * @param {Uint8Array} rgba
 */
export function toWords(rgba) {
  const words = new Uint32Array(rgba.length >> 2);
  new Uint8Array(words.buffer).set(rgba.subarray(0, words.length * 4));
  for (let i = 0; i < words.length; i++) if (words[i] >>> 24 === 0) words[i] = 0;
  return words;
}

/** @param {number} word */
function brightness(word) {
  return (word & 0xff) * 299 + ((word >>> 8) & 0xff) * 587 + ((word >>> 16) & 0xff) * 114;
}

/** @param {number} word */
function redFirst(word) {
  return ((word & 0xff) << 16) | (word & 0xff00) | ((word >>> 16) & 0xff);
}

/** @typedef {'brightness' | 'count' | 'seen' | 'red' | 'neighbours'} PaletteOrder */

/**
 * Sorts the palette. Transparent entries come first, so that the list of alpha values stays short.
 * @param {Pixels} image
 * @param {PaletteOrder} order
 * @returns {number[]}
 */
export function orderPalette(image, order) {
  const { colours, counts } = image;
  const entries = colours.map((_, i) => i);
  if (order === 'count') entries.sort((a, b) => counts[b] - counts[a] || a - b);
  if (order === 'brightness') entries.sort((a, b) => brightness(colours[a]) - brightness(colours[b]) || a - b);
  if (order === 'red') entries.sort((a, b) => redFirst(colours[a]) - redFirst(colours[b]));
  const sorted = order === 'neighbours' ? chainNeighbours(image) : entries;
  const isSolid = (/** @type {number} */ entry) => Number(colours[entry] >>> 24 === 255);
  return sorted
    .map((entry, at) => ({ entry, at }))
    .sort((a, b) => isSolid(a.entry) - isSolid(b.entry) || a.at - b.at)
    .map(({ entry }) => entry);
}

/**
 * Chains colours so that those that are adjacent in the image are close in the palette (a greedy form of the reordering
 * by Zeng, Li and Lei).
 * @param {Pixels} image
 * @returns {number[]}
 */
function chainNeighbours({ width, colours, counts, indices }) {
  const size = colours.length;
  const meetings = new Uint32Array(size * size);
  const cells = present(indices);
  const meet = (/** @type {number} */ a, /** @type {number} */ b) => {
    if (a === b) return;
    meetings[a * size + b]++;
    meetings[b * size + a]++;
  };
  for (let i = 0; i < cells.length; i++) {
    if (i % width > 0) meet(cells[i], cells[i - 1]);
    if (i >= width) meet(cells[i], cells[i - width]);
  }
  const left = new Set(colours.keys());
  const start = counts.indexOf(Math.max(...counts));
  const chain = [start];
  left.delete(start);
  const pull = Float64Array.from({ length: size }, (_, i) => meetings[start * size + i]);
  while (left.size > 0) {
    let next = -1;
    for (const i of left) if (next < 0 || pull[i] > pull[next]) next = i;
    let lean = 0;
    chain.forEach((other, at) => {
      lean += (chain.length - 1 - 2 * at) * meetings[next * size + other];
    });
    if (lean > 0) chain.unshift(next);
    else chain.push(next);
    left.delete(next);
    for (const i of left) pull[i] += meetings[next * size + i];
  }
  return chain;
}
