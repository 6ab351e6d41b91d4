/** @import { FullReport } from '../lib/report/types.ts' */

import { escapeGithub, escapeGithubProperty } from '../lib/report/escape.js';

/** Max number of annotations of one step and kind that GitHub displays. */
const MOST = 10;

/**
 * Writes workflow commands for gate failures. Those with a known source file of the repository are annotated, and the
 * rest are counted.
 * @param {FullReport} report
 * @param {readonly string[]} tracked files of the repository
 */
export function annotate({ gate }, tracked) {
  const failures = gate?.failures ?? [];
  const shown = failures.slice(0, failures.length > MOST ? MOST - 1 : MOST).map(({ page, resource, message, fix }) => {
    const file = findSource(resource ?? page, tracked);
    const place = file ? `file=${escapeGithubProperty(file)},` : '';
    return `::error ${place}title=pagethrift::${escapeGithub(`${message}\n${fix}`.trim())}`;
  });
  const left = failures.length - shown.length;
  return left > 0 ? [...shown, `::error title=pagethrift::… and ${left} more faults, in the summary`] : shown;
}

/**
 * Returns the only file of the repository from which a built file may have been copied: its path ends with the built
 * path, as `public/img/a.png` does for `img/a.png`.
 * @param {string | null} path
 * @param {readonly string[]} tracked
 */
export function findSource(path, tracked) {
  if (path === null) return null;
  const alike = tracked.filter((file) => file === path || file.endsWith(`/${path}`));
  return alike.length === 1 ? alike[0] : null;
}
