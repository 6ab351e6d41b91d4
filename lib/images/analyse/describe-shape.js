import { hexOf } from './count-colours.js';
import { describeFill, mixFill } from './describe-fill.js';
import { isMoving } from './frames.js';
import { drawOutline } from './shapes.js';
import { gapBetween, gridOf, TEMPLATES } from './templates.js';

/**
 * @import { DecodedImage } from '../types.ts'
 * @import { Fill } from './describe-fill.js'
 * @import { Outline } from './shapes.js'
 *
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box in pixels of the image; half pixels occur
 *
 * @typedef {object} Shape A simple figure on a plain background that CSS can draw.
 * @property {Outline['name']} name
 * @property {Outline['direction']} direction
 * @property {Outline['points']} points of its polygon in the box, 0 to 1; null for an ellipse
 * @property {number} hole share of a ring's radius that is empty
 * @property {Box} box
 * @property {Fill} fill
 * @property {string} ground `#00000000` if it is transparent
 * @property {number} outlineError area drawn wrongly, as a share of the figure's area
 * @property {number} meanError average error of a pixel in levels, drawn as described
 * @property {number} seenError max error of a pixel in levels after averaging with its neighbours
 */

const MAX_SIDE = 72;
/** Outlines with a larger difference than this on a coarse grid are not tried. */
const MAX_GRID_GAP = 0.2;
/** Coverages at which a figure may end: half covered pixels, or those of its soft edge. */
const MIN_COVERS = [0.5, 0.15];
/** Max mean distance of outlines, in pixels. Smaller distances are invisible. */
const MAX_OUTLINE_ERROR = 0.2;
/** Min difference in levels between a pixel of the figure and the background. */
const FIGURE_STEP = 30;

/**
 * Describes a bullet, arrow or mark as an outline with a fill, with its difference to the pixels. Returns null for any
 * other image.
 * @param {DecodedImage} decoded
 * @returns {Shape | null}
 */
export function describeShape({ width, height, frames }) {
  if (isMoving(frames) || width > MAX_SIDE || height > MAX_SIDE || width < 3 || height < 3) return null;
  const { rgba } = frames[0];
  const ground = groundOf(rgba, width, height);
  if (!ground) return null;
  const cover = coverOf(rgba, ground);
  const best = fitOutline(cover, width, height);
  if (!best || best.error > MAX_OUTLINE_ERROR) return null;
  const drawn = drawOutline(best.outline, best.box, width, height);
  const fill = describeFill(rgba, width, drawn, cover, best.box);
  if (!fill) return null;
  return Object.freeze({
    name: best.outline.name,
    direction: best.outline.direction,
    points: best.outline.points,
    hole: best.outline.hole,
    box: best.box,
    fill,
    ground: hexOf(ground, 0),
    outlineError: best.error,
    ...errorOf(rgba, width, drawn, fill, ground),
  });
}

/**
 * Returns the background colour of the figure: transparent, or the most frequent colour of the border. Returns null for
 * a busy border.
 * @param {Uint8Array} rgba
 * @param {number} width
 * @param {number} height
 * @returns {[number, number, number, number] | null}
 */
function groundOf(rgba, width, height) {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] === 0) return [0, 0, 0, 0];
  /** @type {Map<string, { count: number, at: number }>} */
  const counts = new Map();
  let total = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x += y === 0 || y === height - 1 ? 1 : Math.max(1, width - 1)) {
      const at = (y * width + x) * 4;
      const key = hexOf(rgba, at);
      const known = counts.get(key);
      if (known) known.count++;
      else counts.set(key, { count: 1, at });
      total++;
    }
  }
  const [most] = [...counts.values()].sort((a, b) => b.count - a.count);
  const corners = [0, width - 1, (height - 1) * width, height * width - 1];
  const cornered = corners.every((pixel) => hexOf(rgba, pixel * 4) === hexOf(rgba, most.at));
  if (most.count < total * (cornered ? 0.25 : 0.5)) return null;
  return [rgba[most.at], rgba[most.at + 1], rgba[most.at + 2], rgba[most.at + 3]];
}

/**
 * Computes the coverage of each pixel by the figure: its alpha, or its position between the background and the figure's
 * colour.
 * @param {Uint8Array} rgba
 * @param {readonly number[]} ground
 */
function coverOf(rgba, ground) {
  const cover = new Float32Array(rgba.length / 4);
  if (ground[3] === 0) {
    for (let i = 0; i < cover.length; i++) cover[i] = rgba[i * 4 + 3] / 255;
    return cover;
  }
  let strongest = 0;
  for (let i = 0; i < cover.length; i++) {
    cover[i] = distanceOf(rgba, i * 4, ground);
    if (cover[i] > cover[strongest]) strongest = i;
  }
  const end = [0, 1, 2, 3].map((channel) => rgba[strongest * 4 + channel] - ground[channel]);
  const length = end.reduce((sum, step) => sum + step * step, 0);
  const figure = [...cover.keys()].filter((i) => cover[i] > FIGURE_STEP);
  const shareOf = (/** @type {number} */ i) =>
    end.reduce((sum, step, channel) => sum + step * (rgba[i * 4 + channel] - ground[channel]), 0) / length;
  const mixed = figure.filter((i) => {
    const share = shareOf(i);
    return end.every((step, channel) => Math.abs(rgba[i * 4 + channel] - ground[channel] - step * share) < FIGURE_STEP);
  });
  const strong = mixed.filter((i) => shareOf(i) > 0.9);
  if (mixed.length > figure.length * 0.95 && strong.length > figure.length * 0.3) {
    return cover.map((_, i) => Math.min(1, Math.max(0, shareOf(i))));
  }
  return cover.map((distance) => (distance > FIGURE_STEP ? 1 : 0));
}

/**
 * @param {Uint8Array} rgba
 * @param {number} at
 * @param {readonly number[]} other
 */
function distanceOf(rgba, at, other) {
  return Math.max(
    Math.abs(rgba[at] - other[0]),
    Math.abs(rgba[at + 1] - other[1]),
    Math.abs(rgba[at + 2] - other[2]),
    Math.abs(rgba[at + 3] - other[3]),
  );
}

/**
 * Returns the box around pixels with a min coverage, null if there are none.
 * @param {Float32Array} cover
 * @param {number} least
 * @param {number} width
 * @param {number} height
 * @returns {Box | null}
 */
function boxOf(cover, least, width, height) {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (cover[y * width + x] < least) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = y + 1;
    }
  }
  return box.right - box.left >= 3 && box.bottom - box.top >= 3 ? box : null;
}

/**
 * Returns the outline that covers most nearly the same area. Its box is moved by half pixels if that helps. Returns
 * null if none is similar.
 * @param {Float32Array} cover
 * @param {number} width
 * @param {number} height
 */
function fitOutline(cover, width, height) {
  const boxes = MIN_COVERS.map((least) => boxOf(cover, least, width, height));
  const fits = boxes.flatMap((box, i) => {
    const known = i > 0 && JSON.stringify(box) === JSON.stringify(boxes[0]);
    return box && !known ? likelyOutlines(cover, box, width).map((outline) => ({ outline, box })) : [];
  });
  const refined = fits.map(({ outline, box }) => {
    const error = gapOf(outline, box, cover, width, height);
    return refine({ outline, box, error }, cover, width, height);
  });
  return refined.sort((a, b) => a.error - b.error).at(0) ?? null;
}

/**
 * Returns the few outlines that are most similar to a figure on a coarse grid.
 * @param {Float32Array} cover
 * @param {Box} box
 * @param {number} width
 */
function likelyOutlines(cover, box, width) {
  const grid = gridOf(cover, width, box);
  const ranked = TEMPLATES.map(({ outline, cover: drawn }) => ({ outline, gap: gapBetween(grid, drawn) }));
  const likely = ranked.filter(({ gap }) => gap < MAX_GRID_GAP).sort((a, b) => a.gap - b.gap);
  return likely.slice(0, 3).map(({ outline }) => outline);
}

/**
 * Ways to move the edges of a box: all, each alone, and opposite ones together, because thin tips can be lost at both
 * ends.
 */
const AROUND = [0.25, 0.5, -0.25, -0.5].map((step) => ({ left: -step, right: step, top: -step, bottom: step }));
const MOVES = [0.5, 1, -0.5, -1].flatMap((step) => [
  { left: -step },
  { right: step },
  { top: -step },
  { bottom: step },
  { left: -step, right: step },
  { top: -step, bottom: step },
]);

/**
 * @param {{ outline: Outline, box: Box, error: number }} fit
 * @param {Float32Array} cover
 * @param {number} width
 * @param {number} height
 */
function refine(fit, cover, width, height) {
  let best = fit;
  const { left, top, right, bottom } = fit.box;
  // A round figure stays round: its jagged edge would otherwise give an ellipse.
  const isRound = fit.outline.points === null && right - left === bottom - top;
  for (const move of isRound ? AROUND : MOVES) {
    const box = { ...best.box };
    for (const [edge, step] of Object.entries(move)) box[/** @type {keyof Box} */ (edge)] += step;
    const error = gapOf(fit.outline, box, cover, width, height);
    if (error < best.error * 0.97) best = { outline: fit.outline, box, error };
  }
  return best;
}

/**
 * @param {Outline} outline
 * @param {Box} box
 * @param {Float32Array} cover
 * @param {number} width
 * @param {number} height
 */
function gapOf(outline, box, cover, width, height) {
  const drawn = drawOutline(outline, box, width, height);
  let gap = 0;
  let area = 0;
  for (let i = 0; i < cover.length; i++) {
    gap += Math.abs(cover[i] - drawn[i]);
    area += cover[i];
  }
  return gap / area;
}

/**
 * Measures the difference between the described figure and the pixels, on white and on black if its background is
 * transparent. The visible difference is measured on averages of neighbouring pixels: there a soft edge instead of a
 * jagged one disappears, a missing stroke does not.
 * @param {Uint8Array} rgba
 * @param {number} width
 * @param {Float32Array} drawn
 * @param {Fill} fill
 * @param {readonly number[]} ground
 */
function errorOf(rgba, width, drawn, fill, ground) {
  const gaps = Array.from({ length: 6 }, () => new Float32Array(drawn.length));
  let sum = 0;
  for (let i = 0; i < drawn.length; i++) {
    const paint = mixFill(fill, (i % width) + 0.5, Math.floor(i / width) + 0.5);
    const clearGap = rgba[i * 4 + 3] - (paint[3] * drawn[i] + ground[3] * (1 - drawn[i]));
    let worst = 0;
    for (let channel = 0; channel < 3; channel++) {
      const mixed = (paint[channel] * paint[3] * drawn[i] + ground[channel] * ground[3] * (1 - drawn[i])) / 255;
      const onBlack = (rgba[i * 4 + channel] * rgba[i * 4 + 3]) / 255 - mixed;
      gaps[channel][i] = onBlack;
      gaps[channel + 3][i] = onBlack - clearGap;
      worst = Math.max(worst, Math.abs(onBlack), Math.abs(onBlack - clearGap));
    }
    sum += worst;
  }
  let seenError = 0;
  for (const gap of gaps) for (const value of blurred(gap, width)) seenError = Math.max(seenError, Math.abs(value));
  return { meanError: sum / drawn.length, seenError };
}

/**
 * Returns the means of each pixel and its neighbours.
 * @param {Float32Array} plane
 * @param {number} width
 */
function blurred(plane, width) {
  const height = plane.length / width;
  return plane.map((_, i) => {
    const column = i % width;
    const row = Math.floor(i / width);
    let sum = 0;
    for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++) {
      for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) sum += plane[y * width + x];
    }
    return sum / 9;
  });
}
