/** @import { SitePath } from '../types.ts' */
/** @import { Outcome } from '../optimize/index.js' */
/** @import { ImagePair } from '../report/types.ts' */

/** Images shown in an HTML report; more would make it slow to open. */
const MOST_PAIRS = 300;

/**
 * Replaced pictures as the report shows them: before, after and difference as data URIs.
 * @param {Outcome['verdicts']} verdicts
 * @returns {Map<SitePath, ImagePair>}
 */
export function imagePairs(verdicts) {
  /** @type {Map<SitePath, ImagePair>} */
  const pairs = new Map();
  for (const { resource, before, after, difference } of verdicts.flatMap(({ pictures }) => pictures)) {
    if (pairs.has(resource) || pairs.size >= MOST_PAIRS) continue;
    pairs.set(resource, { before: toUri(before), after: toUri(after), difference: toUri(difference) });
  }
  return pairs;
}

/** @param {Uint8Array} png */
function toUri(png) {
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`;
}
