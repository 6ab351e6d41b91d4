/** @import { Change } from '../types.ts' */
/** @import { Effect } from './types.ts' */

import { bringsFiles, sum } from './combine-effects.js';

/**
 * Finds what is left out where changes bring files for one image of a page: the smallest is enough, and only where it
 * is smaller than the image for a visitor to all pages, who gets the markup with each and the file once. What a file
 * becomes in its own place without loss may stand beside one that leads elsewhere.
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
