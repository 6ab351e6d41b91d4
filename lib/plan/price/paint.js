/** @import { PageInput, Paints, PricerOptions } from './types.ts' */

import { estimate } from '../../network/index.js';
import { findPaintMs, pageScenario } from './page-scenario.js';
import { openLeaving } from './price-changes.js';

/**
 * Creates a function that estimates the first paint of pages. It waits for the whole page, because the part of its text
 * in the first screen is unknown.
 * @param {PricerOptions} options
 * @returns {(page: PageInput) => Paints}
 */
export function openPaints({ conditions, run = estimate, ...visits }) {
  const leaveCached = openLeaving(visits);
  const paintOf = (/** @type {PageInput} */ page) => {
    const timings = run(pageScenario(page, conditions)).detail.byResource;
    return Math.max(findPaintMs(page, timings), timings[0].doneMs);
  };
  return (page) => ({ first: paintOf(page), later: paintOf(leaveCached(page)) });
}
