/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Change, Proposal, Refused, Rule } from '../types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { BackgroundLayer, PageRecord } from '../../visit/types.ts' */
/** @import { RuleSetting } from '../detect/run-rules.js' */
/** @import { Constraints } from '../make/draft-changes.js' */

import { NO_MEMO } from '../../base/memo.js';
import { present } from '../../base/present.js';
import { linkSite } from '../../site/graph/build-graph.js';
import { applyPlan } from '../apply/apply-plan.js';
import { runRules } from '../detect/run-rules.js';
import { draftChange } from '../make/draft-changes.js';

/**
 * A site in which every content has one name, and the changes for it.
 * @typedef {{ site: Site, linked: Linked, accepted: readonly Change[], advised: readonly Change[], refused:
 *   readonly Refused[] }} Normalised
 */

/** Pages that request the same content under two names make a visitor fetch both. */
const ASKED_FOR_ELSEWHERE = 'another place still requests it';

/**
 * Gives one name to files with the same rendering, before any rule runs: all planning then uses one file. A file that
 * any place continues to request keeps its name everywhere.
 * @param {object} order
 * @param {Site} order.site
 * @param {Linked} order.linked
 * @param {ReadonlyMap<SitePath, ImageFacts>} order.images
 * @param {readonly Rule[]} order.rules
 * @param {ReadonlyMap<string, RuleSetting>} order.settings
 * @param {Constraints} order.integrity
 * @param {import('../../site/types.ts').Warning[]} [order.failures] takes a warning for each rule that throws
 * @param {Memo} [order.memo]
 * @returns {Normalised}
 */
export function normaliseSite({ site, linked, images, rules, settings, integrity, failures, memo = NO_MEMO }) {
  const isOn = (/** @type {Rule} */ { meta, normalise }) =>
    normalise !== undefined && settings.get(meta.id)?.level !== 'off';
  const normalising = rules.filter(isOn);
  if (normalising.length === 0 || !hasRepeated(images)) {
    return { site, linked, accepted: [], advised: [], refused: [] };
  }
  const detection = { site, linked, images, rules: normalising, settings, failures, memo };
  const found = runRules(detection, () => {}, 'normalise');
  const byId = new Map(normalising.map((rule) => [rule.meta.id, rule]));
  /** @type {Refused[]} */
  const refused = [];
  /** @type {Change[]} */
  const changes = [];
  for (const proposal of [...found.values()].flat()) {
    const rule = present(byId.get(proposal.rule));
    const result = draftOne(rule, proposal, integrity);
    if ('reason' in result) refused.push(result);
    else changes.push(result);
  }
  const kept = new Set(refused.map(({ proposal }) => proposal.resource));
  const { out = [], left = [] } = Object.groupBy(changes, ({ proposal }) =>
    kept.has(proposal.resource) ? 'out' : 'left',
  );
  refused.push(...out.map((change) => refuse(change, 'overlaps', ASKED_FOR_ELSEWHERE)));
  const { advised = [], accepted = [] } = Object.groupBy(left, ({ rule }) =>
    settings.get(rule.id)?.level === 'advise' ? 'advised' : 'accepted',
  );
  if (accepted.length === 0) return { site, linked, accepted, advised, refused };
  const { files } = applyPlan(site, accepted, linked);
  const renamed = { ...site, files: new Map([...site.files, ...files]) };
  const again = linkSite(renamed, { before: linked, memo });
  const seen = { ...again.seen, records: renameImages(again.seen.records, accepted) };
  return { site: renamed, linked: { ...again, seen }, accepted, advised, refused };
}

/**
 * Returns the visits with the new names of the images that they saw, by which rules match them with the markup.
 * @param {Linked['seen']['records']} records
 * @param {readonly Change[]} accepted
 * @returns {Map<SitePath, PageRecord>}
 */
function renameImages(records, accepted) {
  const names = new Map(accepted.map(({ proposal, leadsTo }) => [proposal.resource, leadsTo]));
  /** @template {{ readonly path: SitePath | null }} T @param {readonly T[]} all */
  const rename = (all) => all.map((one) => ({ ...one, path: names.get(one.path) ?? one.path }));
  const renameAll = (/** @type {PageRecord} */ record) => {
    const { images, pictures, backdrops, backgrounds } = record;
    const layers = backgrounds.flatMap(({ rest, hover, active }) => [rest, hover ?? [], active ?? []].flat());
    if (![images, pictures ?? [], backdrops, layers].flat().some(({ path }) => names.has(path))) return record;
    const renameOne = (/** @type {BackgroundLayer | null} */ layer) => (layer === null ? null : rename([layer])[0]);
    const named = {
      images: rename(images),
      pictures: pictures && rename(pictures),
      backdrops: rename(backdrops),
      backgrounds: backgrounds.map((box) => ({
        ...box,
        rest: rename([box.rest])[0],
        hover: renameOne(box.hover),
        active: renameOne(box.active),
      })),
    };
    return Object.freeze({ ...record, ...named });
  };
  return new Map([...records].map(([page, record]) => [page, renameAll(record)]));
}

/**
 * @param {Rule} rule
 * @param {Proposal} proposal
 * @param {Constraints} integrity
 * @returns {Change | Refused}
 */
function draftOne(rule, proposal, integrity) {
  const { rejected } = proposal;
  if (rejected) return refuse({ rule: rule.meta, proposal, group: null }, rejected);
  const change = draftChange(rule, proposal, [], null);
  const kept = integrity.keptBy(proposal, change);
  if (kept) return refuse(change, 'off', kept);
  const message = integrity.refusalOf(proposal, rule) ?? integrity.editRefusalOf(change);
  return message === null ? change : refuse(change, 'safety', message);
}

/**
 * @param {Pick<Change, 'rule' | 'proposal' | 'group'>} change
 * @param {Refused['reason']} reason
 * @param {string | null} [message]
 * @returns {Refused}
 */
function refuse({ rule, proposal, group }, reason, message = null) {
  return { rule, proposal, reason, message, group };
}

/** @param {ReadonlyMap<SitePath, ImageFacts>} images */
function hasRepeated(images) {
  return new Set([...images.values()].map(({ shows }) => shows)).size < images.size;
}

/**
 * Groups files that had the same rendering by the one that all pages use now.
 * @param {Normalised} normalised
 * @returns {Map<SitePath | null, SitePath[]>}
 */
export function copiesOf({ accepted }) {
  const groups = Map.groupBy(accepted, ({ leadsTo }) => leadsTo);
  return new Map(
    [...groups].map(([to, changes]) => [to, [...new Set(changes.flatMap(({ proposal }) => proposal.resource ?? []))]]),
  );
}

/**
 * Returns the final renamings: pages that are shipped unchanged request their own files again.
 * @param {Normalised} normalised
 * @param {ReadonlySet<SitePath>} originals
 */
export function settleNormalised({ accepted, advised, refused }, originals) {
  const isOut = (/** @type {Change} */ { proposal }) => originals.has(proposal.page);
  return {
    accepted: accepted.filter((change) => !isOut(change)),
    advised: [...advised],
    refused: [...refused, ...accepted.filter(isOut).map((change) => refuse(change, 'looks-different'))],
  };
}
