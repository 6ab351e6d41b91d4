/** @import { LineFit } from './types.ts' */
/** @import { Fitter } from './fitter.js' */
/** @import { Studied } from './family.js' */
import { listVariants } from './confusables.js';
import { isPlausible } from './votes.js';

/** How far behind the best face another still has a say. */
const MAX_BEHIND = 0.03;
/** What a reading that only a face bears out must lead by on top. */
const PROVEN_MARGIN = 0.03;
/** Least lead, in shares of a letter's ink, over a letter that reads alike. */
const MIN_LEAD = -0.006;
/** Least lead, in every face, of letters over two that run into one another: `m` and `rn`. */
const MERGED_LEAD = 0.02;
/** Least lead over a twin, and how well its face must fit for that to say anything where the neighbours do not. */
const TWIN_LEAD = 0.12;
const EXACT = 0.95;
/** Slack for letters that no two engines take for each other, where the face is only a relative of the one seen. */
const UNLIKE_SLACK = -0.08;
/** Slack where the variant would be no word at all, such as a capital amid small letters. */
const ODD_SLACK = -0.1;
/** Least lead over a quote or dash of another form. */
const FORM_LEAD = 0.04;
/** A slash fills a narrow letter's counter, as blur does. */
const SLASH_SLACK = -0.05;

/**
 * Why a reading may be wrong: a variant of it, set in the faces nearest to the image's, fits as well; null where it beats them all.
 * @param {Fitter} fitter @param {Studied} studied @param {readonly LineFit[]} fits the best first
 * @param {boolean} isWitnessed whether the page itself says so too
 */
export async function findDoubt(fitter, { job, isProven }, fits, isWitnessed) {
  const near = fits.filter((fit) => fit.similarity > fits[0].similarity - MAX_BEHIND);
  const variants = listVariants(job.text);
  const [leads, ...more] = await Promise.all(near.map((fit) => fitter.measureLeads(job, fit, variants)));
  for (const [index, variant] of variants.entries()) {
    const all = [leads, ...more].map((list) => list[index]);
    const mean = all.reduce((sum, lead) => sum + lead, 0) / all.length;
    const { at, length, letters } = variant;
    const isMerged = length > 1 || letters.length > 1;
    const margin = isProven ? PROVEN_MARGIN : 0;
    const isClear =
      isMerged && !isWitnessed
        ? Math.min(...all) > MERGED_LEAD
        : isOddTwin(job.text, variant) && !isWitnessed
          ? fits[0].similarity >= EXACT && Math.min(...all) - margin > TWIN_LEAD
          : [leads[index], mean].some((lead) => isCleared(job.text, variant, lead - margin));
    if (isClear) continue;
    return `“${job.text.slice(at, at + length)}” could be “${letters}” (lead ${mean.toFixed(2)})`;
  }
  return null;
}

/**
 * Whether a sign that could as well be a digit or a letter of the same shape stands where its neighbours call for neither.
 * @param {string} text @param {import('./confusables.js').Variant} variant
 */
function isOddTwin(text, { at, length, letters }) {
  const read = text.slice(at, at + length);
  const isTwin = ['Il1|!', 'O0', 'S5', 'Z2', 'B8'].some((group) => group.includes(read) && group.includes(letters));
  return isTwin && !isPlausible(text, at);
}

/** @param {string} text @param {import('./confusables.js').Variant} variant @param {number} lead */
function isCleared(text, { at, length, letters }, lead) {
  const read = text.slice(at, at + length);
  const varied = text.slice(0, at) + letters + text.slice(at + length);
  const isOdd = length === 1 && letters.length === 1 && !isPlausible(varied, at) && isPlausible(text, at);
  if (isTwinOf(read, letters)) return lead > TWIN_LEAD || (lead > -TWIN_LEAD && isPlausible(text, at));
  if (/[‘’“”–—]/.test(read + letters)) return lead > FORM_LEAD;
  if (lead > MIN_LEAD || (isOdd && lead > ODD_SLACK)) return true;
  if ('øØłŁđĐ'.includes(letters)) return lead > SLASH_SLACK;
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
