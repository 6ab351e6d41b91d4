import { channelsOf, hexOf } from './count-colours.js';
import { fitStops } from './fit-linear.js';

/**
 * @import { Stop } from '../types.ts'
 * @import { Box } from './describe-shape.js'
 *
 * @typedef {{ readonly kind: 'flat', readonly colour: string }
 *   | { readonly kind: 'radial', readonly x: number, readonly y: number, readonly stops: readonly Stop[] }} Fill centre
 *   and stops of a radial fill are in pixels of the image
 */

const FLAT_LEVELS = 24;
/** Max error of the shading, in levels. On a bullet a few pixels wide, exact shading is invisible. */
const SHADE_TOLERANCE = 14;

/**
 * Describes the fill of a figure: one colour, or shading around a centre. Returns null if it is neither.
 * @param {Uint8Array} rgba
 * @param {number} width
 * @param {Float32Array} drawn coverage of each pixel by the outline
 * @param {Float32Array} cover coverage of each pixel by the figure
 * @param {Box} box
 * @returns {Fill | null}
 */
export function describeFill(rgba, width, drawn, cover, box) {
  const inside = pixelsInside(drawn, cover, 0.9);
  // A line that covers hardly a whole pixel has one colour, mixed with the background at its edges.
  if (inside.length < 4) {
    const most = pixelsInside(drawn, cover, 0.6);
    return most.length > 0 ? { kind: 'flat', colour: hexOf(commonest(rgba, most), 0) } : null;
  }
  const colour = commonest(rgba, inside);
  const off = inside.filter((i) => gapTo(rgba, i, colour) > FLAT_LEVELS).length;
  if (off <= inside.length * 0.04) return { kind: 'flat', colour: hexOf(colour, 0) };
  return describeShading(rgba, width, inside, box);
}

/**
 * Returns the pixels that both the outline and the figure cover by more than a share.
 * @param {Float32Array} drawn
 * @param {Float32Array} cover
 * @param {number} least
 */
function pixelsInside(drawn, cover, least) {
  const inside = [];
  for (let i = 0; i < drawn.length; i++) if (drawn[i] > least && cover[i] > least) inside.push(i);
  return inside;
}

/**
 * @param {Uint8Array} rgba
 * @param {number[]} inside
 */
function commonest(rgba, inside) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const i of inside) counts.set(hexOf(rgba, i * 4), (counts.get(hexOf(rgba, i * 4)) ?? 0) + 1);
  return channelsOf([...counts].sort((a, b) => b[1] - a[1])[0][0]);
}

/**
 * @param {Uint8Array} rgba
 * @param {number} pixel
 * @param {readonly number[]} colour
 */
function gapTo(rgba, pixel, colour) {
  let gap = 0;
  for (let channel = 0; channel < 4; channel++) {
    gap = Math.max(gap, Math.abs(rgba[pixel * 4 + channel] - colour[channel]));
  }
  return gap;
}

/**
 * Finds the centre around which equal distances have equal colours.
 * @param {Uint8Array} rgba
 * @param {number} width
 * @param {number[]} inside
 * @param {Box} box
 * @returns {Fill | null}
 */
function describeShading(rgba, width, inside, box) {
  const spanX = box.right - box.left;
  const spanY = box.bottom - box.top;
  let best = null;
  for (let row = 2; row <= 10; row++) {
    for (let column = 2; column <= 10; column++) {
      const x = Math.round((box.left + (column / 12) * spanX) * 2) / 2;
      const y = Math.round((box.top + (row / 12) * spanY) * 2) / 2;
      const rings = ringsAround(rgba, width, inside, x, y);
      if (!best || rings.error < best.rings.error) best = { x, y, rings };
    }
  }
  if (!best || best.rings.error > 40) return null;
  const stops = fitStops(best.rings.samples, SHADE_TOLERANCE).map(({ colour, at }) => ({
    colour,
    at: Math.round(at * 10) / 10,
  }));
  return stops.length < 2 ? null : { kind: 'radial', x: best.x, y: best.y, stops };
}

/**
 * Returns the mean colours by distance from a centre, and the deviation of the pixels from them.
 * @param {Uint8Array} rgba
 * @param {number} width
 * @param {number[]} inside
 * @param {number} x
 * @param {number} y
 */
function ringsAround(rgba, width, inside, x, y) {
  /** @type {Map<number, { at: number, pixels: number[] }>} */
  const rings = new Map();
  for (const i of inside) {
    const distance = Math.hypot((i % width) + 0.5 - x, Math.floor(i / width) + 0.5 - y);
    const ring = rings.get(Math.round(distance));
    if (ring) {
      ring.pixels.push(i);
      ring.at += distance;
    } else rings.set(Math.round(distance), { at: distance, pixels: [i] });
  }
  let error = 0;
  const samples = [];
  for (const [, { at, pixels }] of [...rings].sort((a, b) => a[0] - b[0])) {
    const colour = [0, 1, 2, 3].map((c) => pixels.reduce((sum, i) => sum + rgba[i * 4 + c], 0) / pixels.length);
    samples.push({ at: at / pixels.length, colour });
    error += pixels.reduce((sum, i) => sum + gapTo(rgba, i, colour), 0);
  }
  return { samples, error: error / inside.length };
}

/**
 * Returns the colour of a fill at a point.
 * @param {Fill} fill
 * @param {number} x
 * @param {number} y
 */
export function mixFill(fill, x, y) {
  if (fill.kind === 'flat') return channelsOf(fill.colour);
  const distance = Math.hypot(x - fill.x, y - fill.y);
  const next = Math.max(
    1,
    fill.stops.findIndex((stop) => stop.at >= distance),
  );
  const to = fill.stops[next === -1 || distance > fill.stops[fill.stops.length - 1].at ? fill.stops.length - 1 : next];
  const from = fill.stops[fill.stops.indexOf(to) - 1];
  const share = Math.min(1, Math.max(0, (distance - from.at) / (to.at - from.at || 1)));
  const end = channelsOf(to.colour);
  return channelsOf(from.colour).map((value, i) => value + (end[i] - value) * share);
}
