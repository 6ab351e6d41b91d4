/** @import { SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Warning } from '../../site/types.ts' */
/** @import { Forbidden } from './forbidden.js' */

import { NOTHING } from './forbidden.js';

/**
 * Rejects all changes of pages that are blank when visited: they cannot be verified.
 * @param {Linked} linked
 * @returns {Forbidden}
 */
export function forbidBlank(linked) {
  const blank = listBlank(linked);
  return { ...NOTHING, originals: new Set(blank), reasons: new Map(blank.map((page) => [page, 'blank-page'])) };
}

/** @param {Linked} linked @returns {Warning[]} */
export function warnOfBlank(linked) {
  return listBlank(linked).map((page) => ({
    code: 'blank-page',
    page,
    message: `“${page}” renders nothing without a network, so it cannot be verified. It ships unchanged.`,
  }));
}

/** Returns the documents of blank pages. @param {Linked} linked @returns {SitePath[]} */
function listBlank({ seen }) {
  const blank = [...seen.records.values()].flatMap(({ isBlank, document }) => (isBlank ? document : []));
  return [...new Set(blank)].sort();
}
