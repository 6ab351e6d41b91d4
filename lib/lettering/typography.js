/** @import { Fitter, LineJob, Start } from './fitter.js' */
/** @import { Variant } from './confusables.js' */

/**
 * What readers write as plain quotes and hyphens, and how much better another of its kind must explain the ink to be
 * taken.
 */
const CLEARLY = -0.1;

/**
 * A text with the quotes and dashes that its ink shows, tried in every face: engines tell none apart.
 * @param {Fitter} fitter @param {LineJob} job @param {readonly Start[]} starts
 * @returns {Promise<{ text: string, starts: readonly Start[] }>}
 */
export async function setQuotes(fitter, job, starts) {
  const variants = listQuotes(job.text);
  if (variants.length === 0 || starts.length === 0) return { text: job.text, starts };
  const [fit] = await fitter.polish(job, starts.slice(0, 1));
  const leads = await fitter.measureLeads(job, fit, variants);
  /** @type {Map<number, { letters: string, lead: number }>} */
  const best = new Map();
  for (const [index, { at, letters }] of variants.entries()) {
    const { lead } = leads[index];
    if (lead < Math.min(CLEARLY, best.get(at)?.lead ?? 0)) best.set(at, { letters, lead });
  }
  if (best.size === 0) return { text: job.text, starts };
  const text = [...job.text].map((letter, at) => best.get(at)?.letters ?? letter).join('');
  return { text, starts: await fitter.rankFaces({ ...job, text }) };
}

/** Typographic forms of the quotes and hyphens of a text. @param {string} text @returns {Variant[]} */
function listQuotes(text) {
  return [...text].flatMap((letter, at) => {
    const opens = !/[\p{L}\p{N}.,!?]/u.test(text[at - 1] ?? '');
    const forms = { "'": opens ? '‘’' : '’', '"': opens ? '“' : '”', '-': '–—' }[letter] ?? '';
    return [...forms].map((letters) => ({ at, length: 1, letters }));
  });
}
