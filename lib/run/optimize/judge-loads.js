/** @import { Change } from '../../plan/types.ts' */
/** @import { SitePath } from '../../site/types.ts' */

/** A change may save a packet less than it promised: what travels is counted in packets. */
const PACKET_BYTES = 1460;
/** Less than this share of what a change promised is no saving: it is rolled back. */
const MIN_KEPT_SHARE = 0.5;

/**
 * What a page loads: the size of each file.
 * @typedef {ReadonlyMap<SitePath, number>} Load
 *
 * @typedef {{ requests: number, bytes: number }} Amount
 *
 * @typedef {object} Judged
 * @property {Change[]} faults changes that do not save what they promised
 * @property {boolean} isHeavier whether the page loads more than before and more than promised
 * @property {Map<Change, Amount>} observed what each change saves, as visits saw it
 */

/**
 * Compares what visits of a page loaded before and after with what the plan promised.
 * @param {{ before: Load, after: Load, promised: Load, changes: readonly Change[] }} page
 * @returns {Judged}
 */
export function judgeLoads({ before, after, promised, changes }) {
  /** @type {Change[]} */
  const faults = [];
  /** @type {Map<Change, Amount>} */
  const observed = new Map();
  for (const change of changes) {
    const files = filesOf(change);
    const [first, later, plan] = [before, after, promised].map((load) => amountOf(load, files));
    if (first.requests + later.requests + plan.requests === 0) continue;
    observed.set(change, { requests: first.requests - later.requests, bytes: first.bytes - later.bytes });
    if (isBroken(first, later, plan)) faults.push(change);
  }
  const [first, later, plan] = [before, after, promised].map((load) => amountOf(load, new Set(load.keys())));
  const isMoreBytes = later.bytes > first.bytes && later.bytes > plan.bytes + PACKET_BYTES;
  const isMoreRequests = later.requests > first.requests && later.requests > plan.requests;
  return { faults, isHeavier: isMoreBytes || isMoreRequests, observed };
}

/**
 * Returns true if a change loads more than before without having said so, or saves much less than it promised.
 * @param {Amount} before @param {Amount} after @param {Amount} promised
 */
function isBroken(before, after, promised) {
  if (after.requests > Math.max(before.requests, promised.requests)) return true;
  if (after.bytes > before.bytes && after.bytes > promised.bytes + PACKET_BYTES) return true;
  const [wanted, got] = [before.bytes - promised.bytes, before.bytes - after.bytes];
  return wanted - got > PACKET_BYTES && got < wanted * MIN_KEPT_SHARE;
}

/**
 * Returns the files that a change is about: what it replaces, and what takes its place.
 * @param {Change} change
 * @returns {Set<SitePath>}
 */
function filesOf({ proposal, files, leadsTo, carries }) {
  const { resource, alsoShown = [] } = proposal;
  const named = [...files.map(({ path }) => path), ...carries.map(({ path }) => path), ...alsoShown];
  return new Set([...(resource ? [resource] : []), ...(leadsTo ? [leadsTo] : []), ...named]);
}

/** @param {Load} load @param {ReadonlySet<SitePath>} files @returns {Amount} */
function amountOf(load, files) {
  const sizes = [...files].flatMap((path) => load.get(path) ?? []);
  return { requests: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}
