import { createHash } from 'node:crypto';
import { writeBackground, writeColour } from './write-box.js';

/** @import { Tools } from '../explain-images.js' */
/** @import { Decomposed, Explained } from '../types.ts' */

/**
 * Returns the background behind the text of an image: in CSS, and as a file if it needs one.
 * @param {Decomposed} image @param {Tools['encodePng']} encodePng
 */
export function writeBehind(image, encodePng) {
  const plain = writeBackground(image);
  if (plain !== null) return { css: plain, plain, drawn: null };
  const { width, height } = image.picture;
  const whole = { width, height, rgba: layBackground(image) };
  const part = cropToDrawing(whole);
  const drawn = {
    ...drawPng(part ? part.image : cropToPeriod(whole), encodePng),
    ...(part ? { around: part.around } : {}),
  };
  const url = `url(data:image/png;base64,${Buffer.from(drawn.bytes).toString('base64')})`;
  return { css: part ? part.around.replace(PLACE, url) : url, plain, drawn };
}

/** The place of a background's file in a declaration. */
export const PLACE = '{background}';
/** Max share of a box that a drawing covers if the rest is a colour in CSS. */
const MAX_DRAWING = 0.5;

/**
 * Crops an opaque image to what differs from its most frequent colour. The images of a menu often have the same
 * drawing, such as a bullet, at different places.
 * @param {{ width: number, height: number, rgba: Uint8Array }} image
 * @returns {{ image: { width: number, height: number, rgba: Uint8Array }, around: string } | null} null if most of the
 *   image differs
 */
export function cropToDrawing({ width, height, rgba }) {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const [colour] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  const at = pixels.indexOf(colour) * 4;
  if (pixels.some((_, pixel) => rgba[pixel * 4 + 3] < 255)) return null;
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (const [pixel, value] of pixels.entries()) {
    if (value === colour) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  const size = { width: right - left, height: bottom - top };
  if (left >= right || size.width * size.height > width * height * MAX_DRAWING) return null;
  const part = new Uint8Array(size.width * size.height * 4);
  for (let y = 0; y < size.height; y++) {
    const from = ((top + y) * width + left) * 4;
    part.set(rgba.subarray(from, from + size.width * 4), y * size.width * 4);
  }
  const place = [left, top].map((px) => (px === 0 ? '0' : `${px}px`)).join(' ');
  const drawing = { ...size, rgba: part };
  // A line over all of the box can repeat.
  const shown = size.width === width ? cropToPeriod(drawing) : drawing;
  const ground = writeColour([rgba[at], rgba[at + 1], rgba[at + 2]]);
  const repeat = shown.width < drawing.width ? 'repeat-x' : 'no-repeat';
  return { image: shown, around: `${ground} ${PLACE} ${place} ${repeat}` };
}

/** Composes the background of an image with its transparency. @param {Decomposed} image */
export function layBackground({ background: { rgb, clear }, picture: { width, height } }) {
  const rgba = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at++) {
    if (clear?.[at]) continue;
    rgba.set(rgb.subarray(at * 3, at * 3 + 3), at * 4);
    rgba[at * 4 + 3] = 255;
  }
  return rgba;
}

/**
 * @param {{ width: number, height: number, rgba: Uint8Array }} image @param {Tools['encodePng']} encodePng
 * @returns {NonNullable<Explained['background']>}
 */
export function drawPng(image, encodePng) {
  const bytes = encodePng(image);
  return { bytes, key: nameOf(bytes) };
}

/**
 * Crops an image that repeats from left to right to its shortest period.
 * @param {{ width: number, height: number, rgba: Uint8Array }} image
 */
export function cropToPeriod({ width, height, rgba }) {
  const pixels = new Uint32Array(rgba.buffer, rgba.byteOffset, width * height);
  let period = 1;
  while (period * 2 <= width && !repeatsAfter(pixels, width, period)) period++;
  if (period * 2 > width) return { width, height, rgba };
  const cropped = new Uint32Array(period * height);
  for (let y = 0; y < height; y++) cropped.set(pixels.subarray(y * width, y * width + period), y * period);
  return { width: period, height, rgba: new Uint8Array(cropped.buffer) };
}

/** @param {Uint32Array} pixels @param {number} width @param {number} period */
function repeatsAfter(pixels, width, period) {
  for (let at = pixels.length - 1; at >= 0; at--)
    if (at % width >= period && pixels[at] !== pixels[at - period]) return false;
  return true;
}

/** Returns a name that the same bytes always have. @param {Uint8Array} bytes */
export function nameOf(bytes) {
  return `g${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`;
}
