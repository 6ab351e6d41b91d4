/**
 * Session lengths of the SURGE workload: inverse Gaussian, in pages requested in one session.
 * Barford & Crovella, A Performance Evaluation of Hyper Text Transfer Protocols, 1999.
 */
const surge = { mean: 3.86, shape: 6.08 };
/** Max pages of a visit. The probability of longer ones is negligible. */
const longestVisit = 200;

/** Returns the probabilities that a visit has 1, 2, 3 … pages, by SURGE. @returns {number[]} */
export function listVisitLengths() {
  const weights = Array.from({ length: longestVisit }, (_, index) => {
    const [from, to] = [index === 0 ? 0 : index + 0.5, index + 1.5];
    return integrateDensity(from, to);
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Returns the mean number of pages per visit: the configured one, otherwise by SURGE, and at most the pages of the
 * site.
 * @param {number} [pagesPerVisit]
 * @param {number} [pages]
 */
export function meanPagesPerVisit(pagesPerVisit = 0, pages = Number.POSITIVE_INFINITY) {
  if (pagesPerVisit > 0) return Math.max(1, Math.min(pagesPerVisit, pages));
  return listVisitLengths().reduce((mean, chance, index) => mean + chance * Math.min(index + 1, pages), 0);
}

/**
 * Returns true if a visitor on a later page has a file in the cache with a probability of at least one half.
 * @param {number} share of the site's pages that fetch it @param {number} meanPages
 */
export function isProbablyCached(share, meanPages) {
  // On average, half of the visit precedes a page, and at least one page.
  const seenBefore = Math.max(1, (meanPages - 1) / 2);
  return 1 - (1 - share) ** seenBefore >= 0.5;
}

/** @param {number} from @param {number} to */
function integrateDensity(from, to) {
  const steps = 32;
  const width = (to - from) / steps;
  let sum = 0;
  for (let step = 0; step < steps; step += 1) sum += density(from + (step + 0.5) * width);
  return sum * width;
}

/** @param {number} x */
function density(x) {
  const { mean, shape } = surge;
  return Math.sqrt(shape / (2 * Math.PI * x ** 3)) * Math.exp((-shape * (x - mean) ** 2) / (2 * mean ** 2 * x));
}
