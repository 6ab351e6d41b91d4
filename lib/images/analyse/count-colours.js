/** One more than the max colours of a palette. */
const MANY = 257;

/**
 * @typedef {object} ColourCount
 * @property {number} colours exact distinct colours, at most 257
 * @property {'none' | 'binary' | 'partial' | 'full'} transparency
 * @property {string | null} solid the colour of all pixels if they have only one
 * @property {number[]} shares of the most frequent colours among the counted ones, largest first
 */

/**
 * Counts the exact colours of a frame as rendered: all fully transparent pixels count as the same.
 * @param {Uint8Array} rgba
 * @returns {ColourCount}
 */
export function countColours(rgba) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const pixels = rgba.length / 4;
  let clear = 0;
  let partial = 0;
  let last = -1;
  let run = 0;
  const flush = () => {
    if (run === 0) return;
    const known = counts.get(last);
    if (known !== undefined) counts.set(last, known + run);
    else if (counts.size < MANY) counts.set(last, run);
  };
  for (let i = 0; i < rgba.length; i += 4) {
    const alpha = rgba[i + 3];
    if (alpha === 0) clear++;
    else if (alpha !== 255) partial++;
    const key = alpha === 0 ? 0 : rgba[i] + rgba[i + 1] * 256 + rgba[i + 2] * 65536 + alpha * 16777216;
    if (key === last) {
      run++;
      continue;
    }
    flush();
    last = key;
    run = 1;
  }
  flush();
  const colours = counts.size;
  return {
    colours,
    transparency: clear === pixels ? 'full' : partial > 0 ? 'partial' : clear > 0 ? 'binary' : 'none',
    solid: colours === 1 ? hexOf(rgba, 0) : null,
    shares: [...counts.values()].sort((a, b) => b - a).map((count) => count / pixels),
  };
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
