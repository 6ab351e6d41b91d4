/** @import { LineFit } from './types.ts' */
/** @import { Fitter } from './fitter.js' */
/** @import { Studied } from './family.js' */
/** @import { Variant } from './confusables.js' */
import { isEasilyTaken, isHomoglyphOf, listRewordings, listVariants, turnCase } from './confusables.js';
import { isPlausible, startsLikeOthers } from './plausible.js';
import { countEnglishWords } from './witnesses.js';

/** How far behind the best face another still has a say: the less, the nearer that one is to the face seen. */
const MAX_BEHIND = 0.03;
const BEHIND = { share: 0.5, least: 0.004 };
/** Lead behind which a letter of one shape with another is told by its neighbours alone. */
const SAME_SHAPE = -0.05;
/** Least lead, in every face, of letters over two that run into one another: `m` and `rn`. */
const MERGED_LEAD = 0.02;
/** Lead so far below nought that a letter is another, whatever the faces say all in all. */
const OUTDONE = -0.22;
/**
 * Least lead over a quote or dash of another form; of dashes in the face itself, since faces differ in how long they
 * are.
 */
const FORM_LEAD = 0.04;
/** Least margin of a hyphen between words over a dash. */
const JOINED = 0.35;
/** How well a face must fit for it to say anything where the neighbours say otherwise. */
const NEARLY_EXACT = 0.95;
/** How well a face that is the one seen fits, and by how much a letter is clear of another of its shape. */
const SEEN = 0.93;
/** Margin of a letter over its look-alikes below which it is asked about again. */
const CLEAR = 0.5;
/** How well a face must fit for an accent to be told from a dot or from none. */
const SHARP = 0.9;
/** By how much a text must fit better than one with other points in it, and than itself in the other case. */
const REWORDING_LEAD = 0.012;
/** Similarity by which one case must beat the other. */
const CASE_LEAD = 0.04;
/** Similarity that only the face itself reaches: then the lesser of the leads will do for the case too. */
export const SAME_FACE = 0.985;
/** In how many faces such another text is tried. */
const RIVAL_FACES = 3;

/**
 * Least margins over letters that a text's could be taken for: .5 is the letter itself, 0 the middle, -.5 the other.
 */
const LEAST = Object.freeze({
  /** Letters that readers do take for each other, and the narrow ones, of which little is seen. */
  alike: 0.04,
  narrow: 0.08,
  /** A letter in the other case, of the same shape: only its height among its neighbours tells. */
  cased: 0.2,
  /** The same where a word starts in the case that others of the text start in. */
  casedAlike: 0,
  /** Others, where the face is only a relative of the one seen. */
  unlike: -0.3,
  /** Others that would be odd where they stand, such as a capital amid small letters. */
  odd: -0.2,
  /** Letters with an accent more or less, or with a slash, which fills a narrow letter's counter as blur does. */
  marked: 0.05,
  slashed: -0.08,
  /**
   * An accent, or a bar through a stem, where the face is only a relative of the one seen, whose letter may hide so
   * little.
   */
  faintMark: 0.2,
  faintBar: 0.26,
  /** One accent or another. */
  accented: 0.2,
  merged: 0.1,
  /** Letters of one shape: what their neighbours call for, and what both may be. */
  homoglyphCalledFor: -0.3,
  homoglyph: 0.15,
  /** What its neighbours do not call for, where they would call for the other. */
  uncalledFor: 0.3,
});
/** What a reading that only a face bears out must lead by on top. */
const PROVEN = 0.06;
/** By how much it may be short where all three engines read the same; of accents two of them know little. */
const UNANIMOUS = -0.3;

/**
 * Why a reading may be wrong: a variant of it for which as much speaks, set in the faces nearest to the image's, fits
 * as well; null where it beats them all.
 * @param {Fitter} fitter @param {Studied} studied @param {readonly LineFit[]} fits the best first
 * @param {(text: string) => number} countWitnesses how many besides the engines bear a text out
 */
export async function findDoubt(fitter, { job, isProven, isUnanimous, isEnglish }, fits, countWitnesses) {
  const witnesses = countWitnesses(job.text);
  const known = countEnglishWords(job.text);
  const isRival = (/** @type {string} */ text) =>
    countWitnesses(text) >= witnesses && !(isEnglish && countEnglishWords(text) < known);
  const behind = Math.min(MAX_BEHIND, (1 - fits[0].similarity) * BEHIND.share + BEHIND.least);
  const near = fits.filter((fit) => fit.similarity > fits[0].similarity - behind);
  const variants = listVariants(job.text).filter((variant) => isRival(replaceIn(job.text, variant)));
  const all = await Promise.all(near.map((fit) => fitter.measureLeads(job, fit, variants)));
  const isNearlyExact = fits[0].similarity >= NEARLY_EXACT;
  for (const [index, variant] of variants.entries()) {
    const leads = all.map((list) => list[index]);
    const margin = leads.reduce((sum, lead) => sum + lead.margin, 0) / leads.length;
    const least = Math.min(...leads.map(({ lead }) => lead));
    const { at, length, letters } = variant;
    const read = job.text.slice(at, at + length);
    // Nobody cuts an image through its accents.
    if (baseOf(read) === baseOf(letters) && !leads.some(({ isSeen }) => isSeen)) continue;
    const extra = isProven ? PROVEN : isUnanimous && !/[^\x20-\x7e]/.test(letters) ? UNANIMOUS : 0;
    const usual = pickLeast(job.text, variant, fits[0].similarity);
    // Where accents and slashes are usual, and two of the engines know none, they must be ruled out plainly.
    const needed = (!isEnglish && /[^\x20-\x7e]/.test(letters) ? Math.max(usual, LEAST.accented) : usual) + extra;
    const form = Math.max(...leads.map(({ lead }) => lead)) > FORM_LEAD;
    const isClear = /[-–—]/.test(read)
      ? isHyphen(job.text, at) || (form && (isNearlyExact || (joinsWords(job.text, at) && margin > JOINED)))
      : /[‘’“”]/.test(read + letters)
        ? least > FORM_LEAD
        : (margin > needed || (needed === LEAST.homoglyphCalledFor + extra && least > SAME_SHAPE)) &&
          (isUnanimous || length + letters.length === 2 || least > MERGED_LEAD) &&
          least > OUTDONE &&
          (needed < LEAST.uncalledFor || isNearlyExact);
    if (!isClear) return `“${read}” could be “${letters}” (margin ${margin.toFixed(2)})`;
  }
  // What a page says is held against a reading whatever its case.
  const caseLead = fits[0].similarity >= SAME_FACE ? REWORDING_LEAD : CASE_LEAD;
  const cased = await findRival(fitter, job, fits[0], turnCase(job.text), caseLead);
  if (cased) return cased;
  const homoglyphs = variants.filter(({ at, length, letters }, index) => {
    const isUnclear = all.some((list) => list[index].margin < CLEAR);
    return isUnclear && isHomoglyphOf(job.text.slice(at, at + length), letters);
  });
  const reworded = listRewordings(job.text).filter(isRival);
  return (await findHomoglyph(fitter, job, homoglyphs)) ?? findRival(fitter, job, fits[0], reworded, REWORDING_LEAD);
}

/** @param {string} text @param {Variant} variant */
function replaceIn(text, { at, length, letters }) {
  return text.slice(0, at) + letters + text.slice(at + length);
}

/**
 * Why a letter may be another of its shape: a text with the other, set as a whole, must not fit better, since only its
 * width and height tell; null where none does.
 * @param {Fitter} fitter @param {Studied['job']} job @param {readonly Variant[]} homoglyphs
 */
async function findHomoglyph(fitter, job, homoglyphs) {
  const [own] = await fitter.rankFaces(job);
  for (const homoglyph of homoglyphs) {
    const text = replaceIn(job.text, homoglyph);
    const [other] = await fitter.rankFaces({ ...job, text });
    if (!other || other.score < own.score) continue;
    const [[ownFit], [otherFit]] = await Promise.all([
      fitter.polish(job, [own]),
      fitter.polish({ ...job, text }, [other]),
    ]);
    if (otherFit.similarity >= ownFit.similarity) return `it could be “${text}”`;
  }
  return null;
}

/** @param {string} text @param {Variant} variant @param {number} similarity of the best face */
function pickLeast(text, { at, length, letters }, similarity) {
  const read = text.slice(at, at + length);
  if (length + letters.length > 2) return LEAST.merged;
  const isOdd = !isPlausible(replaceIn(text, { at, length, letters }), at);
  const isCalledFor = isPlausible(text, at);
  const isHomoglyph = isHomoglyphOf(read, letters);
  const isTaken = isEasilyTaken(read, letters);
  if (!isCalledFor && (isHomoglyph || (isTaken && !isOdd))) return LEAST.uncalledFor;
  if (isHomoglyph) return isOdd ? LEAST.homoglyphCalledFor : LEAST.homoglyph;
  if (/[\u0080-\uffff]{2}/.test(read + letters) && !isUnderSameAccent(read, letters)) return LEAST.accented;
  if ('øØ'.includes(letters)) return LEAST.slashed;
  if (similarity < SEEN && isBarred(read, letters)) return LEAST.faintBar;
  if (similarity < SHARP && baseOf(read) === baseOf(letters)) return LEAST.faintMark;
  if (/[^\u0000-\u007f]/.test(read + letters)) return LEAST.marked;
  if (isTaken && !isOdd && read.toLowerCase() === letters.toLowerCase())
    return startsLikeOthers(text, at) ? LEAST.casedAlike : LEAST.cased;
  if (isOdd && isCalledFor) return LEAST.odd;
  if (isNarrow(read) && isNarrow(letters)) return LEAST.narrow;
  return isTaken ? LEAST.alike : LEAST.unlike;
}

/**
 * Whether a dash stands between words without a space, as a hyphen does more often than a dash.
 * @param {string} text
 * @param {number} at
 */
function joinsWords(text, at) {
  return text[at] === '-' && /\p{L}{2}$/u.test(text.slice(0, at)) && /^\p{L}{2}/u.test(text.slice(at + 1));
}

/** Whether a dash joins a word, as only a hyphen does. @param {string} text @param {number} at */
function isHyphen(text, at) {
  return text[at] === '-' && /\p{Ll}$|^\p{L}$/u.test(text.slice(0, at)) && /^\p{Ll}/u.test(text.slice(at + 1));
}

/** @param {string} one @param {string} other */
function isBarred(one, other) {
  return ['lł', 'LŁ', 'dđ', 'DĐ'].some((pair) => pair.includes(one) && pair.includes(other));
}

/** Whether two letters differ but for their accents, which are alike. @param {string} one @param {string} other */
function isUnderSameAccent(one, other) {
  const [first, second] = [one, other].map((letter) => letter.normalize('NFD'));
  return first.length > 1 && first.slice(1) === second.slice(1) && first[0] !== second[0];
}

/** A letter without its accent. @param {string} letter */
function baseOf(letter) {
  return letter.normalize('NFD')[0];
}

/** @param {string} letter */
function isNarrow(letter) {
  return 'Iil1!|'.includes(letter);
}

/**
 * Why a text may be another: one of its rivals, set as a whole, fits as well; null where none does.
 * @param {Fitter} fitter
 * @param {Studied['job']} job
 * @param {LineFit} fit
 * @param {readonly string[]} rivals
 * @param {number} least lead
 */
async function findRival(fitter, job, fit, rivals, least) {
  for (const text of rivals) {
    const starts = await fitter.rankFaces({ ...job, text });
    const [other] = await fitter.polish({ ...job, text }, starts.slice(0, RIVAL_FACES));
    if (other && other.similarity > fit.similarity - least) return `it could be “${text}”`;
  }
  return null;
}
