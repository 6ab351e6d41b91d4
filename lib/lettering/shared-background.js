import { createHash } from 'node:crypto';
/** @import { DecodedImage } from '../types.ts' */
/** @import { Ground, Raster } from './types.ts' */
import { findMode, layFlat } from './raster.js';

/** Share of pixels two images must have in common to be of one family. */
const KIN = 0.7;
/** Buttons of a theme whose common background is trusted; two may agree by chance. */
const MIN_FAMILY = 3;
/** Share of pixels that at least two members must agree on. */
const MIN_AGREED = 0.97;

/**
 * Recovers the background that a family of images shares, from the pixels that their words leave free; null where
 * there is none.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings images of the same site
 * @returns {Ground | null}
 */
export function recoverSharedBackground(decoded, siblings) {
  const { width, height } = decoded;
  const pixels = width * height;
  const own = readPixels(decoded);
  const seen = new Set();
  const kin = siblings.filter((sibling) => {
    if (sibling.width !== width || sibling.height !== height || sibling.frames.length !== 1) return false;
    const other = readPixels(sibling);
    let equal = 0;
    for (let pixel = 0; pixel < pixels; pixel++) if (own[pixel] === other[pixel]) equal++;
    const isNew = !seen.has(hashPixels(other));
    seen.add(hashPixels(other));
    return isNew && equal >= pixels * KIN && equal < pixels;
  });
  if (kin.length + 1 < MIN_FAMILY) return null;
  const members = [own, ...kin.map(readPixels)];
  const ink = findInkValue(members);
  const background = new Uint32Array(pixels);
  const hidden = new Uint8Array(pixels);
  let agreed = 0;
  for (let pixel = 0; pixel < pixels; pixel++) {
    const { value, votes, isInked } = elect(members, pixel, ink);
    background[pixel] = value;
    hidden[pixel] = isInked ? 1 : 0;
    if (votes > 1 || isInked) agreed++;
  }
  if (agreed < pixels * MIN_AGREED) return null;
  return describeBackground(decoded, coverHidden(background, hidden, ink, width));
}

/** The value that members differ by most often. @param {readonly Uint32Array[]} members */
function findInkValue(members) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let pixel = 0; pixel < members[0].length; pixel++) {
    if (members.every((member) => member[pixel] === members[0][pixel])) continue;
    for (const member of members) counts.set(member[pixel], (counts.get(member[pixel]) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? -1;
}

/**
 * The value most members have at a pixel, ink left aside; of equal ones the smallest, so that every member finds the
 * same background.
 * @param {readonly Uint32Array[]} members @param {number} pixel @param {number} ink
 */
function elect(members, pixel, ink) {
  const free = members.filter((member) => member[pixel] !== ink);
  let value = ink;
  let votes = free.length ? 0 : members.length;
  for (const member of free) {
    let count = 0;
    for (const other of free) if (other[pixel] === member[pixel]) count++;
    if (count > votes || (count === votes && member[pixel] < value)) [value, votes] = [member[pixel], count];
  }
  return { value, votes, isInked: free.length < members.length && free.length > 0 };
}

/**
 * Fills what words hide in every member with the nearest free pixel of the row.
 * @param {Uint32Array} background
 * @param {Uint8Array} inked 1 where some member shows ink
 * @param {number} ink
 * @param {number} width
 */
function coverHidden(background, inked, ink, width) {
  const covered = Uint32Array.from(background);
  for (let pixel = 0; pixel < background.length; pixel++) {
    if (background[pixel] !== ink) continue;
    const near = [-1, 1, -width, width, -width - 1, -width + 1, width - 1, width + 1].some(
      (step) => inked[pixel + step],
    );
    if (!near) continue;
    for (let step = 1; step < width; step++) {
      const free = [pixel - step, pixel + step].find(
        (other) => background[other] !== undefined && background[other] !== ink,
      );
      if (free === undefined) continue;
      covered[pixel] = background[free];
      break;
    }
  }
  return covered;
}

/** @param {Uint32Array} pixels */
function hashPixels(pixels) {
  return createHash('sha256').update(pixels).digest('hex');
}

/** One number for each pixel. @param {DecodedImage} image */
function readPixels({ frames, width, height }) {
  const { rgba } = frames[0];
  const view = new DataView(rgba.buffer, rgba.byteOffset, width * height * 4);
  return Uint32Array.from({ length: width * height }, (_, pixel) => view.getUint32(pixel * 4));
}

/** @param {DecodedImage} decoded @param {Uint32Array} background @returns {Ground} */
function describeBackground(decoded, background) {
  const { width, height } = decoded;
  const rgba = new Uint8Array(width * height * 4);
  const view = new DataView(rgba.buffer);
  for (const [pixel, value] of background.entries()) view.setUint32(pixel * 4, value);
  /** @type {Raster} */
  const image = layFlat({ ...decoded, frames: [{ rgba, delayMs: 0 }] });
  return {
    kind: 'shared',
    colour: findMode(image.rgb, background.keys())?.colour ?? [255, 255, 255],
    lines: [],
    rgb: image.rgb,
    rgba,
    area: { x: 0, y: 0, width, height },
    frame: null,
    strips: [],
    variance: 0,
  };
}
