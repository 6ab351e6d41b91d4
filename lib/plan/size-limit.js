/** @import { Change } from './types.ts' */
/** @import { Reference } from '../site/types.ts' */
/** @import { Weighed } from './price/weigh-changes.js' */
/** @import { SiteFiles, SiteSize } from './price/site-size.js' */

import { exact } from '../base/exact.js';
import { isDelivery } from './constraints.js';
import { pickEvenly } from './decide-shared.js';
import { sizeOfSite } from './price/site-size.js';

/**
 * The changes of a page, and its weight with them for a visitor.
 * @typedef {object} PlannedPage
 * @property {readonly Reference[]} references
 * @property {readonly Weighed[]} changes
 * @property {(changes: readonly Weighed[]) => number} weigh
 *
 * All changes of one rule to one file: all of these pages request the file, or none.
 * @typedef {{ parts: ReadonlyMap<number, readonly Weighed[]>, back: SiteSize }} Group
 */

const CODINGS = exact(['identity', 'sent']);
/** Max pages that are weighed for a shared file, to estimate the loss of the others without it. */
const MAX_ASKED = 12;
/** Share of the saving of all other changes that must remain when pages carry additional files. */
const MIN_LEFT = 0.5;
/** Min cost. Changes that cost no time are compared by their bytes. */
const MIN_COST = 0.1;

/**
 * Chooses the files that are not inlined into pages: many pages with the same file, or one page with a file twice, soon
 * exceed the files' size. The site must not become larger than the original, compressed or not, and half of the saving
 * of all other changes must remain. Files that save most bytes for the time they cost are dropped first.
 * @param {readonly PlannedPage[]} pages
 * @param {(pages: readonly PlannedPage[]) => SiteFiles} siteWith
 * @param {SiteSize} most size of the original
 * @returns {Set<Change>}
 */
export function findTooLarge(pages, siteWith, most) {
  const after = siteWith(pages);
  const size = sizeOfSite(after);
  const isDelivering = pages.some(({ changes }) => !changes.every(isNoDelivery));
  const apart = isDelivering ? sizeOfSite(siteWith(pages.map(withoutDelivery))) : size;
  const saved = Math.max(0, most.sent - apart.sent);
  const over = { identity: size.identity - most.identity, sent: size.sent - most.sent + saved * MIN_LEFT };
  if (!isOver(over)) return new Set();
  /** @type {Group[]} */
  const left = [];

  const groups = listGroups(pages, siteWith([]), after);
  const kept = pages.map(({ changes }) => new Set(changes));
  /** @type {Map<number, number>} weights of pages with all kept changes */
  const weights = new Map();
  const weightOf = (/** @type {number} */ index) => {
    const weight = weights.get(index) ?? pages[index].weigh([...kept[index]]);
    weights.set(index, weight);
    return weight;
  };
  const costOf = (/** @type {Group} */ { parts }) => {
    const asked = pickEvenly([...parts], MAX_ASKED);
    const lost = asked.map(
      ([index, changes]) =>
        pages[index].weigh([...kept[index]].filter((change) => !changes.includes(change))) - weightOf(index),
    );
    return Math.max(MIN_COST, (sum(lost) * parts.size) / asked.length);
  };
  while (isOver(over) && groups.size > 0) {
    const [best] = [...groups]
      .map((group) => ({ group, worth: useOf(group.back, over) / costOf(group) }))
      .sort((a, b) => b.worth - a.worth);
    groups.delete(best.group);
    if (best.worth <= 0) break;
    left.push(best.group);
    for (const [index, changes] of best.group.parts) {
      for (const change of changes) kept[index].delete(change);
      weights.delete(index);
    }
    for (const coding of CODINGS) over[coding] -= best.group.back[coding];
  }
  return new Set(left.flatMap(({ parts }) => [...parts.values()].flat().map(({ change }) => change)));
}

/**
 * @param {readonly PlannedPage[]} pages
 * @param {SiteFiles} before
 * @param {SiteFiles} after
 * @returns {Set<Group>}
 */
function listGroups(pages, before, after) {
  const stays = new Set(after.files.map(({ url }) => url));
  const sizes = new Map(
    before.files.map(({ url, bytes, decodedBytes = bytes }) => [url, { identity: decodedBytes, sent: bytes }]),
  );
  const sent = pages.flatMap(({ changes }, index) =>
    changes.flatMap((change) => (isNoDelivery(change) ? [] : { index, change })),
  );
  const groups = Map.groupBy(sent, ({ change: { change } }) => `${change.rule.id} ${change.proposal.resource}`);
  return new Set(
    [...groups.values()].map((group) => {
      const { resource } = group[0].change.change.proposal;
      const file = (resource !== null && !stays.has(resource) && sizes.get(resource)) || { identity: 0, sent: 0 };
      const grown = group.flatMap(({ change }) => change.effect.grows ?? []);
      return {
        parts: new Map(
          [...Map.groupBy(group, ({ index }) => index)].map(([index, parts]) => [
            index,
            parts.map(({ change }) => change),
          ]),
        ),
        back: {
          identity: sum(grown.map(({ decodedBytes }) => decodedBytes)) - file.identity,
          sent: sum(grown.map(({ bytes, decodedBytes }) => bytes ?? decodedBytes)) - file.sent,
        },
      };
    }),
  );
}

/** @param {Weighed} weighed */
function isNoDelivery({ change }) {
  return !isDelivery(change);
}

/** @param {PlannedPage} page */
function withoutDelivery(page) {
  return { ...page, changes: page.changes.filter(isNoDelivery) };
}

/** @param {SiteSize} over */
function isOver(over) {
  return CODINGS.some((coding) => over[coding] > 0);
}

/** Returns the share of the excess that a file removes. @param {SiteSize} back @param {SiteSize} over */
function useOf(back, over) {
  return sum(CODINGS.map((coding) => (over[coding] > 0 ? Math.min(back[coding], over[coding]) : 0)));
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
