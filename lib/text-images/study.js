/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Box, Context, Face, Ground, Line, LineFit, Rejected } from './types.ts' */
/** @import { Fitter, LineJob, Start } from './fitter.js' */
/** @import { Reader } from './reader.js' */
/** @import { ReadLine } from './reading.js' */
/** @import { Segmented } from './segment.js' */
/** @import { Heeds } from './doubt.js' */
/** @import { Studied } from './family.js' */
import { areAlike } from './family.js';
import { hashImage } from './hash-image.js';
import { growBox, unite } from './raster.js';
import { contextOf, ENGINES, holdsLetters, readText } from './reading.js';
import { reject } from './reject.js';
import { segmentInFamily } from './segment.js';
import { setSmallCapitals } from './small-capitals.js';
import { setMarks } from './typography.js';
import { findWitnesses } from './witnesses.js';

/** Images of a family that are read to learn its face; each takes as long as the image itself. */
const MAX_FAMILY = 8;
/**
 * How well a face must fit, at first and polished, that chooses among readings alike but for the case of their letters,
 * and among those that engines do not agree on: it must reproduce one to the pixel. Of 450 images of words on unseen
 * sites and drawn ones two are read by the first, and one by the other.
 */
const LIKE = Object.freeze({ cases: { quick: 0, polished: 0.86 }, open: { quick: 0.8, polished: 0.97 } });
/** Similarity by which the best reading must lead to be taken. */
const LEAD = 0.012;

/**
 * @typedef {object} Tools
 * @property {Reader} reader @property {Fitter} fitter @property {readonly Face[]} faces
 * @property {Map<string, Promise<Study>>} studies by what an image shows
 * @property {Heeds} heeds
 *
 * @typedef {(Segmented & { texts: readonly ReadLine[], studied: readonly Studied[], sharedBackground: Ground | null,
 *   crop: Box | null }) | Rejected} Study
 */

/**
 * Takes an image apart, reads it and tries its lines in every face; once for each image, however many ask.
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context
 * @param {boolean} [isAgain] whether it is to be taken apart in another way
 * @returns {Promise<Study>}
 */
export function study(tools, decoded, context, isAgain = false) {
  const key = hashImage(decoded) + JSON.stringify([context.areas ?? [], context.language ?? null, isAgain]);
  const known = tools.studies.get(key) ?? studyImage(tools, decoded, context, isAgain);
  tools.studies.set(key, known);
  return known;
}

/**
 * @param {Tools} tools @param {DecodedImage} decoded @param {Context} context @param {boolean} isAgain
 * @returns {Promise<Study>}
 */
export async function studyImage({ reader, fitter }, decoded, context, isAgain) {
  const parts = segmentInFamily(decoded, context.siblings ?? [], context.areas ?? [], isAgain);
  if (!parts) return reject('looks-different', 'it can be taken apart in one way alone');
  const { seen, sharedBackground } = parts;
  if ('rejected' in seen) return seen;
  const { image, ink } = seen;
  if (await holdsLetters(reader, seen)) return reject('uncertain-text', 'what stands beside it may be a letter');
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
      : ((await chooseReading(fitter, line, cases, LIKE.cases)) ??
        (await chooseReading(fitter, line, open, LIKE.open)));
    if (!tried) return reject('uncertain-text', 'no two independent sources agree on what it says', open[0]);
    const small = await setSmallCapitals(fitter, { ...line, text: tried.text }, tried.starts);
    const own = { ...line, text: small.text, isSmall: small.isSmall };
    const set = await setMarks(fitter, own, small.starts, context.language);
    const { sources: agreedBy, agreed = ['learned'] } = texts[index];
    /** @type {ReadLine['sources']} */
    const sources = text ? agreedBy : [...agreed, 'face', ...findWitnesses(set.text, contextOf({ box }, context))];
    const { isSpelledByOne } = texts[index];
    texts[index] = { text: set.text, sources };
    studied.push({
      job: { ...line, text: set.text, isSmall: small.isSmall },
      starts: set.starts,
      imageHeight: image.height,
      isSpelledByOne: isSpelledByOne || set.isAccented,
      isUnanimous: ENGINES.every((engine) => sources.includes(engine)),
      language: context.language,
    });
  }
  const crop = cropPictures(seen, beside < 0 ? [] : [growBox(seen.lines[beside].box, 1, image)], sharedBackground);
  return { ...seen, lines, texts, studied, sharedBackground, crop };
}

/**
 * The part of an image that stays a picture, beside its words; null where none does.
 * @param {Segmented} seen @param {readonly Box[]} beside @param {Ground | null} sharedBackground
 */
export function cropPictures({ ground: { strips } }, beside, sharedBackground) {
  const pictures = [...beside, ...(sharedBackground ? [] : strips)];
  return pictures.length > 0 && strips.length <= 1 ? unite(pictures) : null;
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
 * Of several readings the one that a face shows plainly better than any other; null where none does.
 * @param {Fitter} fitter @param {Omit<LineJob, 'text'>} line @param {readonly string[]} readings
 * @param {{ quick: number, polished: number }} least how well its face must fit
 */
async function chooseReading(fitter, line, readings, least) {
  const tried = [];
  for (const [index, text] of readings.entries()) {
    const starts = await fitter.rankFaces({ ...line, text });
    const isLike = (starts[0]?.score ?? 0) >= least.quick;
    const [fit] = isLike ? await fitter.polish({ ...line, text }, starts.slice(0, 1)) : [];
    if (fit) tried.push({ text, starts, fit });
    // No reading of the same ink will fit where two are unlike it.
    if (index === 1 && tried.length === 0) return null;
  }
  const [first, second] = tried.sort((one, other) => other.fit.similarity - one.fit.similarity);
  const isClear = first?.fit.similarity - (second?.fit.similarity ?? 0) > LEAD;
  return isClear && first.fit.similarity >= least.polished ? first : null;
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
