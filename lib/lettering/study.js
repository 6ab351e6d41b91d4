/** @import { DecodedImage } from '../types.ts' */
/** @import { Box, Context, Face, Ground, Line, LineFit, Rejected } from './types.ts' */
/** @import { Fitter, LineJob, Start } from './fitter.js' */
/** @import { Reader } from './reader.js' */
/** @import { ReadLine } from './reading.js' */
/** @import { Segmented } from './segment.js' */
/** @import { Studied } from './family.js' */
import { listVariants, turnCase } from './confusables.js';
import { SAME_FACE } from './doubt.js';
import { areAlike } from './family.js';
import { hashImage } from './hash-image.js';
import { growBox, unite } from './raster.js';
import { contextOf, ENGINES, readText } from './reading.js';
import { reject } from './reject.js';
import { segmentInFamily } from './segment.js';
import { setSmallCapitals } from './small-capitals.js';
import { setQuotes } from './typography.js';
import { findWitnesses, isEnglish } from './witnesses.js';

/** Images of a family that are read to learn its face; each takes as long as the image itself. */
const MAX_FAMILY = 8;
/** Quick score of a face below which no reading of the same ink will be proven. */
const UNLIKE = 0.75;
/**
 * Where the face is the one seen less of a lead will do, the less the longer the text is that one letter is a part of.
 */
const SAME_FACE_LEAD = Object.freeze({ most: 0.004, ofOneLetter: 0.03 });
/** A variant this much better for one letter says that the letter is another. */
const FAR_BETTER = -0.05;
/** In how many of its best faces a text is tried in either case. */
const CASE_FACES = 3;
/** Similarity of a face that tells capitals from small letters. */
const CASE_LIKE = 0.86;
/** Similarity at which a face reproduces a reading to the pixel, and by how much any other reading must stay behind. */
const PROVEN = 0.97;
/** A sum of which a digit was taken for a letter: `so¢`. */
const MISREAD_MONEY = /\p{Ll}[¢€£$¥]|[¢€£¥$]\p{L}/u;
/** A stop that belongs to no word is a speck or a part of a picture, but in French, which parts them by a space. */
const LONE_STOP = /(?:^|\s)[:;.,!'"|]+(?:\s|$)/;
/** Similarity by which the best face must lead to be taken alone. */
const PROVEN_LEAD = 0.012;

/**
 * @typedef {object} Tools
 * @property {Reader} reader @property {Fitter} fitter @property {readonly Face[]} faces
 * @property {Map<string, Promise<Study>>} studies by what an image shows
 *
 * @typedef {(Segmented & { texts: readonly ReadLine[], studied: readonly Studied[], sharedBackground: Ground | null,
 *   crop: Box | null }) | Rejected} Study
 */

/**
 * Takes an image apart, reads it and tries its lines in every face; once for each image, however many ask.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @returns {Promise<Study>}
 */
export function study(tools, decoded, context) {
  const key = hashImage(decoded) + JSON.stringify([context.areas ?? [], context.language ?? null]);
  const known = tools.studies.get(key) ?? studyImage(tools, decoded, context);
  tools.studies.set(key, known);
  return known;
}

/** @param {Tools} tools @param {DecodedImage} decoded @param {Context} context @returns {Promise<Study>} */
export async function studyImage({ reader, fitter }, decoded, context) {
  const { seen, sharedBackground } = segmentInFamily(decoded, context.siblings ?? [], context.areas ?? []);
  if ('rejected' in seen) return seen;
  const { image, ink } = seen;
  const read = await readText(reader, seen, context);
  const beside = sharedBackground || context.areas?.length ? -1 : findGraphic(seen.lines, read);
  const lines = seen.lines.filter((_, index) => index !== beside);
  const texts = read.filter((_, index) => index !== beside);
  const studied = [];
  for (const [index, { box }] of lines.entries()) {
    const line = { coverage: ink.coverage, width: image.width, height: image.height, box, colour: ink.colour };
    const { text, open = [], cases = [] } = texts[index];
    const tried = text
      ? { text, starts: await fitter.rankFaces({ ...line, text }) }
      : ((await chooseCase(fitter, line, cases)) ?? (await proveReading(fitter, line, open)));
    if (!tried) return reject('uncertain-text', 'no two independent sources agree on what it says', open[0]);
    const cased = await resolveCase(fitter, { ...line, text: tried.text }, tried.starts);
    const small = await setSmallCapitals(fitter, { ...line, text: cased.text }, cased.starts);
    const set = await setQuotes(fitter, { ...line, text: small.text, isSmall: small.isSmall }, small.starts);
    const { sources: agreedBy, agreed = ['learned'] } = texts[index];
    /** @type {ReadLine['sources']} */
    const sources = text ? agreedBy : [...agreed, 'face', ...findWitnesses(set.text, contextOf({ box }, context))];
    texts[index] = { text: set.text, sources };
    studied.push({
      job: { ...line, text: set.text, isSmall: small.isSmall },
      starts: set.starts,
      imageHeight: image.height,
      isProven: sources.includes('face'),
      isUnanimous: ENGINES.every((engine) => sources.includes(engine)),
      isEnglish: isEnglish(context.language),
    });
  }
  const text = texts.map((line) => line.text).join(' ');
  if (texts.some((line) => !/[\p{L}\p{N}]/u.test(line.text)))
    return reject('uncertain-text', 'a part of it holds no letter', text);
  if (!/[\p{L}\p{N}].*[\p{L}\p{N}]/u.test(text)) return reject('uncertain-text', 'it is too short to be sure', text);
  if (/[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/u.test(text))
    return reject('uncertain-text', 'its script is not supported', text);
  if (LONE_STOP.test(text) && !/^fr/i.test(context.language ?? ''))
    return reject('uncertain-text', 'a stop in it belongs to no word', text);
  if (MISREAD_MONEY.test(text)) return reject('uncertain-text', 'a sign of money stands beside a letter', text);
  const pictures = [
    ...(beside < 0 ? [] : [growBox(seen.lines[beside].box, 1, image)]),
    ...(sharedBackground ? [] : seen.ground.strips),
  ];
  const crop = pictures.length > 0 && seen.ground.strips.length <= 1 ? unite(pictures) : null;
  return { ...seen, lines, texts, studied, sharedBackground, crop };
}

/**
 * Which of the lines is an arrow or bullet beside the words: compact, at one end, and without a letter in it; -1 where
 * none is.
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
async function resolveCase(fitter, job, starts) {
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
 * A text with its capitals small where nothing in it is taller than they are and their small letters have their shape:
 * engines tell these apart by their neighbours' height alone.
 * @param {string} text
 */
function lowerIfAlike(text) {
  return /^[acegmnopqrsuvwxyzCOSUVWXZ\s.,-]+$/.test(text) ? text.toLowerCase() : text;
}

/**
 * Of readings alike but for the case of their letters, the one that a face shows plainly better than any other; null
 * where none does.
 * @param {Fitter} fitter @param {Omit<LineJob, 'text'>} line @param {readonly string[]} readings
 */
async function chooseCase(fitter, line, readings) {
  const tried = [];
  for (const text of readings) {
    const starts = await fitter.rankFaces({ ...line, text });
    const [fit] = await fitter.polish({ ...line, text }, starts.slice(0, 1));
    if (fit) tried.push({ text, starts, fit });
  }
  const [first, second] = tried.sort((one, other) => other.fit.similarity - one.fit.similarity);
  const isClear = first?.fit.similarity - (second?.fit.similarity ?? 0) > PROVEN_LEAD;
  return isClear && first.fit.similarity >= CASE_LIKE ? first : null;
}

/**
 * Where engines disagree, the reading that a face reproduces to the pixel; null where none does, or a second one
 * nearly.
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
  const open = [...new Set([...readings, ...readings.map(lowerIfAlike)])];
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
  const isSameFace = first.fit.similarity >= SAME_FACE;
  if (!readings.includes(first.text) && !isSameFace) return null;
  const lead = first.fit.similarity - (second?.fit.similarity ?? 0);
  const sameFaceLead = Math.min(SAME_FACE_LEAD.most, SAME_FACE_LEAD.ofOneLetter / first.text.length);
  return lead > (isSameFace ? sameFaceLead : PROVEN_LEAD) ? first : null;
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
 * @param {Tools} tools @param {Studied} own @param {DecodedImage} decoded @param {Context} context
 */
export async function gatherFamily(tools, own, decoded, { siblings = [], language }) {
  const name = hashImage(decoded);
  const alike = siblings.filter((sibling) => sibling.height === decoded.height && hashImage(sibling) !== name);
  // Engines and browser are processes of their own: while one image is read, another is set.
  const studies = await Promise.all(
    alike.slice(0, MAX_FAMILY).map((sibling) => study(tools, sibling, { siblings: [decoded, ...siblings], language })),
  );
  return studies.flatMap((other) =>
    !('rejected' in other) && other.studied.length === 1 && areAlike(own, other.studied[0]) ? other.studied : [],
  );
}
