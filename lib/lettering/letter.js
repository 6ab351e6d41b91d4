import { createHash } from 'node:crypto';
/** @import { DecodedImage } from '../types.ts' */
/** @import { Box, Context, Graphic, Ground, Lettering, Line, LineFit, Raster, Rejected, Rgb } from './types.ts' */
/** @import { Study, Tools } from './study.js' */
import { areaOf } from './areas.js';
import { writeBox } from './box.js';
import { countWitnesses, findIllRead, findUnclear, findUnclearFit, weigh } from './certainty.js';
import { findDoubt } from './doubt.js';
import { areAlike, fitInFamily, polishBest, standInRow } from './family.js';
import { findFailure, GATES, measure } from './gates.js';
import { isHardEdged } from './ink.js';
import { paintBox } from './painter.js';
import { colourAt, contrast, formatColour, unite } from './raster.js';
import { contextOf } from './reading.js';
import { reject } from './reject.js';
import { solveShadow } from './shadow.js';
import { gatherFamily, study, studyImage } from './study.js';
import { findContradiction } from './witnesses.js';

/** Sets of faces that are painted before an image is given up: each takes a rendering. */
const MAX_ATTEMPTS = 3;
/**
 * How much more unlike than its gate allows what is painted first may be for another face to be tried: of 82 images
 * that were painted in a second or third one 18 were beyond, and none of those was accepted.
 */
const HOPELESS = 1.5;
/** Similarity above which a face's colour is worth solving for. */
const CLOSE = 0.9;
/** Difference of a channel that nobody sees, and no painting brings anything. */
const SAME_COLOUR = 2;
/** Mean difference of colours up to which nobody sees one. */
const NEAR_COLOUR = 0.05;
/** A colour that differs from its neighbours' must bring as much, or a row of words had a look for each. */
const CLEARLY_LESS = 0.9;

/** @typedef {Exclude<Study, Rejected>} Studies */

/**
 * Turns one image into words, or says why not.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @param {readonly LineFit[] | null} [setting] how its lines must be set, where another image shows the same
 * @returns {Promise<Lettering | Rejected>}
 */
export async function letterImage(tools, decoded, context, setting = null) {
  const first = await letterOneWay(tools, decoded, context, setting, false);
  const second = 'rejected' in first ? await letterOneWay(tools, decoded, context, setting, true) : first;
  return 'rejected' in second ? first : second;
}

/**
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @param {readonly LineFit[] | null} setting @param {boolean} isAgain whether it is taken apart the other way
 * @returns {Promise<Lettering | Rejected>}
 */
async function letterOneWay(tools, decoded, context, setting, isAgain) {
  const { siblings, areas = [], language } = context;
  const alone = await study(tools, decoded, { siblings, areas, language }, isAgain);
  const isUncertain =
    'rejected' in alone ? alone.rejected === 'uncertain-text' : findIllRead(alone.texts, context, () => true);
  const seen = isUncertain ? await studyImage(tools, decoded, context, isAgain) : alone;
  if ('rejected' in seen) return seen;
  const text = seen.texts.map((line) => line.text).join(' ');
  const illRead = findIllRead(seen.texts, context, tools.heeds);
  if (illRead) return reject('uncertain-text', illRead, text);
  if (setting && setting.map((line) => line.text).join('\n') !== seen.texts.map((line) => line.text).join('\n'))
    return reject('looks-different', 'it says something else', text);
  const other = contradictionOf(seen, text, context);
  if (other && tools.heeds('the page says otherwise'))
    return reject('uncertain-text', `the page says “${other}”`, text);
  const choices = await chooseFits(tools, decoded, seen, context, setting);
  if ('reason' in choices) return reject(choices.rejected, choices.reason, text);
  const trial = openTrial(tools, decoded, seen, areas);
  const { likeness = 'visual' } = context;
  /** @type {Rejected | null} */
  let failed = null;
  for (const fits of listAttempts(choices)) {
    const shown = await trial.show(fits);
    const failure = findFailure(shown.scores, likeness, tools.heeds);
    if (!failure) return trial.describe(fits, shown);
    failed ??= { ...reject('looks-different', failure, text), scores: shown.scores };
    if (Number(failed.scores?.unlikeness) > GATES[likeness].unlikeness * HOPELESS) break;
  }
  return failed ?? reject('looks-different', 'no face has its shape', text);
}

/**
 * What the page says that contradicts the words, if anything does.
 * @param {Studies} seen @param {string} text @param {Context} context
 */
function contradictionOf({ lines, texts }, text, context) {
  if (!context.areas?.length) return findContradiction(text, context);
  return lines.map((line, index) => findContradiction(texts[index].text, contextOf(line, context))).find(Boolean);
}

/**
 * The fits of each line, best first; a reason where a line is uncertain or no face fits it.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Studies} seen @param {Context} context
 * @param {readonly LineFit[] | null} setting
 * @returns {Promise<LineFit[][] | { rejected: 'uncertain-text' | 'looks-different', reason: string }>}
 */
async function chooseFits(tools, decoded, seen, context, setting) {
  const { fitter, heeds } = tools;
  const best = await Promise.all(seen.studied.map((studied) => polishBest(fitter, studied)));
  const certainty = weigh(seen, best, context);
  const unclear = findUnclear(seen, certainty, heeds);
  if (unclear) return { rejected: 'uncertain-text', reason: unclear };
  const choices = [];
  for (const [index, studied] of seen.studied.entries()) {
    const family = async () => [
      ...seen.studied.filter((line) => line !== studied && (areAlike(line, studied) || standInRow(line, studied))),
      ...(await gatherFamily(tools, studied, decoded, context)),
    ];
    if (best[index].length === 0) return { rejected: 'looks-different', reason: 'no face has its shape' };
    const said = {
      countWitnesses: (/** @type {string} */ text) => countWitnesses(text, index, seen, context),
      isSpelled: certainty.spelled,
      heeds,
    };
    const doubt = await findDoubt(fitter, studied, best[index], said);
    if (doubt) return { rejected: 'uncertain-text', reason: doubt };
    const fits = setting
      ? [await fitter.hold(studied.job, setting[index])]
      : await fitInFamily(tools, studied, await family());
    const unclearFit = await findUnclearFit(fitter, studied, fits[0], heeds);
    if (unclearFit) return { rejected: 'uncertain-text', reason: unclearFit };
    choices.push(fits);
  }
  return choices;
}

/**
 * Shows words in the place of the image and measures how like it they are.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Studies} seen
 * @param {NonNullable<Context['areas']>} areas
 */
function openTrial({ fitter }, decoded, seen, areas) {
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

/**
 * Fits to try in turn: what families prefer, then what each line prefers by itself.
 * @param {readonly LineFit[][]} choices of each line
 */
function listAttempts(choices) {
  const longest = Math.min(MAX_ATTEMPTS, Math.max(...choices.map((fits) => fits.length)));
  return Array.from({ length: longest }, (_, attempt) =>
    choices.map((fits) => fits[Math.min(attempt, fits.length - 1)]),
  );
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
