/** @import { Change } from '../types.ts' */
/** @import { Effect } from './types.ts' */

import { bringsFiles, sum } from './combine-effects.js';

/**
 * Finds changes to leave out if several bring files for one image of a page. Only the smallest is kept, and only if it
 * is smaller than the image for a visitor to all pages, who fetches the markup with each page and the file once. A
 * lossless replacement under the same name can be combined with a change that leads to another file.
 * @param {readonly { change: Change, effect: Effect }[]} changes
 * @param {{ sizeOf: (path: string) => number, pagesWith: (path: string) => number }} site
 * @returns {Set<Change>}
 */
export function findLarger(changes, { sizeOf, pagesWith }) {
  const rivals = changes.flatMap(({ change, effect }) => {
    const { resource } = change.proposal;
    if (!resource || change.claims.length > 0 || !bringsFiles(effect) || change.group?.take === 'together') return [];
    return [{ change, effect, resource, size: sizeOfEffect(effect, pagesWith(resource)) }];
  });
  const byImage = Map.groupBy(rivals, ({ change: { proposal }, resource }) => `${proposal.page} ${resource}`);
  const larger = [...byImage.values()].flatMap((group) => {
    const least = group.reduce((best, one) => (one.size < best.size ? one : best));
    const leadsElsewhere = !isInPlace(least.effect);
    const isUseful = least.size < sizeOf(least.resource);
    return group.filter(
      (one) =>
        !(one === least && isUseful) && !(leadsElsewhere && isInPlace(one.effect) && one.change.rule.safety === 'safe'),
    );
  });
  return new Set(larger.map(({ change }) => change));
}

/** Returns true if the file keeps its name. @param {Effect} effect */
function isInPlace({ addsFiles = [] }) {
  return addsFiles.length === 0;
}

/**
 * Returns the bytes that a change adds: files, and the text that names them on the given number of pages.
 * @param {Effect} effect
 * @param {number} pages
 */
function sizeOfEffect({ addsFiles = [], replaces = [], grows = [] }, pages) {
  const files = [...addsFiles, ...replaces].map(({ bytes }) => bytes);
  return sum([...files, ...grows.map(({ bytes, decodedBytes }) => pages * (bytes ?? decodedBytes))]);
}
