/** @import { DecodedImage } from '../types.ts' */
/** @import { Box, Context, Face, Ground, Line, LineFit, Rejected } from './types.ts' */
/** @import { Fitter, LineJob, Start } from './fitter.js' */
/** @import { Grey, Reader, Reading } from './reader.js' */
/** @import { Segmented } from './segment.js' */
/** @import { Readings } from './votes.js' */
/** @import { Studied } from './family.js' */
import { areaOf } from './areas.js';
import { listVariants, turnCase } from './confusables.js';
import { areAlike } from './family.js';
import { hashImage } from './hash-image.js';
import { growBox, unite } from './raster.js';
import { cropCoverage, cropRaw, openUp } from './reader.js';
import { reject } from './reject.js';
import { segmentInFamily } from './segment.js';
import { setQuotes } from './typography.js';
import { agree, agreeOpened, settleTwins } from './votes.js';

const MAX_FAMILY = 8;
/** Confidence below which a line of several words, wider than so many times its height, is no line of words. */
const HOPELESS = 30;
const WIDE = 3;
/** Confidence below which another view does not help either, and share of a line's box that only heavy type inks. */
const DOUBTFUL = 60;
const HEAVY = 0.5;
const NOTHING = Object.freeze({ text: '', confidence: 0 });
/** Quick score of a face below which no reading of the same ink will be proven. */
const UNLIKE = 0.75;
/**
 * Similarity that only the face itself reaches: then less of a lead will do, the less the longer the text is that one letter is a
 * part of, and a letter taken for another can be put right.
 */
const EXACT = 0.985;
const EXACT_LEAD = Object.freeze({ most: 0.004, ofOneLetter: 0.03 });
const FAR_BETTER = -0.05;
/** In how many of its best faces a text is tried in either case. */
const CASE_FACES = 3;
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
  for (const line of lines) {
    const { box } = line;
    const said = contextOf(line, context);
    const clean = cropCoverage(ink.coverage, image.width, image.height, box);
    const raw = cropRaw(image, box, { ink: ink.colour, ground: ground.colour, area: ground.area });
    const learned = await reader.readLearned(clean);
    // The other engine takes seconds over specks, which the first one sees for what they are. Of a single word it only says how
    // odd a word it is.
    const isHopeless = learned.text.includes(' ') && learned.confidence < HOPELESS && box.width > box.height * WIDE;
    const shapes = isHopeless ? NOTHING : await reader.readShapes(raw);
    /** @type {Readings} */
    let readings = { learnedCoverage: settleTwins(learned.text), shapesRaw: settleTwins(shapes.text) };
    let agreed = agree(readings, said);
    const mayRead = /[\p{L}\p{N}]/u.test(learned.text + shapes.text) || (!learned.text && box.width > box.height * 1.5);
    if (!agreed && mayRead && !isHopeless) {
      const [learnedRaw, shapesCoverage] = await Promise.all([reader.readLearned(raw), reader.readShapes(clean)]);
      readings = {
        ...readings,
        learnedRaw: settleTwins(learnedRaw.text),
        shapesCoverage: settleTwins(shapesCoverage.text),
      };
      agreed = agree(readings, said);
    }
    const opened = agreed || !mayRead || isHopeless ? null : await readOpened(reader, { clean, raw, box }, learned);
    if (opened) agreed = agreeOpened(readings, opened.shapes);
    const all = [...(opened ? [opened.learned, opened.shapes] : []), ...Object.values(readings)];
    const open = all.filter((text) => /[\p{L}\p{N}]{2}/u.test(text));
    const isGraphic = all.every((text) => !/[\p{L}\p{N}]/u.test(text));
    texts.push(agreed && !isGraphic ? agreed : { text: '', sources: [], open: [...new Set(open)], isGraphic });
  }
  return texts;
}

/**
 * What is read of a line opened up, where that may help: where little was sure, or nothing was read of what may be heavy type.
 * @param {Reader} reader @param {{ clean: Grey, raw: Grey, box: Box }} line @param {Reading} known
 */
async function readOpened(reader, { clean, raw, box }, known) {
  const dark = clean.values.reduce((sum, value) => sum + 255 - value, 0) / (255 * box.width * box.height);
  if (known.text ? known.confidence <= DOUBTFUL : dark <= HEAVY) return null;
  const [learned, shapes] = await Promise.all([reader.readLearned(openUp(clean)), reader.readShapes(openUp(raw))]);
  return { learned: settleTwins(learned.text), shapes: settleTwins(shapes.text) };
}

/** What the page says of a line: of the area it lies in, where there are areas. @param {Line} line @param {Context} context @returns {Context} */
export function contextOf(line, { areas = [], ...context }) {
  return areas[areaOf(line, areas)] ?? context;
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
  const key = hashImage(decoded) + JSON.stringify(context.areas ?? []);
  const known = tools.studies.get(key) ?? studyImage(tools, decoded, context);
  tools.studies.set(key, known);
  return known;
}

/** @param {Tools} tools @param {DecodedImage} decoded @param {Context} context @returns {Promise<Study>} */
export async function studyImage({ reader, fitter }, decoded, context) {
  const { seen, plate } = segmentInFamily(decoded, context.siblings ?? [], context.areas ?? []);
  if ('rejected' in seen) return seen;
  const { image, ink } = seen;
  const read = await readText(reader, seen, context);
  const beside = plate || context.areas?.length ? -1 : findGraphic(seen.lines, read);
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
    const cased = await settleCase(fitter, { ...line, text: tried.text }, tried.starts);
    const set = await setQuotes(fitter, { ...line, text: cased.text }, cased.starts);
    texts[index] = { text: set.text, sources: text ? texts[index].sources : ['reading', 'face'] };
    studied.push({
      job: { ...line, text: set.text },
      starts: set.starts,
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
 * A text in the case that fits better, where its letters have one shape in both: engines choose at random.
 * @param {Fitter} fitter @param {LineJob} job @param {readonly Start[]} starts
 * @returns {Promise<{ text: string, starts: readonly Start[] }>}
 */
async function settleCase(fitter, job, starts) {
  const own = { text: job.text, starts };
  const [text] = turnCase(job.text);
  if (!text) return own;
  const other = { text, starts: await fitter.rankFaces({ ...job, text }) };
  const [ownFits, otherFits] = await Promise.all(
    [own, other].map((one) => fitter.polish({ ...job, text: one.text }, one.starts.slice(0, CASE_FACES))),
  );
  return (otherFits[0]?.similarity ?? 0) > (ownFits[0]?.similarity ?? 0) ? other : own;
}

/**
 * A text with its capitals small where nothing in it is taller than they are and their small letters have their shape: engines
 * tell these apart by their neighbours' height alone.
 * @param {string} text
 */
function lowerTwins(text) {
  return /^[acegmnopqrsuvwxyzCOSUVWXZ\s.,-]+$/.test(text) ? text.toLowerCase() : text;
}

/**
 * Where engines disagree, the reading that a face reproduces to the pixel; null where none does, or a second one nearly.
 * @param {Fitter} fitter @param {Omit<LineJob, 'text'>} line @param {readonly string[]} readings
 */
async function proveReading(fitter, line, readings) {
  /** @type {{ text: string, starts: readonly Start[], fit: LineFit }[]} */
  const tried = [];
  const attempt = async (/** @type {string} */ text) => {
    const starts = await fitter.rankFaces({ ...line, text });
    if (!starts.length || starts[0].score < 0.8) return starts[0]?.score ?? 0;
    const [fit] = await fitter.polish({ ...line, text }, starts.slice(0, 1));
    tried.push({ text, starts, fit });
    return starts[0].score;
  };
  let nearest = 0;
  const open = [...new Set([...readings, ...readings.map(lowerTwins)])];
  for (const [index, text] of open.entries()) {
    nearest = Math.max(nearest, await attempt(text));
    if (nearest < UNLIKE && index === 1) return null;
  }
  const rank = () => tried.sort((a, b) => b.fit.similarity - a.fit.similarity);
  const [best] = rank();
  if (best) {
    const corrected = await correct(fitter, { ...line, text: best.text }, best.fit);
    if (!open.includes(corrected)) await attempt(corrected);
  }
  const [first, second] = rank();
  if (!first || first.fit.similarity < PROVEN) return null;
  const isExact = first.fit.similarity >= EXACT;
  if (!readings.includes(first.text) && !isExact) return null;
  const lead = first.fit.similarity - (second?.fit.similarity ?? 0);
  const exactLead = Math.min(EXACT_LEAD.most, EXACT_LEAD.ofOneLetter / first.text.length);
  return lead > (isExact ? exactLead : PROVEN_LEAD) ? first : null;
}

/**
 * A reading with the letters replaced that others explain far better.
 * @param {Fitter} fitter @param {LineJob} job @param {LineFit} fit
 */
async function correct(fitter, job, fit) {
  const variants = listVariants(job.text).filter(({ length, letters }) => length === 1 && letters.length === 1);
  const leads = await fitter.measureLeads(job, fit, variants);
  const letters = [...job.text];
  const least = letters.map(() => FAR_BETTER);
  for (const [index, { at, letters: other }] of variants.entries()) {
    if (leads[index].lead < least[at]) [least[at], letters[at]] = [leads[index].lead, other];
  }
  return letters.join('');
}

/**
 * Lines of the siblings that may be of one look with a line.
 * @param {Tools} tools @param {Studied} own @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings
 */
export async function gatherFamily(tools, own, decoded, siblings) {
  const name = hashImage(decoded);
  const alike = siblings.filter((sibling) => sibling.height === decoded.height && hashImage(sibling) !== name);
  // Engines and browser are processes of their own: while one image is read, another is set.
  const studies = await Promise.all(
    alike.slice(0, MAX_FAMILY).map((sibling) => study(tools, sibling, { siblings: [decoded, ...siblings] })),
  );
  return studies.flatMap((other) =>
    !('rejected' in other) && other.studied.length === 1 && areAlike(own, other.studied[0]) ? other.studied : [],
  );
}
