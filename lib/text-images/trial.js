import { createHash } from 'node:crypto';
/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Box, Context, Graphic, Ground, Line, LineFit, Raster, Rejected, Rgb } from './types.ts' */
/** @import { Study, Tools } from './study.js' */
import { areaOf } from './areas.js';
import { writeBox } from './box.js';
import { measure } from './gates.js';
import { isHardEdged } from './ink.js';
import { paintBox } from './painter.js';
import { colourAt, contrast, formatColour, unite } from './raster.js';
import { solveShadow } from './shadow.js';

/** Similarity above which a face's colour is worth solving for. */
const CLOSE = 0.9;
/** Difference of a channel that nobody sees, and no painting brings anything. */
const SAME_COLOUR = 2;
/** Mean difference of colours up to which nobody sees one. */
const NEAR_COLOUR = 0.05;
/** A colour that differs from its neighbours' must bring as much, or a row of words had a look for each. */
const CLEARLY_LESS = 0.9;

/**
 * @typedef {Exclude<Study, Rejected>} Studies
 *
 * @typedef {Pick<Studies, 'image' | 'ground' | 'ink' | 'lines' | 'bars' | 'sharedBackground' | 'crop'> & {
 *   studied: readonly { job: { text: string, isSmall?: boolean } }[], texts: readonly { sources: readonly string[] }[]
 *   }} Known an image taken apart whose words are known
 */

/**
 * Shows words in the place of the image and measures how like it they are.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Known} seen
 * @param {NonNullable<Context['areas']>} areas
 */
export function openTrial({ fitter }, decoded, seen, areas) {
  const { image, ground, ink, lines, bars, sharedBackground } = seen;
  const { width, height } = image;
  const graphic = sharedBackground
    ? describeGraphic(sharedBackground, image)
    : seen.crop && cropGraphic(decoded, seen.crop);
  const shadow = solveShadow(image, ground, ink);
  const inked = unite([...lines.map((line) => line.box), ...(seen.crop ? [seen.crop] : [])]);

  const showIn = async (/** @type {readonly LineFit[]} */ fits, /** @type {Rgb} */ colour) => {
    const box = writeBox({ width, height, lines: fits, colour, ground, bars, shadow, graphic, areas });
    const painted = await paintBox(fitter.page, { ...box, width, height, behind: layMatte(image, ground), graphic });
    const worstCharacter = Math.min(...fits.map((fit) => fit.worstCharacter));
    return { box, painted, scores: measure({ image, painted, ground, ink, box: inked, worstCharacter, lines, fits }) };
  };
  const show = async (/** @type {readonly LineFit[]} */ fits) => {
    if (ink.second) return showIn(await partFits(fits), ink.colour);
    const colour = strengthen(ink.colour, ground.colour, fits);
    const shown = await showIn(fits, colour);
    const { inkSimilarity, meanColourDifference } = shown.scores;
    if (inkSimilarity <= CLOSE || meanColourDifference <= NEAR_COLOUR) return shown;
    const solved = solveColour(image, shown.painted, ground, colour);
    if (contrast(solved, colour) <= SAME_COLOUR) return shown;
    const truer = await showIn(fits, solved);
    return truer.scores.meanColourDifference < meanColourDifference * CLEARLY_LESS ? truer : shown;
  };
  /**
   * The fits with as many letters in the first ink as look most like the image, of those next to where it ends.
   * @param {readonly LineFit[]} fits
   */
  const partFits = async (fits) => {
    let parted = fits.map((fit, index) => ({
      ...fit,
      inks: lines[index].inks && guessLetters(fit, lines[index].inks),
    }));
    for (const [index, { inks, text }] of parted.entries()) {
      if (!inks) continue;
      const tried = [];
      for (let letters = Math.max(0, inks.letters - 2); letters <= Math.min(text.length, inks.letters + 2); letters++) {
        const fitted = parted.with(index, { ...parted[index], inks: { ...inks, letters } });
        tried.push({ fitted, glance: (await showIn(fitted, ink.colour)).scores.glance });
      }
      parted = tried.reduce((best, one) => (one.glance < best.glance ? one : best)).fitted;
    }
    return parted;
  };
  // Small capitals show capitals, whatever they are written as.
  const read = seen.studied.map(({ job: { text, isSmall } }) => (isSmall ? text.toUpperCase() : text));
  const saidBy = (/** @type {number} */ area) =>
    lines.flatMap((line, index) => (areaOf(line, areas) === area ? [read[index]] : [])).join(' ');
  /** @param {readonly LineFit[]} fits @param {Awaited<ReturnType<typeof show>>} shown */
  const describe = (fits, { box, scores }) => ({
    ...{ text: read.join(' '), lines: fits, width, height },
    colour: formatColour(ink.colour),
    ground: { kind: ground.kind },
    isHard: isHardEdged(ink),
    ...{ shadow, scores, similarity: scores.inkSimilarity },
    font: fits[0].face.family,
    sources: [...new Set(seen.texts.flatMap((line) => line.sources))],
    ...box,
    graphic,
    said: areas.map((_, at) => saidBy(at)),
  });
  return { show, describe };
}

/**
 * How many of a line's letters end where its first ink does, were they all of one width.
 * @param {LineFit} fit @param {NonNullable<Line['inks']>} inks
 */
function guessLetters({ text, x, advance, scaleX }, { end, first, rest }) {
  const share = (end - x) / (advance * scaleX);
  return { letters: Math.min(text.length, Math.max(0, Math.round(share * text.length))), first, rest };
}

/**
 * The ink that makes the painting come nearest to the image, where both have the same shapes.
 * @param {Raster} image @param {Uint8ClampedArray} painted @param {Ground} ground @param {Rgb} colour it was painted in
 * @returns {Rgb}
 */
function solveColour(image, painted, ground, colour) {
  const solved = [0, 1, 2].map((channel) => {
    let both = 0;
    let own = 0;
    for (let at = channel; at < painted.length; at += 3) {
      const depth = painted[at] - ground.rgb[at];
      both += depth * (image.rgb[at] - ground.rgb[at]);
      own += depth * depth;
    }
    const base = ground.colour[channel];
    return Math.round(Math.min(255, Math.max(0, own ? base + ((colour[channel] - base) * both) / own : base)));
  });
  return [solved[0], solved[1], solved[2]];
}

/** The shared background as a picture of its own. @param {Ground} shared @param {Raster} image @returns {Graphic} */
function describeGraphic({ rgba }, { width, height }) {
  const pixels = rgba ?? new Uint8Array(0);
  return { box: { x: 0, y: 0, width, height }, rgba: pixels, key: createHash('sha256').update(pixels).digest('hex') };
}

/** A part of the image as a picture of its own. @param {DecodedImage} decoded @param {Box} box @returns {Graphic} */
function cropGraphic({ width, frames }, box) {
  const rgba = new Uint8Array(box.width * box.height * 4);
  for (let y = 0; y < box.height; y++) {
    const from = ((box.y + y) * width + box.x) * 4;
    rgba.set(frames[0].rgba.subarray(from, from + box.width * 4), y * box.width * 4);
  }
  return { box, rgba, key: createHash('sha256').update(rgba).digest('hex') };
}

/**
 * The colour whose thin strokes, blended with the ground, look as the ink does.
 * @param {Rgb} ink @param {Rgb} ground @param {readonly LineFit[]} fits
 * @returns {Rgb}
 */
function strengthen(ink, ground, fits) {
  const strength = Math.max(1, fits.reduce((sum, fit) => sum + fit.strength, 0) / fits.length);
  const [red, green, blue] = ink.map((value, channel) =>
    Math.round(Math.min(255, Math.max(0, ground[channel] + (value - ground[channel]) * strength))),
  );
  return [red, green, blue];
}

/** What shows through holes. @param {Raster} image @param {Ground} ground */
function layMatte(image, ground) {
  const hole = image.clear.indexOf(1);
  return hole < 0 ? ground.colour : colourAt(image.rgb, hole);
}
