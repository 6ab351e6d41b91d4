/** @import { DecodedImage } from '../types.ts' */
/** @import { Box, Context, Face, Ground, Line, Rejected } from './types.ts' */
/** @import { Fitter, LineJob } from './fitter.js' */
/** @import { Reader } from './reader.js' */
/** @import { Segmented } from './segment.js' */
/** @import { Readings } from './votes.js' */
/** @import { Studied } from './family.js' */
import { areAlike } from './family.js';
import { hashImage } from './hash-image.js';
import { growBox, unite } from './raster.js';
import { cropCoverage, cropRaw } from './reader.js';
import { reject } from './reject.js';
import { segmentInFamily } from './segment.js';
import { agree } from './votes.js';

const MAX_FAMILY = 16;
/** Similarity at which a face reproduces a reading to the pixel, and by how much any other reading must stay behind. */
const PROVEN = 0.97;
const PROVEN_LEAD = 0.012;

/**
 * @typedef {object} ReadLine
 * @property {string} text empty where sources do not agree
 * @property {readonly string[]} sources
 * @property {readonly string[]} [open] what the engines read where they do not agree
 * @property {boolean} [isGraphic] whether no engine finds a letter or digit in it
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
    const isGraphic = Object.values(readings).every((text) => !/[\p{L}\p{N}]/u.test(text ?? ''));
    texts.push(agreed && !isGraphic ? agreed : { text: '', sources: [], open: [...new Set(open)], isGraphic });
  }
  return texts;
}

/**
 * @typedef {object} Tools
 * @property {Reader} reader @property {Fitter} fitter @property {readonly Face[]} faces
 * @property {Map<string, Promise<Study>>} studies by what an image shows
 *
 * @typedef {(Segmented & { texts: readonly ReadLine[], studied: readonly Studied[], plate: Ground | null, crop: Box | null }) | Rejected} Study
 */

/**
 * Takes an image apart, reads it and tries its lines in every face; once for each image, however many ask.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @returns {Promise<Study>}
 */
export function study(tools, decoded, context) {
  const key = hashImage(decoded);
  const known = tools.studies.get(key) ?? studyImage(tools, decoded, context);
  tools.studies.set(key, known);
  return known;
}

/** @param {Tools} tools @param {DecodedImage} decoded @param {Context} context @returns {Promise<Study>} */
export async function studyImage({ reader, fitter }, decoded, context) {
  const { seen, plate } = segmentInFamily(decoded, context.siblings ?? []);
  if ('rejected' in seen) return seen;
  const { image, ink } = seen;
  const read = await readText(reader, seen, context);
  const beside = plate ? -1 : findGraphic(seen.lines, read);
  const lines = seen.lines.filter((_, index) => index !== beside);
  const texts = read.filter((_, index) => index !== beside);
  const studied = [];
  for (const [index, { box }] of lines.entries()) {
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
  const pictures = [
    ...(beside < 0 ? [] : [growBox(seen.lines[beside].box, 1, image)]),
    ...(plate ? [] : seen.ground.strips),
  ];
  const crop = pictures.length > 0 && seen.ground.strips.length <= 1 ? unite(pictures) : null;
  return { ...seen, lines, texts, studied, plate, crop };
}

/**
 * Which of the lines is an arrow or bullet beside the words: compact, at one end, and without a letter in it; -1 where none is.
 * @param {readonly Line[]} lines @param {readonly ReadLine[]} texts
 */
function findGraphic(lines, texts) {
  const found = texts.flatMap(({ isGraphic }, index) => (isGraphic ? [index] : []));
  if (found.length !== 1 || lines.length < 2) return -1;
  const { box } = lines[found[0]];
  const others = lines.filter((_, index) => index !== found[0]).map((line) => line.box);
  const isBeside = others.every(
    (other) =>
      (box.x + box.width < other.x || box.x > other.x + other.width) &&
      box.y < other.y + other.height &&
      box.y + box.height > other.y,
  );
  return isBeside && box.width <= box.height * 2.2 ? found[0] : -1;
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
export async function gatherFamily(tools, own, decoded, siblings) {
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
