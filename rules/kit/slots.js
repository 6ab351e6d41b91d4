/** @import { ImageBox } from '../../lib/visit/types.ts' */

import { present } from '../../lib/base/present.js';

/** A line that is off by no more than this tells a width as well as a browser draws it. */
const DRIFT_PX = 1;
/** With more parts, neighbours are told as one that is somewhat too wide. */
const MOST_PARTS = 6;
/** Shares are written in percent, with two digits after the point. */
const HUNDRED = 100;

/**
 * The width of a picture in windows of some widths: `share` of the window's and so many pixels more.
 * @typedef {{ readonly to: number, readonly share: number, readonly pixels: number }} Slot `to`: the widest window,
 *   Infinity in the last
 * @typedef {{ readonly window: number, readonly width: number }} Shown
 */

/**
 * How wide the whole file of an image is drawn in each window that was measured, what is cut off included, in CSS
 * pixels.
 * @param {ImageBox} box
 * @param {{ readonly width: number, readonly height: number }} image
 * @returns {Shown[]}
 */
export function widthsShown({ widths, growth }, image) {
  return widths.map(({ window, width, height }) => ({
    window,
    width: growth * Math.max(width, (height * image.width) / image.height),
  }));
}

/**
 * The largest of what several places need in each window.
 * @param {readonly (readonly Shown[])[]} places
 * @returns {Shown[]}
 */
export function widestShown(places) {
  const windows = [...new Set(places.flatMap((shown) => shown.map(({ window }) => window)))].sort((a, b) => a - b);
  return windows.map((window) => ({ window, width: Math.max(...places.map((shown) => widthAt(shown, window))) }));
}

/**
 * How wide a picture is drawn in a window that was perhaps not measured.
 * @param {readonly Shown[]} shown in order
 * @param {number} window
 */
export function widthAt(shown, window) {
  const next = shown.findIndex((one) => one.window >= window);
  if (next <= 0) return shown.at(next)?.width ?? 0;
  const [a, b] = [shown[next - 1], shown[next]];
  return a.width + ((b.width - a.width) * (window - a.window)) / (b.window - a.window);
}

/**
 * Describes measured widths by few straight lines that are never below them.
 * @param {readonly Shown[]} shown in order of windows
 * @returns {Slot[]}
 */
export function describeSlots(shown) {
  /** @type {Shown[][]} */
  const parts = [];
  for (let from = 0; from < shown.length; ) {
    let to = from + 1;
    while (to < shown.length && isStraight(shown.slice(from, to + 1))) to += 1;
    parts.push(shown.slice(from, to));
    from = to;
  }
  while (parts.length > MOST_PARTS) joinCheapest(parts);
  return parts.map((part, index) => drawSlot(part, index === parts.length - 1));
}

/** @param {readonly Shown[]} part */
function isStraight(part) {
  const [a, b] = [part[0], present(part.at(-1))];
  const share = (b.width - a.width) / (b.window - a.window);
  return part.every(({ window, width }) => Math.abs(a.width + share * (window - a.window) - width) <= DRIFT_PX);
}

/** Joins the two neighbours that differ least. @param {Shown[][]} parts */
function joinCheapest(parts) {
  const excess = (/** @type {number} */ at) => {
    const widths = [...parts[at], ...parts[at + 1]].map(({ width }) => width);
    return Math.max(...widths) / Math.max(1, Math.min(...widths));
  };
  const at = parts.slice(1).reduce((best, _, index) => (excess(index) < excess(best) ? index : best), 0);
  parts.splice(at, 2, [...parts[at], ...parts[at + 1]]);
}

/**
 * A line that is nowhere below a part.
 * @param {readonly Shown[]} part @param {boolean} isLast
 * @returns {Slot}
 */
function drawSlot(part, isLast) {
  const [a, b] = [part[0], present(part.at(-1))];
  const to = isLast ? Number.POSITIVE_INFINITY : b.window;
  const widest = Math.max(...part.map(({ width }) => width));
  const least = Math.min(...part.map(({ width }) => width));
  if (widest - least <= DRIFT_PX || !isStraight(part)) return { to, share: 0, pixels: roundUp(widest, 1) };
  const share = Math.ceil(((b.width - a.width) / (b.window - a.window)) * HUNDRED * HUNDRED - 0.01) / HUNDRED ** 2;
  const pixels = Math.max(...part.map(({ window, width }) => width - share * window));
  return { to, share, pixels: roundUp(pixels, HUNDRED / 10) };
}

/** @param {number} value @param {number} steps to one */
function roundUp(value, steps) {
  return Math.ceil(value * steps - 0.05) / steps;
}

/**
 * The `sizes` of an image.
 * @param {readonly Slot[]} slots
 */
export function writeSizes(slots) {
  return slots
    .map(({ to, share, pixels }) => {
      const length = writeLength(share, pixels);
      return Number.isFinite(to) ? `(max-width:${to}px) ${length}` : length;
    })
    .join(',');
}

/** @param {number} share @param {number} pixels */
function writeLength(share, pixels) {
  const part = `${Number((share * HUNDRED).toFixed(2))}vw`;
  if (share === 0) return `${pixels}px`;
  if (pixels === 0) return part;
  return `calc(${part} ${pixels < 0 ? '-' : '+'} ${Math.abs(pixels)}px)`;
}

/**
 * How wide a browser takes an image to be in a window, by its slots.
 * @param {readonly Slot[]} slots @param {number} window
 */
export function slotWidth(slots, window) {
  const slot = slots.find(({ to }) => window <= to);
  return slot ? slot.share * window + slot.pixels : 0;
}
