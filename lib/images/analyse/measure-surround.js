import { findParts } from './find-parts.js';

/** @import { Raster } from './raster.js' */

/** Max difference of a pixel to the background or foreground colour, in levels. Both are known to sixteen levels. */
const NEAR = 40;

/**
 * Measures the colours around text and of the text: one colour each, or a graphic next to the text and characters of
 * many colours.
 * @param {Raster} raster
 * @param {Uint8Array} inside 1 for the pixels of lines of text
 * @param {Uint8Array} mask of the foreground
 * @returns {Record<string, number>}
 */
export function measureSurround({ width, height, rgb }, inside, mask) {
  const count = width * height;
  const ground = commonest(rgb, inside, mask, 0);
  const ink = commonest(rgb, inside, mask, 1);
  const other = new Uint8Array(count);
  let outside = 0;
  let others = 0;
  let likeGround = 0;
  let inkPixels = 0;
  let likeInk = 0;
  let between = 0;
  for (let at = 0; at < count; at++) {
    const onGround = gapTo(rgb, at, ground) <= NEAR;
    const onInk = gapTo(rgb, at, ink) <= NEAR;
    if (inside[at] === 1) {
      if (mask[at] === 1) {
        inkPixels++;
        if (onInk) likeInk++;
      } else if (!onGround && !onInk) between++;
      continue;
    }
    outside++;
    if (onGround) likeGround++;
    else {
      other[at] = 1;
      others++;
    }
  }
  const parts = findParts(other, width, height) ?? [];
  const largest = parts.reduce(
    (most, part) => (part.area > most.area ? part : most),
    parts[0] ?? { left: 0, right: 0, top: 0, bottom: 0, area: 0 },
  );
  return {
    besideGround: outside > 0 ? likeGround / outside : 1,
    besideOther: others / count,
    besideParts: Math.log1p(parts.length),
    besideLargest: largest.area / count,
    besideWidth: (largest.right - largest.left) / width,
    besideHeight: (largest.bottom - largest.top) / height,
    besideSquare: Math.log((largest.right - largest.left + 1) / (largest.bottom - largest.top + 1)),
    inkEven: inkPixels > 0 ? likeInk / inkPixels : 0,
    inkToGround: gapOf(ink, ground),
    inkColour: Math.max(...ink) - Math.min(...ink),
    groundColour: Math.max(...ground) - Math.min(...ground),
    groundBusy: between / Math.max(1, count - outside),
  };
}

/**
 * Returns the most frequent colour of the foreground or background in lines of text, to sixteen levels per channel.
 * @param {Uint8Array} rgb @param {Uint8Array} inside @param {Uint8Array} mask @param {0 | 1} side of the mask
 */
function commonest(rgb, inside, mask, side) {
  const histogram = new Uint32Array(4096);
  for (let at = 0; at < mask.length; at++) {
    if (inside[at] === 1 && mask[at] === side)
      histogram[((rgb[at * 3] >> 4) << 8) | ((rgb[at * 3 + 1] >> 4) << 4) | (rgb[at * 3 + 2] >> 4)]++;
  }
  const best = histogram.indexOf(histogram.reduce((most, value) => Math.max(most, value), 0));
  return [(best >> 8) * 16 + 8, ((best >> 4) & 15) * 16 + 8, (best & 15) * 16 + 8];
}

/**
 * @param {Uint8Array} rgb
 * @param {number} at
 * @param {readonly number[]} colour
 */
function gapTo(rgb, at, colour) {
  return Math.max(
    Math.abs(rgb[at * 3] - colour[0]),
    Math.abs(rgb[at * 3 + 1] - colour[1]),
    Math.abs(rgb[at * 3 + 2] - colour[2]),
  );
}

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
function gapOf(a, b) {
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
}
