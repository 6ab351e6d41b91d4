/** @import { FullReport } from '../lib/report/types.ts' */

import { escapeGithub, escapeGithubProperty } from '../lib/report/escape.js';

/** GitHub shows no more of one step and kind. */
const MOST = 10;

/**
 * Workflow commands for what the gate found, on files of the repository where these can be told, the rest counted.
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
 * The one file of the repository that a built file was copied from: what ends like it, as `public/img/a.png` does of
 * `img/a.png`.
 * @param {string | null} path
 * @param {readonly string[]} tracked
 */
export function findSource(path, tracked) {
  if (path === null) return null;
  const alike = tracked.filter((file) => file === path || file.endsWith(`/${path}`));
  return alike.length === 1 ? alike[0] : null;
}
