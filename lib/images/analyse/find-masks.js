/** @import { Raster } from './raster.js' */

/**
 * Returns candidate separations of foreground and background: by contrast with the border's colour, by brightness, and
 * by colour.
 * @param {Raster} raster
 * @returns {Uint8Array[]} the first is by contrast with the border's colour
 */
export function findMasks(raster) {
  const { luma } = raster;
  const masks = [maskAgainst(raster, groundColour(raster))];
  const histogram = countLevels(luma);
  const threshold = splitBrightness(histogram);
  if (threshold !== null) {
    masks.push(markAbove(luma, threshold), markUpTo(luma, threshold));
    const upper = splitBrightness(histogram, threshold + 1, 256);
    const lower = splitBrightness(histogram, 0, threshold + 1);
    if (upper !== null && upper > threshold) masks.push(markAbove(luma, upper));
    if (lower !== null && lower < threshold) masks.push(markUpTo(luma, lower));
  }
  for (const colour of commonColours(raster, 3)) masks.push(maskNear(raster, colour));
  return masks;
}

/** Marks values above a limit. @param {Uint8Array} values @param {number} limit */
function markAbove(values, limit) {
  const mask = new Uint8Array(values.length);
  for (let at = 0; at < mask.length; at++) mask[at] = values[at] > limit ? 1 : 0;
  return mask;
}

/** Marks values up to a limit. @param {Uint8Array} values @param {number} limit */
function markUpTo(values, limit) {
  const mask = new Uint8Array(values.length);
  for (let at = 0; at < mask.length; at++) mask[at] = values[at] > limit ? 0 : 1;
  return mask;
}

/** @param {Uint8Array} luma */
function countLevels(luma) {
  const histogram = new Uint32Array(256);
  for (let at = 0; at < luma.length; at++) histogram[luma[at]]++;
  return histogram;
}

/**
 * Returns the most frequent colour along the border, as `[r, g, b]`.
 * @param {Raster} raster
 * @returns {[number, number, number]}
 */
function groundColour({ width, height, rgb }) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  const add = (/** @type {number} */ pixel) => {
    const key = rgb[pixel * 3] * 65536 + rgb[pixel * 3 + 1] * 256 + rgb[pixel * 3 + 2];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (let x = 0; x < width; x++) {
    add(x);
    add((height - 1) * width + x);
  }
  for (let y = 0; y < height; y++) {
    add(y * width);
    add(y * width + width - 1);
  }
  let best = 0;
  let most = -1;
  for (const [key, count] of counts) {
    if (count > most) {
      most = count;
      best = key;
    }
  }
  return [best >> 16, (best >> 8) & 255, best & 255];
}

/**
 * Marks pixels that differ from a background colour by at least half of the strongest contrast, so that soft edges do
 * not join characters.
 * @param {Raster} raster
 * @param {[number, number, number]} ground
 */
function maskAgainst({ rgb, luma }, [r, g, b]) {
  const distances = new Uint8Array(luma.length);
  const histogram = new Uint32Array(256);
  for (let i = 0; i < luma.length; i++) {
    const distance = Math.max(Math.abs(rgb[i * 3] - r), Math.abs(rgb[i * 3 + 1] - g), Math.abs(rgb[i * 3 + 2] - b));
    distances[i] = distance;
    histogram[distance]++;
  }
  let strong = 255;
  for (let seen = histogram[255]; strong > 0 && seen < luma.length * 0.01; strong--) seen += histogram[strong - 1];
  const threshold = Math.max(10, strong * 0.4);
  return markAbove(distances, threshold);
}

/**
 * Marks pixels near one colour.
 * @param {Raster} raster
 * @param {number} colour packed, 4 bits per channel
 */
function maskNear({ rgb, luma }, colour) {
  const r = (colour >> 8) * 16 + 8;
  const g = ((colour >> 4) & 15) * 16 + 8;
  const b = (colour & 15) * 16 + 8;
  const mask = new Uint8Array(luma.length);
  for (let i = 0; i < luma.length; i++) {
    const near =
      Math.abs(rgb[i * 3] - r) < 40 && Math.abs(rgb[i * 3 + 1] - g) < 40 && Math.abs(rgb[i * 3 + 2] - b) < 40;
    mask[i] = near ? 1 : 0;
  }
  return mask;
}

/**
 * Returns the most frequent colours that differ clearly, packed with 4 bits per channel, most frequent first.
 * @param {Raster} raster
 * @param {number} limit
 */
function commonColours({ rgb, luma }, limit) {
  const histogram = new Uint32Array(4096);
  for (let i = 0; i < luma.length; i++) {
    histogram[((rgb[i * 3] >> 4) << 8) | ((rgb[i * 3 + 1] >> 4) << 4) | (rgb[i * 3 + 2] >> 4)]++;
  }
  const ranked = [];
  for (let key = 0; key < 4096; key++) if (histogram[key] > luma.length * 0.01) ranked.push(key);
  ranked.sort((a, b) => histogram[b] - histogram[a]);
  /** @type {number[]} */
  const picked = [];
  for (const key of ranked) {
    const apart = picked.every(
      (other) =>
        Math.abs((key >> 8) - (other >> 8)) > 3 ||
        Math.abs(((key >> 4) & 15) - ((other >> 4) & 15)) > 3 ||
        Math.abs((key & 15) - (other & 15)) > 3,
    );
    if (apart) picked.push(key);
    if (picked.length === limit) break;
  }
  return picked;
}

/**
 * Returns the brightness that splits a range of the histogram best (Otsu), null if the range cannot be split.
 * @param {Uint32Array} histogram
 * @param {number} from
 * @param {number} to
 */
function splitBrightness(histogram, from = 0, to = 256) {
  let count = 0;
  let sum = 0;
  for (let level = from; level < to; level++) {
    count += histogram[level];
    sum += level * histogram[level];
  }
  let below = 0;
  let sumBelow = 0;
  let best = 0;
  let threshold = null;
  for (let level = from; level < to; level++) {
    below += histogram[level];
    sumBelow += level * histogram[level];
    const above = count - below;
    if (below === 0 || above === 0) continue;
    const gap = sumBelow / below - (sum - sumBelow) / above;
    const between = below * above * gap * gap;
    if (between > best) {
      best = between;
      threshold = level;
    }
  }
  return threshold;
}
