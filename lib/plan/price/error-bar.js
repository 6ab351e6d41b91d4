/** @import { Conditions } from './types.ts' */

import { bandOfDifference, errorBarOf, parseScenario, spokenVersion } from '../../network/index.js';
import { pageScenario } from './page-scenario.js';

/** A page of one file: an error bar does not depend on what is on a page. */
const ANY_PAGE = { url: '/', files: [{ url: '/', type: /** @type {const} */ ('html'), bytes: 1 }], references: [] };

/**
 * Returns the error bar of the model's times under given conditions.
 * @param {Conditions} conditions
 */
export function errorBarFor(conditions) {
  const scenario = parseScenario(pageScenario(ANY_PAGE, conditions));
  return errorBarOf(scenario, spokenVersion(scenario));
}

/**
 * Returns how far off the difference may be that changes make to a page's time: 90 % of held-out pairs are nearer.
 * @param {Conditions} conditions @param {number} ms the difference
 */
export function differenceBand(conditions, ms) {
  return Math.round(bandOfDifference(errorBarFor(conditions), ms) * 100) / 100;
}
