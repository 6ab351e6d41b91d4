import { createHash } from 'node:crypto';
/** @import { DecodedImage } from '../types.ts' */
/** @import { Bar, Box, Context, Face, Graphic, Ground, Ink, Line, LineFit, Lettering, Raster, Rejected, Rgb } from './types.ts' */
/** @import { Fitter, LineJob } from './fitter.js' */
/** @import { Reader } from './reader.js' */
/** @import { Readings } from './votes.js' */
/** @import { Studied } from './family.js' */
import { writeBox } from './box.js';
import { listVariants } from './confusables.js';
import { areAlike, fitInFamily, polishBest } from './family.js';
import { findFailure, measure } from './gates.js';
import { modelGround } from './ground.js';
import { findInk } from './ink.js';
import { findLines } from './lines.js';
import { paintBox } from './painter.js';
import { recoverPlate } from './plate.js';
import { colourAt, formatColour, layFlat } from './raster.js';
import { cropCoverage, cropRaw } from './reader.js';
import { hasOnlyInk, solveShadow } from './shadow.js';
import { findSpacingDoubt } from './spacing.js';
import { agree, findContradiction, isPlausible } from './votes.js';

const MAX_WIDTH_PX = 1600;
const MAX_HEIGHT_PX = 400;
const MAX_PIXELS = 240_000;
const MIN_HEIGHT_PX = 7;
const MAX_LINES = 6;
const MAX_LINE_PX = 90;
const MAX_GROUND_VARIANCE = 64;
const MAX_FAMILY = 16;
const MAX_ATTEMPTS = 3;
/** Similarity at which a face reproduces a reading to the pixel, and by how much any other reading must stay behind. */
const PROVEN = 0.97;
const PROVEN_LEAD = 0.012;
/** What a reading that only a face bears out must lead by on top. */
const PROVEN_MARGIN = 0.03;
/** Least lead, in shares of a letter's ink, over a letter that reads alike. */
const MIN_LEAD = -0.006;
/** Slack for letters that no two engines take for each other, where the face is only a relative of the one seen. */
const UNLIKE_SLACK = -0.08;
/** Slack where the variant would be no word at all, such as a capital amid small letters. */
const ODD_SLACK = -0.1;
/** A slash fills a narrow letter's counter, as blur does. */
const SLASH_SLACK = -0.05;

/**
 * @typedef {object} Segmented
 * @property {Raster} image @property {Ground} ground @property {Ink} ink
 * @property {readonly Line[]} lines @property {readonly Bar[]} bars
 */

/**
 * Takes an image apart: ground, ink and lines; or says why it cannot be words on a ground.
 * @param {DecodedImage} decoded @param {Ground} [known] a ground recovered from the image's family
 * @returns {Segmented | Rejected}
 */
export function segment(decoded, known) {
  const { width, height, frames } = decoded;
  if (frames.length !== 1) return reject('looks-different', `it is an animation of ${frames.length} frames`);
  if (height < MIN_HEIGHT_PX || width < MIN_HEIGHT_PX) return reject('looks-different', 'it is too small for words');
  if (width > MAX_WIDTH_PX || height > MAX_HEIGHT_PX || width * height > MAX_PIXELS) {
    return reject('looks-different', `${width} × ${height} pixels are more than a line of words needs`);
  }
  const image = layFlat(decoded);
  const ground = known ?? modelGround(image);
  if (ground.variance > MAX_GROUND_VARIANCE) return reject('looks-different', 'its ground is a texture or a picture');
  const ink = findInk(image, ground);
  if (!ink) return reject('looks-different', 'nothing stands out of its ground');
  const inked = ink.coverage.reduce((sum, value) => sum + value, 0);
  if (inked > ground.area.width * ground.area.height * 0.6)
    return reject('looks-different', 'it is a shape, not words');
  if (!hasOnlyInk(image, ground, ink)) return reject('looks-different', 'it holds more than one ink');
  const { lines, bars } = findLines(ink.coverage, width, ground.area);
  if (lines.length === 0 || lines.length > MAX_LINES)
    return reject('looks-different', `${lines.length} lines were found`);
  if (lines.some(({ box }) => box.height > MAX_LINE_PX))
    return reject('looks-different', 'its shapes are too tall for words');
  return { image, ground, ink, lines, bars };
}

/**
 * @typedef {object} ReadLine
 * @property {string} text empty where sources do not agree
 * @property {readonly string[]} sources
 * @property {readonly string[]} [open] what the engines read where they do not agree
 */

/**
 * Reads every line twice, by two engines, from two views.
 * @param {Reader} reader @param {Segmented} seen @param {Context} context
 */
export async function readText(reader, { image, ground, ink, lines }, context) {
  /** @type {ReadLine[]} */
  const texts = [];
  for (const { box } of lines) {
    const clean = cropCoverage(ink.coverage, image.width, image.height, box);
    const raw = cropRaw(image, box, { ink: ink.colour, ground: ground.colour, area: ground.area });
    const [learned, shapes] = await Promise.all([reader.readLearned(clean), reader.readShapes(raw)]);
    /** @type {Readings} */
    let readings = { learnedCoverage: learned.text, shapesRaw: shapes.text };
    let agreed = agree(readings, context);
    const mayRead = /[\p{L}\p{N}]/u.test(learned.text + shapes.text) || (!learned.text && box.width > box.height * 1.5);
    if (!agreed && mayRead) {
      const [learnedRaw, shapesCoverage] = await Promise.all([reader.readLearned(raw), reader.readShapes(clean)]);
      readings = { ...readings, learnedRaw: learnedRaw.text, shapesCoverage: shapesCoverage.text };
      agreed = agree(readings, context);
    }
    const open = Object.values(readings).filter((text) => /[\p{L}\p{N}]{2}/u.test(text));
    texts.push(agreed ?? { text: '', sources: [], open: [...new Set(open)] });
  }
  return texts;
}

/**
 * @typedef {object} Tools
 * @property {Reader} reader @property {Fitter} fitter @property {readonly Face[]} faces
 * @property {Map<string, Promise<Study>>} studies by what an image shows
 *
 * @typedef {(Segmented & { texts: readonly ReadLine[], studied: readonly Studied[], plate: Ground | null }) | Rejected} Study
 */

/**
 * Takes an image apart, reads it and tries its lines in every face; once for each image, however many ask.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @returns {Promise<Study>}
 */
function study(tools, decoded, context) {
  const key = hashImage(decoded);
  const known = tools.studies.get(key) ?? studyImage(tools, decoded, context);
  tools.studies.set(key, known);
  return known;
}

/**
 * Takes an image apart; where its ground is no colour, band or gradient, its family may tell what it is.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings
 */
function segmentInFamily(decoded, siblings) {
  const alone = segment(decoded);
  const { width, height, frames } = decoded;
  if (frames.length !== 1 || width * height > MAX_PIXELS) return { seen: alone, plate: null };
  const isPlain =
    !('rejected' in alone) && alone.lines.length === 1 && alone.lines[0].box.height <= alone.ground.area.height * 0.85;
  const plate = isPlain && alone.ground.strips.length === 0 ? null : recoverPlate(decoded, siblings);
  return { seen: plate ? segment(decoded, plate) : alone, plate };
}

/** @param {Tools} tools @param {DecodedImage} decoded @param {Context} context @returns {Promise<Study>} */
async function studyImage({ reader, fitter }, decoded, context) {
  const { seen, plate } = segmentInFamily(decoded, context.siblings ?? []);
  if ('rejected' in seen) return seen;
  const { image, ink } = seen;
  const texts = await readText(reader, seen, context);
  const studied = [];
  for (const [index, { box }] of seen.lines.entries()) {
    const line = { coverage: ink.coverage, width: image.width, height: image.height, box, colour: ink.colour };
    const { text, open = [] } = texts[index];
    const tried = text
      ? { text, starts: await fitter.rankFaces({ ...line, text }) }
      : await proveReading(fitter, line, open);
    if (!tried) return reject('uncertain-text', 'no two independent sources agree on what it says', open[0]);
    if (!text) texts[index] = { text: tried.text, sources: ['reading', 'face'] };
    studied.push({
      job: { ...line, text: tried.text },
      starts: tried.starts,
      imageHeight: image.height,
      isProven: !text,
    });
  }
  const text = texts.map((line) => line.text).join(' ');
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text)) return reject('uncertain-text', 'it is too short to be sure', text);
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(text))
    return reject('uncertain-text', 'its script is not supported', text);
  return { ...seen, texts, studied, plate };
}

/**
 * Where engines disagree, the reading that a face reproduces to the pixel; null where none does, or a second one nearly.
 * @param {Fitter} fitter @param {Omit<LineJob, 'text'>} line @param {readonly string[]} readings
 */
async function proveReading(fitter, line, readings) {
  const tried = [];
  for (const text of readings) {
    const starts = await fitter.rankFaces({ ...line, text });
    if (!starts.length || starts[0].score < 0.8) continue;
    const [fit] = await fitter.polish({ ...line, text }, starts.slice(0, 1));
    tried.push({ text, starts, similarity: fit.similarity });
  }
  const [first, second] = tried.sort((a, b) => b.similarity - a.similarity);
  if (!first || first.similarity < PROVEN) return null;
  return !second || second.similarity < first.similarity - PROVEN_LEAD ? first : null;
}

/**
 * Lines of the siblings that may be of one look with a line.
 * @param {Tools} tools @param {Studied} own @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings
 */
async function gatherFamily(tools, own, decoded, siblings) {
  /** @type {Studied[]} */
  const family = [];
  const name = hashImage(decoded);
  for (const sibling of siblings) {
    if (sibling.height !== decoded.height || hashImage(sibling) === name || family.length >= MAX_FAMILY) continue;
    const other = await study(tools, sibling, { siblings: [decoded, ...siblings] });
    if (!('rejected' in other) && other.studied.length === 1 && areAlike(own, other.studied[0]))
      family.push(other.studied[0]);
  }
  return family;
}

/**
 * Turns one image into words, or says why not.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @returns {Promise<Lettering | Rejected>}
 */
export async function letterImage(tools, decoded, context) {
  const { fitter } = tools;
  const alone = await study(tools, decoded, { siblings: context.siblings });
  const seen =
    'rejected' in alone && alone.rejected === 'uncertain-text' ? await studyImage(tools, decoded, context) : alone;
  if ('rejected' in seen) return seen;
  const { image, ground, ink, lines, bars, plate } = seen;
  const text = seen.texts.map((line) => line.text).join(' ');
  const other = findContradiction(text, context);
  if (other) return reject('uncertain-text', `the page says “${other}”`, text);
  const spacing = findSpacingDoubt(ink.coverage, image.width, lines, seen.texts);
  if (spacing) return reject('uncertain-text', spacing, text);
  /** @type {LineFit[][]} */
  const choices = [];
  for (const studied of seen.studied) {
    const family = lines.length === 1 ? await gatherFamily(tools, studied, decoded, context.siblings ?? []) : [];
    const fits = await fitInFamily(tools, studied, family);
    if (fits.length === 0) return reject('looks-different', 'no face has its shape', text);
    const doubt = await findDoubt(fitter, studied, await polishBest(fitter, studied));
    if (doubt) return reject('uncertain-text', doubt, text);
    choices.push(fits);
  }
  const graphic = plate ? describeGraphic(plate, image) : null;
  const shadow = solveShadow(image, ground, ink);
  /** @type {Rejected | null} */
  let failed = null;
  for (const fits of listAttempts(choices)) {
    const look = {
      width: image.width,
      height: image.height,
      lines: fits,
      colour: strengthen(ink.colour, ground.colour, fits),
      ground,
      bars,
      shadow,
      graphic,
    };
    const box = writeBox(look);
    const { width, height } = image;
    const painted = await paintBox(fitter.page, { ...box, width, height, behind: layMatte(image, ground), graphic });
    const worstCharacter = Math.min(...fits.map((fit) => fit.worstCharacter));
    const scores = measure({ image, painted, ground, ink, box: unite(lines.map((line) => line.box)), worstCharacter });
    const failure = findFailure(scores);
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
      shadow,
      scores,
      similarity: scores.inkSimilarity,
      font: fits[0].face.family,
      sources: [...new Set(seen.texts.flatMap((line) => line.sources))],
      ...box,
      graphic,
    };
  }
  return failed ?? reject('looks-different', 'no face has its shape', text);
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

/**
 * Why a reading may be wrong: a variant of it, set in the faces nearest to the image's, fits as well; null where it beats them all.
 * @param {Fitter} fitter @param {Studied} studied @param {readonly LineFit[]} fits the best first
 */
async function findDoubt(fitter, { job, isProven }, fits) {
  const [best, ...others] = fits.filter((fit) => fit.similarity > fits[0].similarity - 0.05);
  const variants = listVariants(job.text);
  const leads = await fitter.measureLeads(job, best, variants);
  const open = variants.flatMap((variant, index) =>
    isCleared(job.text, variant, leads[index] - (isProven ? PROVEN_MARGIN : 0))
      ? []
      : [{ variant, lead: leads[index] }],
  );
  if (open.length === 0) return null;
  const more = await Promise.all(
    others.map((fit) =>
      fitter.measureLeads(
        job,
        fit,
        open.map(({ variant }) => variant),
      ),
    ),
  );
  for (const [index, { variant, lead }] of open.entries()) {
    const mean = (lead + more.reduce((sum, list) => sum + list[index], 0)) / (more.length + 1);
    if (!isProven && isCleared(job.text, variant, mean)) continue;
    const { at, length, letters } = variant;
    return `“${job.text.slice(at, at + length)}” could be “${letters}” (lead ${mean.toFixed(2)})`;
  }
  return null;
}

/** @param {string} text @param {import('./confusables.js').Variant} variant @param {number} lead */
function isCleared(text, { at, length, letters }, lead) {
  const read = text.slice(at, at + length);
  const varied = text.slice(0, at) + letters + text.slice(at + length);
  const isOdd = length === 1 && letters.length === 1 && !isPlausible(varied, at) && isPlausible(text, at);
  if (isTwinOf(read, letters)) return lead > 0.12 || (lead > -0.12 && isPlausible(text, at));
  if (lead > MIN_LEAD || (isOdd && lead > ODD_SLACK)) return true;
  if (letters === 'ø' || letters === 'Ø') return lead > SLASH_SLACK;
  return !isEasilyTaken(read, letters) && lead > UNLIKE_SLACK;
}

/** Letters whose shapes are the same or nearly so in many faces: only their neighbours tell. @param {string} one @param {string} other */
function isTwinOf(one, other) {
  const twins = [
    'Il1|!',
    'O0Qo',
    "'`",
    '.,',
    'lLi',
    'S5',
    'Z2',
    'B8',
    'oO',
    'sS',
    'cC',
    'xX',
    'vV',
    'wW',
    'zZ',
    'kK',
    'pP',
    'uU',
  ];
  return one.length === 1 && twins.some((group) => group.includes(one) && group.includes(other));
}

/** Pairs that readers do take for each other. @param {string} one @param {string} other */
function isEasilyTaken(one, other) {
  if (one.length > 1 || other.length > 1) return true;
  if (/[^\u0000-\u007f]/.test(other)) return true;
  return ['ceoa', 'Iltij1!|', 'hbn', 'gqy', 'uvn', 'ft', '.,', ':;', '\'"'].some(
    (group) => group.includes(one) && group.includes(other),
  );
}

/** @type {WeakMap<DecodedImage, string>} */
const hashes = new WeakMap();

/** What an image shows, in one word. @param {DecodedImage} decoded */
export function hashImage(decoded) {
  const known = hashes.get(decoded);
  if (known) return known;
  const hash = createHash('sha256').update(`${decoded.width} ${decoded.frames.length} `);
  const name = hash.update(decoded.frames[0]?.rgba ?? '').digest('hex');
  hashes.set(decoded, name);
  return name;
}

/** The plate as a picture of its own. @param {Ground} plate @param {Raster} image @returns {Graphic} */
function describeGraphic({ rgba }, { width, height }) {
  const pixels = rgba ?? new Uint8Array(0);
  return { box: { x: 0, y: 0, width, height }, rgba: pixels, key: createHash('sha256').update(pixels).digest('hex') };
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

/** @param {readonly Box[]} boxes @returns {Box} */
function unite(boxes) {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** @param {Rejected['rejected']} rejected @param {string} detail @param {string} [text] @returns {Rejected} */
export function reject(rejected, detail, text) {
  return text ? { rejected, detail, text } : { rejected, detail };
}
