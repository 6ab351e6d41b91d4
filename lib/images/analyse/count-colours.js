/** One more than the max colours of a palette. */
const MANY = 257;

/**
 * @typedef {object} ColourCount
 * @property {number} colours exact distinct colours, at most 257
 * @property {'none' | 'binary' | 'partial' | 'full'} transparency
 * @property {string | null} solid the colour of all pixels if they have only one
 * @property {number[]} shares of the most frequent colours among the counted ones, largest first
 */

/** Slots of a hash table for that many colours: a power of two, most of them empty. */
const SLOTS = 2048;
/** Knuth's multiplicative hash, and the bits of its 32 that a slot does not need. */
const [HASH, SHIFT] = [2654435761, 32 - Math.log2(SLOTS)];

/**
 * Counts the exact colours of a frame as rendered: all fully transparent pixels count as the same. Every pixel of every
 * image is counted, and a table of numbers takes a third of the time of a `Map`.
 * @param {Uint8Array} rgba
 * @returns {ColourCount}
 */
export function countColours(rgba) {
  const pixels = rgba.length / 4;
  const words = wordsOf(rgba);
  const keys = new Uint32Array(SLOTS);
  const counts = new Uint32Array(SLOTS);
  let [colours, clear, partial] = [0, 0, 0];
  let at = 0;
  while (at < pixels) {
    const word = words[at];
    const from = at;
    while (at < pixels && words[at] === word) at++;
    const alpha = rgba[from * 4 + 3];
    if (alpha === 0) clear += at - from;
    else if (alpha !== 255) partial += at - from;
    const key = alpha === 0 ? 0 : word;
    let slot = Math.imul(key, HASH) >>> SHIFT;
    while (counts[slot] > 0 && keys[slot] !== key) slot = (slot + 1) % SLOTS;
    if (counts[slot] === 0) {
      if (colours === MANY) continue;
      colours++;
      keys[slot] = key;
    }
    counts[slot] += at - from;
  }
  return {
    colours,
    transparency: clear === pixels ? 'full' : partial > 0 ? 'partial' : clear > 0 ? 'binary' : 'none',
    solid: colours === 1 ? hexOf(rgba, 0) : null,
    shares: [...counts.filter((count) => count > 0)].sort((a, b) => b - a).map((count) => count / pixels),
  };
}

/** Returns pixels as one number each, without a copy if they are aligned in memory. @param {Uint8Array} rgba */
export function wordsOf(rgba) {
  const { buffer, byteOffset, length } = rgba.byteOffset % 4 === 0 ? rgba : rgba.slice();
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/**
 * Returns the CSS colour of a pixel: `#rrggbb`, or `#rrggbbaa` if it is not opaque.
 * @param {ArrayLike<number>} rgba
 * @param {number} at index of its first channel
 */
export function hexOf(rgba, at) {
  const alpha = Math.round(rgba[at + 3]);
  if (alpha === 0) return '#00000000';
  const channels = [rgba[at], rgba[at + 1], rgba[at + 2]];
  if (alpha !== 255) channels.push(alpha);
  return `#${channels.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`;
}

/**
 * Returns the channels of a `#rrggbb` or `#rrggbbaa` colour.
 * @param {string} hex
 * @returns {[number, number, number, number]}
 */
export function channelsOf(hex) {
  const value = (/** @type {number} */ at) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [value(1), value(3), value(5), hex.length > 7 ? value(7) : 255];
}
