/** @import { ImageFacts, Level, Proposal, Site, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

import { runRules } from '../detect/run-rules.js';
import { linkSite } from '../graph/build-graph.js';
import { applyPlan } from './apply-plan.js';
import { gather } from './gather.js';
import { setAside } from './set-aside.js';

/**
 * A site in which nothing is there twice, and what was done for that.
 * @typedef {{ site: Site, linked: Linked, accepted: readonly Ready[], advised: readonly Ready[], refused: readonly Refused[] }} Shared
 * @typedef {Parameters<typeof gather>[1]} Context
 */

/**
 * Does what has to be done before other rules look: that files which show the same have one name is known to all that is planned then.
 * A file that one place goes on asking for is left to all, since visitors would fetch two.
 * @param {Context & { linked: Linked, images: ReadonlyMap<SitePath, ImageFacts>, levelOf: (proposal: Proposal) => Level }} context
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Shared>}
 */
export async function shareRepeated({ linked, images, levelOf, ...context }, tick) {
  const { site, rules, settings } = context;
  const isOff = rules.every(({ meta }) => settings.get(meta.id)?.level === 'off');
  if (isOff || !hasRepeated(images)) return { site, linked, accepted: [], advised: [], refused: [] };

  const gathered = await gather(runRules({ site, linked, images, rules, settings }, tick), context, () => {});
  const held = new Set(gathered.refused.map(({ proposal }) => proposal.resource));
  const { ready, refused } = setAside(gathered, ({ proposal }) => held.has(proposal.resource), {
    reason: 'overlaps',
    message: 'another place goes on asking for it',
  });
  const { advised = [], accepted = [] } = Object.groupBy(ready, ({ proposal }) =>
    levelOf(proposal) === 'advise' ? 'advised' : 'accepted',
  );
  if (accepted.length === 0) return { site, linked, accepted, advised, refused };
  const { files } = applyPlan(site, accepted, linked);
  const shared = { ...site, files: new Map([...site.files, ...files]) };
  return { site: shared, linked: linkSite(shared, { before: linked }), accepted, advised, refused };
}

/** @param {ReadonlyMap<SitePath, ImageFacts>} images */
function hasRepeated(images) {
  return new Set([...images.values()].map(({ shows }) => shows)).size < images.size;
}

/**
 * Files that were the same picture, by the one that all pages show now.
 * @param {Shared} shared
 * @returns {Map<SitePath | null, SitePath[]>}
 */
export function copiesOf({ accepted }) {
  const groups = Map.groupBy(accepted, ({ proposal: { data } }) => /** @type {SitePath} */ (data.to));
  return new Map(
    [...groups].map(([to, entries]) => [to, [...new Set(entries.flatMap(({ proposal }) => proposal.resource ?? []))]]),
  );
}

/**
 * What was shared, as it turned out: pages that ship as they were ask for their own files again.
 * @param {Shared} shared
 * @param {ReadonlySet<SitePath>} originals
 */
export function settleShared({ accepted, advised, refused }, originals) {
  const gathered = { ready: accepted, refused };
  const settled = setAside(gathered, ({ proposal }) => originals.has(proposal.page), { reason: 'looks-different' });
  return { accepted: settled.ready, advised: [...advised], refused: settled.refused };
}
