/** @import { Fitter, LineJob, Start } from './fitter.js' */
/** @import { Variant } from './confusables.js' */
import { listVariants, stripAccents } from './confusables.js';
import { areLettersOf } from './letters.js';
import { isEnglish } from './witnesses.js';

/**
 * What readers write as plain quotes and hyphens, and how much better another of its kind must explain the ink to be
 * taken.
 */
const CLEARLY = -0.1;
/**
 * Margin of a letter over the same with an accent from which the accent is seen, whatever engines read. Of 1,949
 * letters without accents in languages that have them the nearest has -.27; one since, in small capitals, has -.42 with
 * a lead of -.06.
 */
const ACCENTED = -0.3;

/**
 * A text with the quotes, dashes and accents that its ink shows, tried in every face: engines tell none apart, and one
 * alone of them knows the accents of other languages than English.
 * @param {Fitter} fitter @param {LineJob} job @param {readonly Start[]} starts
 * @param {string | null | undefined} language of the page
 * @returns {Promise<{ text: string, starts: readonly Start[], isAccented: boolean }>}
 */
export async function setMarks(fitter, job, starts, language) {
  const own = { text: job.text, starts, isAccented: false };
  const variants = [...listQuotes(job.text), ...(isEnglish(language) ? [] : listAccents(job.text, language))];
  if (variants.length === 0 || starts.length === 0) return own;
  const [fit] = await fitter.polish(job, starts.slice(0, 1));
  const leads = await fitter.measureLeads(job, fit, variants);
  /** @type {Map<number, { letters: string, lead: number }>} */
  const best = new Map();
  for (const [index, { at, letters }] of variants.entries()) {
    const { lead, margin } = leads[index];
    const isSeen = !/\p{L}/u.test(letters) || margin < ACCENTED;
    if (isSeen && lead < Math.min(CLEARLY, best.get(at)?.lead ?? 0)) best.set(at, { letters, lead });
  }
  if (best.size === 0) return own;
  const text = [...job.text].map((letter, at) => best.get(at)?.letters ?? letter).join('');
  const isAccented = [...best.values()].some(({ letters }) => /\p{L}/u.test(letters));
  return { text, starts: await fitter.rankFaces({ ...job, text }), isAccented };
}

/**
 * The letters of a text with each other accent that they may have in a language.
 * @param {string} text @param {string | null | undefined} language @returns {Variant[]}
 */
function listAccents(text, language) {
  return listVariants(text).filter(
    ({ at, length, letters }) =>
      length * letters.length === 1 &&
      stripAccents(text[at]) === stripAccents(letters) &&
      areLettersOf(letters, language),
  );
}

/** Typographic forms of the quotes and hyphens of a text. @param {string} text @returns {Variant[]} */
function listQuotes(text) {
  return [...text].flatMap((letter, at) => {
    const opens = !/[\p{L}\p{N}.,!?]/u.test(text[at - 1] ?? '');
    const forms = { "'": opens ? '‘’' : '’', '"': opens ? '“' : '”', '-': '–—' }[letter] ?? '';
    return [...forms].map((letters) => ({ at, length: 1, letters }));
  });
}
