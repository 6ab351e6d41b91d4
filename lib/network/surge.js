/**
 * The SURGE workload (Barford & Crovella 1998, with the parameters of their 1999 paper): a model of users that request
 * pages. Every sample is a function of numbers in [0, 1), so a seed always gives the same users.
 */

import data from './papers/surge99.json' with { type: 'json' };

const { surge } = data;

/**
 * Samples the normal distribution (Box and Muller 1958).
 * @param {() => number} random
 */
function drawNormal(random) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/**
 * @param {{ k: number, alpha: number }} pareto @param {() => number} random
 */
function drawPareto({ k, alpha }, random) {
  return k / (1 - random()) ** (1 / alpha);
}

/**
 * Share of the transfers that follow the tail. The paper publishes the parameters of the tail but not this share. It
 * was chosen, with the share of pages that embed files, on the runs with 40 users; the runs with 280 and 520 are held
 * out.
 */
const TAIL_SHARE = 0.04;
/** Share of files that embed others in the workload. */
const SHARE_WITH_EMBEDDED = 0.065;
/** The distribution of sizes is cut here, so that a run ends. */
const LARGEST_FILE_BYTES = 20_000_000;

/**
 * Samples the bytes of one transfer: a lognormal body with a Pareto tail.
 * @param {() => number} random
 */
export function drawTransferBytes(random) {
  const { requestBody, requestTail } = surge;
  if (random() < TAIL_SHARE) return Math.min(LARGEST_FILE_BYTES, Math.round(drawPareto(requestTail, random)));
  const bytes = Math.exp(requestBody.mu + requestBody.sigma * drawNormal(random));
  return Math.round(Math.min(requestTail.k, Math.max(1, bytes)));
}

/**
 * Samples the seconds that a user spends on a page before requesting the next.
 * @param {() => number} random
 */
export function drawOffSeconds(random) {
  return drawPareto(surge.offTimeSeconds, random);
}

/**
 * Samples the pages that a user requests in one session (inverse Gaussian; Michael, Schucany and Haas 1976).
 * @param {() => number} random
 */
export function drawSessionPages(random) {
  const { mu, lambda } = surge.sessionLength;
  const square = drawNormal(random) ** 2;
  const half = mu + (mu * mu * square) / (2 * lambda);
  const root = half - (mu / (2 * lambda)) * Math.sqrt(4 * mu * lambda * square + (mu * square) ** 2);
  const drawn = random() <= mu / (mu + root) ? root : (mu * mu) / root;
  return Math.max(1, Math.round(drawn));
}

/**
 * Samples the files of one page: the page and the files that it embeds.
 * @param {() => number} random
 */
export function drawPageFiles(random) {
  if (random() >= SHARE_WITH_EMBEDDED) return 1;
  return 1 + Math.min(100, Math.floor(drawPareto(surge.embeddedReferences, random)));
}

/**
 * Samples the index of the next item, the first being the most popular: Zipf's law with exponent 1.
 * @param {readonly number[]} cumulative sums of 1/rank @param {() => number} random
 */
export function drawZipf(cumulative, random) {
  const wanted = random() * cumulative[cumulative.length - 1];
  let low = 0;
  let high = cumulative.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cumulative[middle] < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param {readonly number[]} weights */
export function sumUp(weights) {
  let sum = 0;
  return weights.map((weight) => {
    sum += weight;
    return sum;
  });
}
