/** @import { Change } from './types.ts' */
/** @import { Linked } from '../site/graph/build-graph.js' */
/** @import { SitePath } from '../site/types.ts' */
/** @import { PageInput } from './price/types.ts' */
/** @import { Weighed } from './price/weigh-changes.js' */

import { documentsOf } from './make/draft-changes.js';
import { listExcess, sentBytes } from './plan-page.js';
import { applyEffects } from './price/apply-effects.js';
import { combineEffects } from './price/combine-effects.js';

/**
 * A planned page with its own changes, among them those of sheets that it is the first to load.
 * @typedef {{ path: SitePath, input: PageInput, changes: readonly Weighed[] }} Planned
 */

/**
 * Chooses the changes of style sheets to leave out because a page that loads the sheet would take more bytes than
 * before: an image that is inlined into a sheet costs every page that does not show it. Those that take most go first.
 * @param {readonly Planned[]} pages @param {Linked['graph']} graph @param {(path: SitePath) => PageInput} inputOf
 * @returns {Set<Change>}
 */
export function findHeavier(pages, graph, inputOf) {
  /** @type {Set<Change>} */
  const left = new Set();
  const planned = new Map(pages.map((page) => [page.path, page]));
  for (const [path, foreign] of listForeign(pages, graph)) {
    const { input = inputOf(path), changes = [] } = planned.get(path) ?? {};
    const [own, others] = [changes, foreign].map((list) => list.filter(({ change }) => !left.has(change)));
    const weigh = (/** @type {readonly Weighed[]} */ some) =>
      sentBytes(applyEffects(input, combineEffects([...own, ...some])));
    for (const { change } of listExcess(others, weigh, sentBytes(input))) left.add(change);
  }
  return left;
}

/**
 * Returns the changes of sheets that pages load, and that make the sheet larger for an image that the page does not
 * request.
 * @param {readonly Planned[]} pages @param {Linked['graph']} graph
 */
function listForeign(pages, { fetches, usedBy }) {
  /** @type {Map<SitePath, Weighed[]>} */
  const foreign = new Map();
  for (const { path, changes } of pages) {
    for (const weighed of changes) {
      const { proposal, group } = weighed.change;
      if (proposal.resource === null || group?.take === 'all' || !weighed.effect.grows?.length) continue;
      const sheets = [...new Set([proposal.page, ...documentsOf(weighed.change)])].filter((one) => !fetches.has(one));
      for (const user of new Set(sheets.flatMap((sheet) => usedBy.get(sheet) ?? []))) {
        if (user === path || fetches.get(user)?.includes(proposal.resource)) continue;
        // What else it does concerns the files of its own page.
        const grown = { ...weighed, effect: { grows: weighed.effect.grows } };
        foreign.set(user, [...(foreign.get(user) ?? []), grown]);
      }
    }
  }
  return foreign;
}
