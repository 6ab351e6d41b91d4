/** @import { Fitter, LineJob, Start } from './fitter.js' */
import { BLANK } from './shapes.js';

/** Share of a line's letters, at most, that are as tall as the line where the others are small capitals. */
const MOST_TALL = 0.6;
/** By how much small capitals must fit better than capitals of one size. */
const LEAD = 0.02;

/** Words that titles do not begin with a capital. */
const SHORT = /(?<=\s)(?:A|An|And|At|By|For|In|Of|On|Or|The|To|With)(?=\s)/g;

/**
 * A text in small capitals where its ink shows them: engines read them as capitals, or each letter as it likes.
 * @param {Fitter} fitter @param {LineJob} job @param {readonly Start[]} starts
 * @returns {Promise<{ text: string, starts: readonly Start[], isSmall: boolean }>}
 */
export async function setSmallCapitals(fitter, job, starts) {
  const own = { text: job.text, starts, isSmall: false };
  const text = job.text.replace(/(?<=[\p{L}\d’'])\p{Lu}+/gu, (rest) => rest.toLowerCase());
  if (text === job.text || job.text !== job.text.toUpperCase() || !hasFewTall(job)) return own;
  let best = own;
  for (const spelled of new Set([text, text.replace(SHORT, (word) => word.toLowerCase())])) {
    const tried = await fitter.rankFaces({ ...job, text: spelled, isSmall: true });
    const lead = best === own ? LEAD : 0;
    if ((tried[0]?.score ?? 0) > (best.starts[0]?.score ?? 0) + lead)
      best = { text: spelled, starts: tried, isSmall: true };
  }
  return best;
}

/** Whether few of a line's letters are as tall as it is. @param {LineJob} job */
function hasFewTall({ coverage, width, box }) {
  const tops = Array.from({ length: box.width }, (_, x) => {
    const rows = Array.from({ length: box.height }, (_, y) => coverage[(box.y + y) * width + box.x + x] > BLANK);
    return rows.indexOf(true);
  });
  const letters = tops.flatMap((top, x) => (top >= 0 && !(tops[x - 1] >= 0) ? [tops.slice(x)] : []));
  const highest = letters.map((rest) => Math.min(...rest.slice(0, (rest.indexOf(-1) + 1 || rest.length + 1) - 1)));
  return highest.filter((top) => top <= 1).length <= letters.length * MOST_TALL;
}
