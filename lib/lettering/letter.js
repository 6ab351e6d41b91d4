import { createHash } from 'node:crypto';
/** @import { DecodedImage } from '../types.ts' */
/** @import { Box, Context, Graphic, Ground, Lettering, LineFit, Raster, Rejected, Rgb } from './types.ts' */
/** @import { Tools } from './study.js' */
import { areaOf } from './areas.js';
import { writeBox } from './box.js';
import { countWitnesses, findUnclear, findUnclearFit, weigh } from './certainty.js';
import { findDoubt } from './doubt.js';
import { areAlike, fitInFamily, polishBest, standInRow } from './family.js';
import { findFailure, measure } from './gates.js';
import { isHardEdged } from './ink.js';
import { paintBox } from './painter.js';
import { colourAt, formatColour, unite } from './raster.js';
import { contextOf } from './reading.js';
import { reject } from './reject.js';
import { solveShadow } from './shadow.js';
import { gatherFamily, study, studyImage } from './study.js';
import { findContradiction } from './witnesses.js';

const MAX_ATTEMPTS = 3;
/** Similarity above which a face's colour is worth solving for. */
const CLOSE = 0.9;
/** A colour that differs from its neighbours' must bring as much, or a row of words had a look for each. */
const CLEARLY_LESS = 0.9;

/**
 * Turns one image into words, or says why not.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @param {readonly LineFit[] | null} [setting] how its lines must be set, where another image shows the same
 * @returns {Promise<Lettering | Rejected>}
 */
export async function letterImage(tools, decoded, context, setting = null) {
  const { fitter } = tools;
  const { siblings, areas = [] } = context;
  const alone = await study(tools, decoded, { siblings, areas });
  const seen =
    'rejected' in alone && alone.rejected === 'uncertain-text' ? await studyImage(tools, decoded, context) : alone;
  if ('rejected' in seen) return seen;
  const { image, ground, ink, lines, bars, plate } = seen;
  const text = seen.texts.map((line) => line.text).join(' ');
  if (setting && setting.map((line) => line.text).join('\n') !== seen.texts.map((line) => line.text).join('\n'))
    return reject('looks-different', 'it says something else', text);
  const said = lines.map((line) => contextOf(line, context));
  const other = areas.length
    ? said.map((one, index) => findContradiction(seen.texts[index].text, one)).find(Boolean)
    : findContradiction(text, context);
  if (other) return reject('uncertain-text', `the page says “${other}”`, text);
  const best = await Promise.all(seen.studied.map((studied) => polishBest(fitter, studied)));
  const certainty = weigh(seen, best, context);
  const unclear = findUnclear(seen, certainty);
  if (unclear) return reject('uncertain-text', unclear, text);
  /** @type {LineFit[][]} */
  const choices = [];
  for (const studied of seen.studied) {
    const family = async () => [
      ...seen.studied.filter((line) => line !== studied && (areAlike(line, studied) || standInRow(line, studied))),
      ...(await gatherFamily(tools, studied, decoded, siblings ?? [])),
    ];
    const fits = setting
      ? [await fitter.hold(studied.job, setting[choices.length])]
      : await fitInFamily(tools, studied, await family());
    if (fits.length === 0) return reject('looks-different', 'no face has its shape', text);
    const doubt =
      (await findDoubt(fitter, studied, best[choices.length], (one) =>
        countWitnesses(one, choices.length, seen, context),
      )) ?? (await findUnclearFit(fitter, studied, fits[0], certainty));
    if (doubt) return reject('uncertain-text', doubt, text);
    choices.push(fits);
  }
  const graphic = plate ? describeGraphic(plate, image) : seen.crop && cropGraphic(decoded, seen.crop);
  const shadow = solveShadow(image, ground, ink);
  /** @type {Rejected | null} */
  let failed = null;
  const { width, height } = image;
  const inked = unite([...lines.map((line) => line.box), ...(seen.crop ? [seen.crop] : [])]);
  const show = async (/** @type {readonly LineFit[]} */ fits, /** @type {Rgb} */ colour) => {
    const box = writeBox({ width, height, lines: fits, colour, ground, bars, shadow, graphic, areas });
    const painted = await paintBox(fitter.page, { ...box, width, height, behind: layMatte(image, ground), graphic });
    const worstCharacter = Math.min(...fits.map((fit) => fit.worstCharacter));
    return { box, painted, scores: measure({ image, painted, ground, ink, box: inked, worstCharacter, lines, fits }) };
  };
  for (const fits of listAttempts(choices)) {
    const colour = strengthen(ink.colour, ground.colour, fits);
    let shown = await show(fits, colour);
    if (shown.scores.inkSimilarity > CLOSE && shown.scores.meanColourDifference > 0.05) {
      const truer = await show(fits, solveColour(image, shown.painted, ground, colour));
      if (truer.scores.meanColourDifference < shown.scores.meanColourDifference * CLEARLY_LESS) shown = truer;
    }
    const { box, scores } = shown;
    const failure = findFailure(scores, context.likeness ?? 'visual');
    if (failure) {
      failed ??= { ...reject('looks-different', failure, text), scores };
      continue;
    }
    return {
      text,
      lines: fits,
      width,
      height,
      colour: formatColour(ink.colour),
      ground: { kind: ground.kind },
      isHard: isHardEdged(ink),
      shadow,
      scores,
      similarity: scores.inkSimilarity,
      font: fits[0].face.family,
      sources: [...new Set(seen.texts.flatMap((line) => line.sources))],
      ...box,
      graphic,
      said: areas.map((_, at) =>
        lines.flatMap((line, index) => (areaOf(line, areas) === at ? [seen.texts[index].text] : [])).join(' '),
      ),
    };
  }
  return failed ?? reject('looks-different', 'no face has its shape', text);
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

/** The plate as a picture of its own. @param {Ground} plate @param {Raster} image @returns {Graphic} */
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
