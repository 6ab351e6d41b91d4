/** @import { Heeds } from './doubt.js' */
/** @import { Box, Ground, Ink, Line, LineFit, Raster, Scores } from './types.ts' */

import { keysOf } from '../base/keys-of.js';
import { contrastOf, differByColumn, soften } from './difference.js';
import { isGroundPixel, measureCoverage, SHOWN } from './ink.js';
import { contrastAt, growBox, pixelsOf } from './raster.js';
import { measureStray, measureStroke } from './stray.js';

/**
 * What a difference of each kind counts for in how unlike two pictures of words are: ink that they do not share, what a
 * glance sees in CIEDE2000, and ink where nothing is painted. Of 65 pairs that single gates had refused and a person
 * judged, this sum parts all but one; of 146 that they had passed it refuses none.
 */
const UNIT = Object.freeze({ ink: 0.16, glance: 6, soft: 0.17 });

/**
 * A face with airs, such as a comic one, is taken for itself alone: on two sets of unseen sites it was the best of all
 * for fifteen images, in a light sans each.
 */
const AIRS = 1;

/**
 * Difference at a glance of one letter, from which it is seen to be in another colour. Of 86 that the other gates had
 * let pass on 22 unseen sites the eight above it are all red initials turned black, or ink that fades away; the next
 * has 7.6, and of 123 of the corpus, at `lossy`, the most is 9.
 */
const LETTER_GLANCE = 10;

/**
 * The most that a replacement may differ, measured on what the browser paints, by how like the image it has to be:
 * `visual` where nobody tells them apart side by side, `lossy` where a visitor would not mind: the same words, box,
 * colours, size, weight, slant and class of face. Shares are of 1; `weight` is the ratio of the heavier's ink to the
 * lighter's.
 */
export const GATES = Object.freeze({
  visual: Object.freeze({
    unlikeness: 1.96,
    letterGlance: LETTER_GLANCE,
    airs: AIRS,
    badLetter: 0.35,
    // Of 220 pairs on known sites six are above it, in five of which the heavier one is seen to be.
    weight: 1.2,
    faintPixels: 8,
    residuePixels: 12,
    residueShare: 0.03,
    strayInk: 0.0065,
    strokeShare: 0.4,
  }),
  lossy: Object.freeze({
    unlikeness: 3.6,
    letterGlance: LETTER_GLANCE,
    airs: AIRS,
    // The letters of a title or a word mark are looked at and not only read.
    title: 1.96,
    // A shadow lost or another colour, in any shape.
    glance: 8,
    badLetter: 0.6,
    weight: 1.3,
    cut: 0.07,
    faintPixels: 40,
    residueShare: 0.06,
    strayInk: 0.02,
    strokeShare: 0.5,
  }),
});

/**
 * Size of type, in pixels, above which words are a title or a word mark: menus and buttons are set in less. Of 40
 * images of words on unseen sites one is refused for it, and of the word marks that `lossy` had let pass all three.
 */
const TITLE_PX = 28;
/**
 * The same of words on a picture: buttons are low. Of 28 images of words with graphics on ten unseen sites that `lossy`
 * had let pass one is refused for it, and all three logos.
 */
const MARK_PX = 18;
/** Difference of ink and ground, in CIEDE2000, below which the shapes of letters are seen the less. */
const PLAIN_CONTRAST = 30;
/** How far from its line a mark on a letter may stand, in shares of the type's size. */
const MARK_REACH = 0.3;
/** How far from ink the smear of a stroke reaches, in pixels. */
const STROKE_PX = 4;
/** Width of a letter, in shares of the type's size. */
const LETTER_WIDTH = 0.7;
/** Difference of a blurred channel that noise does not make, far from any ink. */
const FAINT = 7;

/**
 * Compares what the browser painted with the image.
 * @param {{ image: Raster, painted: Uint8ClampedArray, ground: Ground, ink: Ink, box: Box, worstCharacter: number,
 *   lines: readonly Line[], fits: readonly LineFit[] }} input `box` is that of all the ink
 * @returns {Scores}
 */
export function measure({ image, painted, ground, ink, box, worstCharacter, lines, fits }) {
  const { width, height } = image;
  const shown = { ...image, rgb: painted };
  const paintedCoverage = measureCoverage(shown, ground, ink);
  const near = growBox(box, 2, image);
  const [seen, drawn] = [crop(ink.coverage, width, near), crop(paintedCoverage, width, near)];
  const { mean, faint } = compareColours(image, painted, ground);
  const inkSimilarity = overlap(seen, drawn, near);
  const columns = differByColumn(image.rgb, painted, image, near);
  const glance = meanOf(columns);
  const shape = (1 - inkSimilarity) / UNIT.ink + measureSoftness(seen, drawn) / UNIT.soft;
  const visible = Math.min(1, contrastOf(ink.colour, ground.colour) / PLAIN_CONTRAST);
  const unlikeness = shape * visible + glance / UNIT.glance;
  const residuePixels = countResidue(image, painted, ground, width, height);
  return {
    inkSimilarity,
    glance,
    unlikeness,
    letterGlance: worstOf(columns, Math.round(Math.max(...fits.map(({ sizePx }) => sizePx)) * LETTER_WIDTH)),
    airs: fits.some(({ face }) => face.stack.endsWith(',cursive')) ? unlikeness : 0,
    title: fits.some(({ sizePx }) => sizePx > (ground.kind === 'shared' ? MARK_PX : TITLE_PX)) ? unlikeness : 0,
    badLetter: 1 - worstCharacter,
    meanColourDifference: mean,
    weight: 1 + (compareWeight(seen, drawn) - 1) * visible,
    cut: Math.max(0, ...fits.map(({ top, bottom, sizePx }) => Math.max(-top, bottom - height) / sizePx)),
    faintPixels: faint,
    residuePixels,
    residueShare: residuePixels / Math.min(...fits.map(({ sizePx }) => sizePx)) ** 2,
    strayInk: Math.max(
      ...lines.map((line, index) => {
        const { sizePx } = fits[index];
        const around = growBox(line.box, Math.ceil(sizePx * MARK_REACH), image);
        const [lost, madeUp] = [
          measureStray(ink.coverage, paintedCoverage, width, around),
          measureStray(paintedCoverage, ink.coverage, width, around),
        ];
        return Math.max(lost, madeUp) / sizePx ** 2;
      }),
    ),
    strokeShare: Math.max(...lines.map((line) => measureStroke(ink.coverage, paintedCoverage, width, line.box))),
  };
}

/** @param {readonly number[]} values */
function meanOf(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * The mean of those of so many values side by side in which it is greatest.
 * @param {readonly number[]} values @param {number} count
 */
function worstOf(values, count) {
  const starts = Array.from({ length: Math.max(1, values.length - count + 1) }, (_, start) => start);
  return Math.max(...starts.map((start) => meanOf(values.slice(start, start + count))));
}

/** How much more ink one has than the other, as a ratio. @param {Float32Array} seen @param {Float32Array} drawn */
function compareWeight(seen, drawn) {
  const [own, other] = [seen, drawn].map((map) => map.reduce((sum, value) => sum + value, 0));
  return Math.max(own, other) / Math.max(1, Math.min(own, other));
}

/**
 * How much of the ink lies where nothing is painted at all: letters of another shape lose a little of theirs, a soft
 * shadow all.
 * @param {Float32Array} seen
 * @param {Float32Array} drawn
 */
function measureSoftness(seen, drawn) {
  let lost = 0;
  let all = 0;
  for (const [at, value] of seen.entries()) {
    all += value;
    if (drawn[at] < SHOWN) lost += value;
  }
  return all > 0 ? lost / all : 0;
}

/**
 * The first gate that does not hold; null where all do.
 * @param {Scores} scores @param {keyof typeof GATES} likeness @param {Heeds} heeds
 */
export function findFailure(scores, likeness, heeds) {
  /** @type {Partial<Scores>} */
  const gates = GATES[likeness];
  const failed = keysOf(gates).find((name) => scores[name] > Number(gates[name]) && heeds(name));
  return failed ? `${failed} ${scores[failed].toFixed(3)} > ${gates[failed]}` : null;
}

/**
 * Share of ink in common after a blur as wide as a glance.
 * @param {Float32Array} one
 * @param {Float32Array} other
 * @param {Box} box
 */
export function overlap(one, other, box) {
  const [a, b] = [soften(one, box), soften(other, box)];
  let difference = 0;
  let mass = 0;
  for (let at = 0; at < a.length; at++) {
    difference += Math.abs(a[at] - b[at]);
    mass += a[at] + b[at];
  }
  return mass > 0 ? 1 - difference / mass : 1;
}

/**
 * The same of whole images, in the part that a box holds.
 * @param {Float32Array} one @param {Float32Array} other @param {number} width @param {Box} box
 */
export function overlapIn(one, other, width, box) {
  return overlap(crop(one, width, box), crop(other, width, box), box);
}

/** @param {Float32Array} map @param {number} width @param {Box} box */
function crop(map, width, box) {
  const out = new Float32Array(box.width * box.height);
  let at = 0;
  for (const pixel of pixelsOf(box, width)) out[at++] = map[pixel];
  return out;
}

/** @param {Raster} image @param {Uint8ClampedArray} painted @param {Ground} ground */
function compareColours(image, painted, ground) {
  const { width, height, rgb } = image;
  const size = { width, height };
  const deltas = [0, 1, 2].map((channel) => {
    const delta = new Float32Array(width * height);
    for (let pixel = 0; pixel < delta.length; pixel++)
      delta[pixel] = rgb[pixel * 3 + channel] - painted[pixel * 3 + channel];
    return soften(delta, size);
  });
  const near = nearInk(image, painted, ground);
  let sum = 0;
  let faint = 0;
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [red, green, blue] = deltas.map((delta) => Math.abs(delta[pixel]));
    sum += (red + green + blue) / 3;
    if (!near[pixel] && Math.max(red, green, blue) > FAINT) faint++;
  }
  return { mean: sum / (width * height), faint };
}

/**
 * Which pixels lie within a letter's stroke of anything that stands out, in the image or as painted.
 * @param {Raster} image @param {Uint8ClampedArray} painted @param {Ground} ground
 */
function nearInk(image, painted, ground) {
  const { width, height } = image;
  const along = new Uint8Array(width * height);
  const near = new Uint8Array(width * height);
  for (let pixel = 0; pixel < along.length; pixel++) {
    if (isGroundPixel(image, ground, pixel) && contrastAt(painted, ground.rgb, pixel) <= 20) continue;
    const x = pixel % width;
    along.fill(1, pixel - Math.min(STROKE_PX, x), pixel + Math.min(STROKE_PX, width - 1 - x) + 1);
  }
  for (let pixel = along.indexOf(1); pixel >= 0; pixel = along.indexOf(1, pixel + 1)) {
    const y = Math.floor(pixel / width);
    const last = Math.min(height - 1, y + STROKE_PX);
    for (let v = Math.max(0, y - STROKE_PX); v <= last; v++) near[v * width + (pixel % width)] = 1;
  }
  return near;
}

/**
 * Pixels of the image that stand out where nothing is painted within two pixels, and the other way round.
 * @param {Raster} image
 * @param {Uint8ClampedArray} painted
 * @param {Ground} ground
 * @param {number} width
 * @param {number} height
 */
function countResidue(image, painted, ground, width, height) {
  const seen = new Uint8Array(width * height);
  const drawn = new Uint8Array(width * height);
  // What lies beyond, frames and strips, is painted as it is and meets nothing.
  for (const pixel of pixelsOf(ground.area, width)) {
    seen[pixel] = !isGroundPixel(image, ground, pixel) && contrastAt(image.rgb, ground.rgb, pixel) > 32 ? 1 : 0;
    drawn[pixel] = contrastAt(painted, ground.rgb, pixel) > 32 ? 1 : 0;
  }
  return countAlone(seen, drawn, width, height) + countAlone(drawn, seen, width, height);
}

/** @param {Uint8Array} map @param {Uint8Array} other @param {number} width @param {number} height */
function countAlone(map, other, width, height) {
  let alone = 0;
  for (let pixel = 0; pixel < map.length; pixel++) {
    if (!map[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    let met = false;
    for (let v = Math.max(0, y - 2); v <= Math.min(height - 1, y + 2) && !met; v++) {
      for (let u = Math.max(0, x - 2); u <= Math.min(width - 1, x + 2) && !met; u++) met = other[v * width + u] === 1;
    }
    if (!met) alone++;
  }
  return alone;
}
