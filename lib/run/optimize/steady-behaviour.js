/** @import { PageRecord } from '../../visit/types.ts' */

import { ERROR_MARK } from '../../visit/browser/tour-page.js';

/**
 * The behaviour that all visits without changes share: `answers` has null for answers that differ by chance, `errors`
 * has all errors of scripts.
 * @typedef {{ answers: readonly (string | null)[], length: number | null, errors: ReadonlySet<string>,
 *   missing: ReadonlySet<string>, isBlank: boolean }} Steady `length`: number of answers, null if it differs
 */

/**
 * Returns what visits of a page without changes have in common.
 * @param {readonly PageRecord[]} visits @returns {Steady}
 */
export function steadyPartOf(visits) {
  const each = visits.map(({ behaviour }) => splitErrors(behaviour));
  const [{ answers }] = each;
  const isSteady = (/** @type {string} */ line, /** @type {number} */ at) =>
    each.every((one) => one.answers[at] === line);
  return {
    answers: answers.map((line, at) => (isSteady(line, at) ? line : null)),
    length: each.every((one) => one.answers.length === answers.length) ? answers.length : null,
    errors: new Set(each.flatMap(({ errors }) => errors)),
    missing: new Set(visits.flatMap(({ missing }) => missing)),
    isBlank: visits.some(({ isBlank }) => isBlank),
  };
}

/**
 * Returns true if a page answers differently, has new errors, or requests files that do not exist. Errors can end:
 * the handlers of a replaced image no longer call their lost script.
 * @param {Steady} steady
 * @param {PageRecord} after
 */
export function differsFrom({ answers, length, errors, missing, isBlank }, after) {
  if (after.missing.some((path) => !missing.has(path)) || (after.isBlank && !isBlank)) return true;
  const now = splitErrors(after.behaviour);
  if (now.errors.some((error) => !errors.has(error))) return true;
  if (length !== null && now.answers.length !== length) return true;
  return answers.some((line, at) => line !== null && line !== now.answers[at]);
}

/** Separates the answers to actions from the errors of scripts. @param {PageRecord['behaviour']} behaviour */
function splitErrors(behaviour) {
  const isError = (/** @type {string} */ line) => line.startsWith(ERROR_MARK);
  return { answers: behaviour.filter((line) => !isError(line)), errors: behaviour.filter(isError) };
}
