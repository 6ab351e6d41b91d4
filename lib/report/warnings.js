/** @import { Warning } from '../site/types.ts' */

import { formatNumber } from './format.js';

/** Warnings about files of other hosts, which the site's own build cannot fix. */
const ABOUT_OTHERS = new Set(['external-resource', 'not-recorded']);

/**
 * The first of several equal warnings, possibly about different files; `times` has their count.
 * @typedef {{ warning: Warning, count: number, times: string }} WarningGroup
 */

/**
 * Groups equal warnings with their count. Those about other hosts come last.
 * @param {readonly Warning[]} warnings
 * @returns {WarningGroup[]}
 */
export function groupWarnings(warnings) {
  const groups = Map.groupBy(warnings, (warning) => `${warning.code}\n${withoutNames(warning)}`);
  const rows = [...groups.values()].map((group) => ({
    warning: group[0],
    count: group.length,
    times: timesOf(group.length, new Set(group.map(({ message }) => message)).size),
  }));
  const isAboutOthers = (/** @type {WarningGroup} */ { warning }) => Number(ABOUT_OTHERS.has(warning.code));
  return rows.toSorted((a, b) => isAboutOthers(a) - isAboutOthers(b));
}

/**
 * Returns the place of a warning: `a.html:3:14`. Returns an empty string if the message itself begins with the file.
 * @param {Warning} warning
 */
export function placeOfWarning({ page, line, column, message }) {
  if (!page || (line === undefined && message.replace(/^“/, '').startsWith(page))) return '';
  return [page, line, column].filter((part) => part !== undefined).join(':');
}

/** Returns the text of a warning without addresses. @param {Warning} warning */
function withoutNames({ message, resource }) {
  const said = resource ? message.replaceAll(resource, '…') : message;
  return said.replace(/“[^“”]*”/g, '“…”');
}

/** @param {number} count @param {number} different */
function timesOf(count, different) {
  if (count === 1) return '';
  return ` (${formatNumber(count)} times${different > 1 ? `, ${formatNumber(different)} different addresses` : ''})`;
}
