import { areaOf } from './outline-area.js';
import { snap, thinOutline } from './thin-outline.js';
import { UNITS_PER_PIXEL } from './trace-outline.js';

/** @import { GlyphBitmap, Outline } from '../types.ts' */

/** Share of the narrower part's width in which two parts are above each other, as those of an i. Chosen. */
const ABOVE = 0.5;
/** Coverage that counts as none. Chosen. */
const NOTHING = 1 / 64;
/**
 * Max mean and largest difference of coverage, from 0 to 1, of letters with one outline. With these and the limits of
 * thin-outline.js, fonts of 48 sites take 26 % fewer bytes, and 122 of 123 images of six sites are accepted as before.
 */
const SAME = Object.freeze({ mean: 0.08, most: 0.2 });

/**
 * @typedef {readonly [number, number]} Point in pixels, y downwards
 * @typedef {readonly (readonly Point[])[]} Polygons
 *
 * A piece with its outline. `isFree`: true if that covers other areas than the piece, because hard pixels are smoothed.
 * @typedef {{ glyph: GlyphBitmap, polygons: Polygons, isFree: boolean }} Traced
 *
 * A letter, and the pixels that it should cover. `left`, `top`: the corner of `area`; `centre`: of the covered area.
 * @typedef {{ polygons: Polygons, area: Float32Array, width: number, height: number, left: number, top: number,
 *   centre: Point }} Letter
 */

/**
 * Splits the outlines of pieces into letters, and finds those that are the same but for their place, which can differ
 * by a fraction of a pixel.
 * @param {readonly Traced[]} pieces
 * @returns {{ letters: Outline[], parts: { letter: number, x: number, y: number }[][] }} the distinct letters in units
 *   of a font, and those of each piece, with their places in pixels
 */
export function shareOutlines(pieces) {
  /** @type {Letter[]} */
  const known = [];
  const parts = pieces.map((piece) => {
    const { polygons, glyph } = piece;
    const whole = areaOf(move(polygons, 1, 1), { width: glyph.width + 2, height: glyph.height + 2 });
    return splitLetters(polygons).map((own) => {
      const letter = measure(own, piece, whole);
      for (const [at, other] of known.entries()) {
        const place = placeAs(other, letter);
        if (place) return { letter: at, x: place[0], y: place[1] };
      }
      known.push(thin(letter));
      return { letter: known.length - 1, x: 0, y: 0 };
    });
  });
  return { letters: known.map(toUnits), parts };
}

/** @param {readonly (readonly Point[])[]} outline */
function splitLetters(outline) {
  /** @type {{ from: number, to: number, polygons: (readonly Point[])[] }[]} */
  const letters = [];
  for (const points of outline) {
    const xs = points.map(([x]) => x);
    let next = { from: Math.min(...xs), to: Math.max(...xs), polygons: [points] };
    for (const [at, one] of [...letters.entries()].reverse()) {
      const common = Math.min(one.to, next.to) - Math.max(one.from, next.from);
      if (common < ABOVE * Math.min(one.to - one.from, next.to - next.from)) continue;
      letters.splice(at, 1);
      next = {
        from: Math.min(one.from, next.from),
        to: Math.max(one.to, next.to),
        polygons: [...one.polygons, ...next.polygons],
      };
    }
    letters.push(next);
  }
  return letters.sort((one, other) => one.from - other.from).map(({ polygons }) => polygons);
}

/**
 * Measures a letter of a piece. It should cover what the piece does, where that has no other letters.
 * @param {Polygons} polygons of the letter @param {Traced} piece @param {Float32Array} whole what the piece covers
 * @returns {Letter}
 */
function measure(polygons, { glyph, isFree }, whole) {
  const points = polygons.flat();
  const [left, top] = [0, 1].map((axis) => Math.floor(Math.min(...points.map((point) => point[axis]))) - 1);
  const [right, bottom] = [0, 1].map((axis) => Math.ceil(Math.max(...points.map((point) => point[axis]))) + 1);
  const size = { width: right - left, height: bottom - top };
  const area = areaOf(move(polygons, -left, -top), size);
  let [sum, x, y] = [0, 0, 0];
  for (const [at, own] of area.entries()) {
    const [u, v] = [left + (at % size.width), top + Math.floor(at / size.width)];
    const isInside = u >= 0 && v >= 0 && u < glyph.width && v < glyph.height;
    const isAlone = isInside && whole[(v + 1) * (glyph.width + 2) + u + 1] - own < NOTHING;
    if (isAlone && !isFree) area[at] = glyph.coverage[v * glyph.width + u];
    sum += area[at];
    x += area[at] * u;
    y += area[at] * v;
  }
  return { polygons, area, ...size, left, top, centre: [x / sum, y / sum] };
}

/**
 * Returns by how much a letter moves to be another one. Returns null if it looks different there.
 * @param {Letter} letter @param {Letter} as
 * @returns {Point | null}
 */
function placeAs(letter, as) {
  if (Math.abs(letter.width - as.width) > 1 || Math.abs(letter.height - as.height) > 1) return null;
  const [x, y] = [0, 1].map((axis) => snap(as.centre[axis] - letter.centre[axis]));
  return isAlike(letter, as, x, y) ? [x, y] : null;
}

/** @param {Letter} letter @param {Letter} as @param {number} x @param {number} y */
function isAlike({ polygons }, { left, top, width, height, area }, x, y) {
  const moved = move(polygons, x - left, y - top);
  if (moved.some((points) => points.some(([u, v]) => u < 0 || v < 0 || u > width || v > height))) return false;
  const covered = areaOf(moved, { width, height });
  let [sum, ink] = [0, 0];
  for (const [at, value] of covered.entries()) {
    const off = Math.abs(value - area[at]);
    if (off > SAME.most) return false;
    sum += off;
    ink += area[at];
  }
  return sum <= SAME.mean * ink;
}

/** @param {readonly (readonly Point[])[]} polygons @param {number} x @param {number} y */
function move(polygons, x, y) {
  return polygons.map((points) => points.map(([u, v]) => /** @type {Point} */ ([u + x, v + y])));
}

/** Returns a letter with few points, at units of a font. @param {Letter} letter @returns {Letter} */
function thin(letter) {
  const { polygons, area, left, top, width, height } = letter;
  const thinned = thinOutline(move(polygons, -left, -top), area, { width, height });
  return { ...letter, polygons: move(thinned, left, top) };
}

/** @param {Letter} letter @returns {Outline} */
function toUnits({ polygons }) {
  return polygons
    .map((points) =>
      straighten(
        points
          .map(([x, y]) => /** @type {Point} */ ([Math.round(x * UNITS_PER_PIXEL), -Math.round(y * UNITS_PER_PIXEL)]))
          .filter(isNew),
      ),
    )
    .filter((points) => points.length > 2);
}

/** Removes points on a straight line. @param {readonly Point[]} points */
function straighten(points) {
  return points.filter(([x, y], at) => {
    const [ax, ay] = points[(at + points.length - 1) % points.length];
    const [bx, by] = points[(at + 1) % points.length];
    return (x - ax) * (by - y) !== (y - ay) * (bx - x);
  });
}

/**
 * Returns true if a point differs from the one before.
 * @type {(point: Point, at: number, all: readonly Point[]) => boolean}
 */
function isNew([x, y], at, all) {
  const [u, v] = all[(at + all.length - 1) % all.length];
  return x !== u || y !== v;
}
