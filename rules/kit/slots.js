/** @import { ImageBox } from '../../lib/visit/types.ts' */

import { present } from '../../lib/base/present.js';

/** Max deviation of a line from a measured width. Browsers place images with the same tolerance. */
const DRIFT_PX = 1;
/** Difference of the shapes of a box and its image from which neither side of the box is derived from the image. */
const OTHER_SHAPE = 0.02;
/** Max number of parts. With more, neighbours are joined into one that is somewhat too wide. */
const MAX_PARTS = 6;
/** Shares are written in percent with two decimals. */
const HUNDRED = 100;

/**
 * The width of an image for a range of window widths: `share` of the window's width plus `pixels`.
 * @typedef {{ readonly to: number, readonly share: number, readonly pixels: number }} Slot `to`: the widest window,
 * Infinity in the last slot
 * @typedef {{ readonly window: number, readonly width: number }} Shown
 */

/**
 * Returns the width at which the whole file is rendered in each measured window, including parts that are cut off, in
 * CSS pixels. Where the image is hidden, it has the width of the nearest window that shows it: a script may show it,
 * and an image without a width would have none then.
 * @param {ImageBox} box
 * @param {{ readonly width: number, readonly height: number }} image
 * @returns {Shown[]}
 */
export function widthsShown({ widths, growth }, image) {
  const shown = widths.map(({ window, width, height }) => ({
    window,
    width: growth * Math.max(width, (height * image.width) / image.height),
  }));
  const visible = shown.filter(({ width }) => width > 0);
  if (visible.length === 0) return shown;
  return shown.map(({ window, width }) => ({ window, width: width || nearestTo(visible, window).width }));
}

/**
 * Returns the width of an image in the layout of each measured window, which `sizes` tells browsers. `zoom` and
 * transforms may render the image smaller.
 * @param {ImageBox} box
 * @param {{ readonly width: number, readonly height: number }} image
 * @returns {Shown[]}
 */
export function widthsLaidOut(box, image) {
  const laidOut = box.widths.map(({ shrink = 1, width, height, ...rest }) => ({
    ...rest,
    width: width / shrink,
    height: height / shrink,
  }));
  return widthsShown({ ...box, widths: laidOut }, image);
}

/**
 * Returns true if an image is hidden in every window, such as the large image of a gallery. Its width is unknown then,
 * and a script may show it: with `sizes` of 0 it would have no width.
 * @param {ImageBox} box
 */
export function isNeverShown({ widths }) {
  return widths.every(({ width, height }) => width === 0 && height === 0);
}

/** @param {readonly Shown[]} shown @param {number} window */
function nearestTo(shown, window) {
  const distance = (/** @type {Shown} */ one) => Math.abs(one.window - window);
  return shown.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}

/**
 * Returns the largest width that several places need in each window.
 * @param {readonly (readonly Shown[])[]} places
 * @returns {Shown[]}
 */
export function widestShown(places) {
  const windows = [...new Set(places.flatMap((shown) => shown.map(({ window }) => window)))].sort((a, b) => a - b);
  return windows.map((window) => ({ window, width: Math.max(...places.map((shown) => widthAt(shown, window))) }));
}

/**
 * Returns the rendered width of an image in any window. Interpolates between measured windows.
 * @param {readonly Shown[]} shown in ascending order of windows
 * @param {number} window
 */
export function widthAt(shown, window) {
  const next = shown.findIndex((one) => one.window >= window);
  if (next <= 0) return shown.at(next)?.width ?? 0;
  const [a, b] = [shown[next - 1], shown[next]];
  return a.width + ((b.width - a.width) * (window - a.window)) / (b.window - a.window);
}

/**
 * Approximates measured widths by a few straight lines that are never below them.
 * @param {readonly Shown[]} shown in ascending order of windows
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
  while (parts.length > MAX_PARTS) joinCheapest(parts);
  return parts.map((part, index) => drawSlot(part, index === parts.length - 1));
}

/** @param {readonly Shown[]} part */
function isStraight(part) {
  const [a, b] = [part[0], present(part.at(-1))];
  const share = (b.width - a.width) / (b.window - a.window);
  return part.every(({ window, width }) => Math.abs(a.width + share * (window - a.window) - width) <= DRIFT_PX);
}

/** Joins the two neighbouring parts that differ least. @param {Shown[][]} parts */
function joinCheapest(parts) {
  const excess = (/** @type {number} */ at) => {
    const widths = [...parts[at], ...parts[at + 1]].map(({ width }) => width);
    return Math.max(...widths) / Math.max(1, Math.min(...widths));
  };
  const at = parts.slice(1).reduce((best, _, index) => (excess(index) < excess(best) ? index : best), 0);
  parts.splice(at, 2, [...parts[at], ...parts[at + 1]]);
}

/**
 * Returns a line that is nowhere below a part.
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

/** @param {number} value @param {number} steps steps per unit */
function roundUp(value, steps) {
  return Math.ceil(value * steps - 0.05) / steps;
}

/**
 * Writes the `sizes` attribute of an image.
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
 * Returns the width that a browser assumes for an image in a window.
 * @param {readonly Slot[]} slots @param {number} window
 */
export function slotWidth(slots, window) {
  const slot = slots.find(({ to }) => window <= to);
  return slot ? slot.share * window + slot.pixels : 0;
}

/**
 * Returns true if a box has another shape than its image in every window that renders it.
 * @param {ImageBox} box @param {{ readonly width: number, readonly height: number }} image
 */
export function isShaped({ kind, widths }, image) {
  const shape = image.width / image.height;
  const shown = widths.filter(({ width, height }) => width > 0 && height > 0);
  return kind === 'img' && shown.every(({ width, height }) => Math.abs(width / height / shape - 1) > OTHER_SHAPE);
}
