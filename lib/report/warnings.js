/** @import { Warning } from '../types.ts' */

/** About files of other hosts: nothing that the site's own build could mend. */
const ABOUT_OTHERS = new Set(['external-resource', 'not-recorded']);

/** @typedef {{ warning: Warning, count: number }} WarningGroup the first of those that say the same */

/**
 * Warnings that say the same are one, with how often it is said; those about other hosts come last.
 * @param {readonly Warning[]} warnings
 * @returns {WarningGroup[]}
 */
export function groupWarnings(warnings) {
  const groups = Map.groupBy(warnings, ({ code, message }) => `${code}\n${message}`);
  const rows = [...groups.values()].map((group) => ({ warning: group[0], count: group.length }));
  const isAboutOthers = (/** @type {WarningGroup} */ { warning }) => Number(ABOUT_OTHERS.has(warning.code));
  return rows.toSorted((a, b) => isAboutOthers(a) - isAboutOthers(b));
}
