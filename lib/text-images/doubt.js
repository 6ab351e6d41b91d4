/** @import { LineFit } from './types.ts' */
/** @import { Fitter, Lead } from './fitter.js' */
/** @import { Studied } from './family.js' */
/** @import { Variant } from './confusables.js' */
import { isEasilyTaken, isHomoglyphOf, listVariants, stripAccents } from './confusables.js';
import { areLettersOf } from './letters.js';
import { isPlausible } from './plausible.js';
import { countEnglishWords, isEnglish } from './witnesses.js';

/** How far behind the best face another still has a say: the less, the nearer that one is to the face seen. */
const MAX_BEHIND = 0.03;
const BEHIND = { share: 0.5, least: 0.004 };
/** Least lead, in every face, of letters over two that run into one another: `m` and `rn`. */
const MERGED_LEAD = 0.02;
/** Least lead of a dash over one of another form in the face itself, since faces differ in how long they are. */
const FORM_LEAD = 0.04;
/** Least margin of a hyphen between words over a dash. */
const JOINED = 0.35;
/**
 * Least margin of an en dash over others: engines read hyphens, so the ink alone says that it is one. On 800 drawn
 * images it lets 13 right ones pass; em dashes are no better known than hyphens, and two passed that were none.
 */
const DASHED = 0.3;
/**
 * Least lead of a quote over one of another form, in the face itself: others differ in how curly theirs are. Of 1,200
 * drawn images that took two wrong ones, and of the labelled ones none has a quote.
 */
const QUOTE_LEAD = 0.1;
/**
 * Least margin of a quote that curls over one that does not: engines read plain ones, so the ink alone says so. The two
 * wrong ones were plain for curled.
 */
const CURLED = 0.35;
/** How well a face must fit for it to say anything where the neighbours say otherwise. */
const NEARLY_EXACT = 0.95;
/** How well a face must fit for an accent to be told from a dot or from none. */
const SHARP = 0.9;
/** Similarity that only the face itself reaches. */
export const SAME_FACE = 0.985;

/**
 * Least margins over letters that a text's could be taken for: .5 is the letter itself, 0 the middle, -.5 the other.
 * docs/doubts.md counts what each is worth; letters in the other case, others that are odd where they stand, narrow
 * ones and one accent for another had margins too, which stopped no wrong text alone.
 */
const LEAST = Object.freeze({
  /** Letters that readers do take for each other. */
  alike: 0.04,
  /** Letters with an accent more or less. */
  marked: 0.05,
  /** An accent where the face is only a relative of the one seen, whose letter may hide so little. */
  faintMark: 0.2,
  /** An accent of which hardly anything would show: two of 300 drawn words lost theirs at -.18 and -.37. */
  hidden: -0.1,
  /** A bar through a letter, in languages that have such: of three drawn `ø` that engines read as `o` one has .23. */
  slashed: 0.26,
  /** `I`, `l` and `1` where the neighbours call for neither. */
  homoglyph: 0.1,
  /** An accent on a capital of which names and lists of words say nothing; at .2 it would cost three more of 120. */
  outvoted: 0,
  /** Letters with accents in languages that have them, of which two of the engines know none. */
  usual: 0.2,
});

/**
 * Whether a doubt of a name decides; a bench that counts what each is worth lets them pass.
 * @typedef {(name: string) => boolean} Heeds
 */

/**
 * Why a reading may be wrong: a variant of it for which as much speaks, set in the faces nearest to the image's, fits
 * as well; null where it beats them all.
 * @param {Fitter} fitter @param {Studied} studied @param {readonly LineFit[]} fits the best first
 * @param {{ countWitnesses: (text: string) => number, isSpelled: boolean, heeds: Heeds }} said how many besides the
 *   engines bear a text out, and whether the page says this one with its accents
 */
export async function findDoubt(fitter, studied, fits, { countWitnesses, isSpelled, heeds }) {
  const { job, language } = studied;
  const witnesses = countWitnesses(job.text);
  const known = countEnglishWords(job.text);
  const isRival = (/** @type {Variant} */ variant) => {
    const text = replaceIn(job.text, variant);
    return countWitnesses(text) >= witnesses && !(isEnglish(language) && countEnglishWords(text) < known);
  };
  // Names and lists of words have no accents, and engines read capitals without theirs: neither rules one out.
  const isAsked = (/** @type {Variant} */ variant) =>
    areLettersOf(variant.letters, language) &&
    (isRival(variant) || (!isSpelled && isAccentOfCapital(studied, variant)));
  const [{ similarity }] = fits;
  const behind = Math.min(MAX_BEHIND, (1 - similarity) * BEHIND.share + BEHIND.least);
  const near = fits.filter((fit) => fit.similarity > similarity - behind);
  const variants = listVariants(job.text).filter(isAsked);
  const all = await Promise.all(near.map((fit) => fitter.measureLeads(job, fit, variants)));
  for (const [index, variant] of variants.entries()) {
    const leads = all.map((list) => list[index]);
    const doubt = findUnclear(studied, variant, leads, { similarity, isRival: isRival(variant) });
    if (!doubt || !heeds(doubt)) continue;
    const { at, length, letters } = variant;
    const margin = meanMargin(leads).toFixed(2);
    return `“${job.text.slice(at, at + length)}” could be “${letters}” (margin ${margin})`;
  }
  return null;
}

/**
 * The name of the doubt that a variant leaves; null where it is ruled out.
 * @param {Studied} studied @param {Variant} variant @param {readonly Lead[]} leads in each face
 * @param {{ similarity: number, isRival: boolean }} given similarity of the best face; whether as much speaks for the
 *   variant
 */
function findUnclear({ job, isUnanimous, isSpelledByOne = false, language }, variant, leads, { similarity, isRival }) {
  const { at, length, letters } = variant;
  const read = job.text.slice(at, at + length);
  const least = Math.min(...leads.map(({ lead }) => lead));
  const margin = meanMargin(leads);
  const isOneSpelling = isSpelledByOne && stripAccents(read) === stripAccents(letters);
  if (isOneSpelling && margin <= LEAST.usual) return 'margin: spelled by one';
  // Nobody cuts an image through its accents; but a dot hides one in languages that have it.
  const isDotted = read === 'i' && !isEnglish(language);
  if (baseOf(read) === baseOf(letters) && !isDotted && !leads.some(({ isSeen }) => isSeen))
    return margin > LEAST.hidden ? null : 'margin: hidden';
  if (!isRival) return margin > LEAST.outvoted ? null : 'margin: outvoted';
  const isNearlyExact = similarity >= NEARLY_EXACT;
  if (/[-–—]/.test(read) && /[-–—]/.test(letters)) {
    const form = Math.max(...leads.map(({ lead }) => lead)) > FORM_LEAD;
    const isLong = read === '–' && margin > DASHED && least > 0;
    const isClear =
      isHyphen(job.text, at) || isLong || (form && (isNearlyExact || (joinsWords(job.text, at) && margin > JOINED)));
    return isClear ? null : 'a dash';
  }
  if (/[‘’“”]/.test(read + letters)) {
    const isCurled = /[‘’“”]/.test(read) && !/[‘’“”]/.test(letters) && margin > CURLED && least > FORM_LEAD;
    return isCurled || (isNearlyExact && least > QUOTE_LEAD) ? null : 'a quote';
  }
  if (isOpen(job.text, variant) && margin <= LEAST.homoglyph) return 'margin: homoglyph';
  const isAscii = !/[^\x20-\x7e]/.test(letters);
  // What three engines read alike is taken for nothing else; of accents two of them know little.
  if (isUnanimous && isAscii) return null;
  if (length + letters.length > 2) return least > MERGED_LEAD ? null : 'letters run together';
  if (isUncalledFor(job.text, variant)) return isNearlyExact ? null : 'called for by no neighbour';
  const name = nameLeast(job.text, variant, similarity);
  if (name && margin <= LEAST[name]) return `margin: ${name}`;
  if (isEnglish(language) || isAscii || isOtherAccent(read, letters) || !/\p{L}/u.test(letters)) return null;
  return margin <= ('øØ'.includes(letters) ? LEAST.slashed : LEAST.usual) ? 'margin: usual' : null;
}

/** @param {readonly Lead[]} leads in each face */
function meanMargin(leads) {
  return leads.reduce((sum, { margin }) => sum + margin, 0) / leads.length;
}

/**
 * Whether a variant has an accent on a capital, or on what shows one, more or less.
 * @param {Studied} studied @param {Variant} variant
 */
function isAccentOfCapital({ job: { text, isSmall } }, { at, length, letters }) {
  const read = text.slice(at, at + length);
  return read !== letters && baseOf(read) === baseOf(letters) && (isSmall === true || /\p{Lu}/u.test(read));
}

/** @param {string} text @param {Variant} variant */
function replaceIn(text, { at, length, letters }) {
  return text.slice(0, at) + letters + text.slice(at + length);
}

/**
 * Whether neighbours do not tell which of `I`, `l` and `1` a letter is: either would do, or it is the second of a word
 * that begins with two of them.
 * @param {string} text @param {Variant} variant
 */
function isOpen(text, variant) {
  const { at, length, letters } = variant;
  if (!/^[Il1]{2}$/.test(text.slice(at, at + length) + letters)) return false;
  const isSecond = /(?<![\p{L}\p{N}])[Il]$/u.test(text.slice(0, at)) && /^\p{Ll}/u.test(text.slice(at + 1));
  return isPlausible(replaceIn(text, variant), at) || (isSecond && letters !== '1');
}

/** Whether a letter is another's that its neighbours call for. @param {string} text @param {Variant} variant */
function isUncalledFor(text, variant) {
  const { at, length, letters } = variant;
  const read = text.slice(at, at + length);
  if (isPlausible(text, at)) return false;
  return isHomoglyphOf(read, letters) || (isEasilyTaken(read, letters) && isPlausible(replaceIn(text, variant), at));
}

/**
 * Which of the least margins holds; null where shapes alone are not asked.
 * @param {string} text @param {Variant} variant @param {number} similarity of the best face
 * @returns {keyof typeof LEAST | null}
 */
function nameLeast(text, variant, similarity) {
  const { at, length, letters } = variant;
  const read = text.slice(at, at + length);
  if (isHomoglyphOf(read, letters) || isOtherAccent(read, letters) || 'øØ'.includes(letters)) return null;
  if (similarity < SHARP && baseOf(read) === baseOf(letters)) return 'faintMark';
  if (/[^\u0000-\u007f]/.test(read + letters)) return 'marked';
  const isOdd = !isPlausible(replaceIn(text, variant), at);
  const isCased = read.toLowerCase() === letters.toLowerCase();
  return isEasilyTaken(read, letters) && !isOdd && !isCased ? 'alike' : null;
}

/**
 * Whether a dash stands between words without a space, as a hyphen does more often than a dash.
 * @param {string} text
 * @param {number} at
 */
function joinsWords(text, at) {
  return text[at] === '-' && /\p{L}{2}$|^\p{L}$/u.test(text.slice(0, at)) && /^\p{L}{2}/u.test(text.slice(at + 1));
}

/** Whether a dash joins a word, as only a hyphen does. @param {string} text @param {number} at */
function isHyphen(text, at) {
  return text[at] === '-' && /\p{Ll}$|^\p{L}$/u.test(text.slice(0, at)) && /^\p{Ll}/u.test(text.slice(at + 1));
}

/** Whether both letters have accents, and not the same. @param {string} one @param {string} other */
function isOtherAccent(one, other) {
  const [first, second] = [one, other].map((letter) => letter.normalize('NFD'));
  return /[\u0080-\uffff]{2}/.test(one + other) && !(first.length > 1 && first.slice(1) === second.slice(1));
}

/** A letter without its accent. @param {string} letter */
function baseOf(letter) {
  return letter.normalize('NFD')[0];
}
