/** @import { Change } from '../../plan/types.ts' */
/** @import { SitePath } from '../../site/types.ts' */

/** Bytes by which a saving can be below the promised one, because transfers are counted in packets. */
const PACKET_BYTES = 1460;
/** Min share of the promised saving. Below it the change is rolled back. */
const MIN_KEPT_SHARE = 0.5;

/**
 * The files that a page loads, with their sizes.
 * @typedef {ReadonlyMap<SitePath, number>} Load
 *
 * @typedef {{ requests: number, bytes: number }} Amount
 *
 * @typedef {object} Judged
 * @property {Change[]} faults changes without the promised saving
 * @property {boolean} isHeavier true if the page loads more than before and more than promised
 * @property {Change[]} doubled changes whose new file loads in addition to the one that it replaces
 * @property {Map<Change, Amount>} observed the saving of each change in visits
 */

/**
 * Compares the loads of visits of a page, before and after, with the plan's promise.
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
  return {
    faults: faults.filter((change) => !isNextToAdded(change, faults)),
    isHeavier: isMoreBytes || isMoreRequests,
    doubled: changes.filter((change) => isDoubled(change, before, after)),
    observed,
  };
}

/**
 * Returns true if a change loads more than before without a promise to do so, or saves much less than promised.
 * @param {Amount} before @param {Amount} after @param {Amount} promised
 */
function isBroken(before, after, promised) {
  if (after.requests > Math.max(before.requests, promised.requests)) return true;
  if (after.bytes > before.bytes && after.bytes > promised.bytes + PACKET_BYTES) return true;
  const [wanted, got] = [before.bytes - promised.bytes, before.bytes - after.bytes];
  return wanted - got > PACKET_BYTES && got < wanted * MIN_KEPT_SHARE;
}

/**
 * Returns true if another change at fault added a file next to one of this change's, and this one added none. A page
 * that loads both files of an image does so because of the added one. The others are judged again without it.
 * @param {Change} change @param {readonly Change[]} faults
 */
function isNextToAdded(change, faults) {
  if (addsFiles(change)) return false;
  const files = filesOf(change);
  const isShared = (/** @type {SitePath} */ path) => files.has(path);
  return faults.some((other) => addsFiles(other) && [...filesOf(other)].some(isShared));
}

/**
 * Returns true if a page loads a file of a change in addition to the one that it replaces.
 * @param {Change} change @param {Load} before @param {Load} after
 */
function isDoubled({ proposal: { resource }, files }, before, after) {
  if (resource === null || !after.has(resource)) return false;
  return files.some(({ path }) => path !== resource && after.has(path) && !before.has(path));
}

/** Returns true if a change adds a file under another name than the one it concerns. @param {Change} change */
function addsFiles({ proposal, files }) {
  return files.some(({ path }) => path !== proposal.resource);
}

/**
 * Returns the files of a change: those that it replaces, and the replacements.
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
