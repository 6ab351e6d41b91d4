/** @import { Change, Proposal, Reason } from '../../plan/types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Drafted } from '../../plan/constraints.js' */
/** @import { Difference, Verdict } from '../../visit/verify/types.js' */

import { leaveOut } from '../../plan/constraints.js';
import { documentsOf } from '../../plan/make/draft-changes.js';

/** Max rounds of planning and verification. Pages that still differ ship unchanged. */
export const MAX_ROUNDS = 4;
/**
 * Rounds after these that only compare what pages load: a page that ships unchanged can load files in two forms if a
 * sheet that it shares names the other one. Chosen: one finds it, and one checks the rest.
 */
export const LOAD_ROUNDS = 2;

/** The id of packing, which changes every page. */
export const PACKING = 'packing';

/**
 * Changes that are rejected because they were visible: causes that reach every page (`rule resource`), those of one
 * page (`page rule`), and pages that ship unchanged.
 * @typedef {{ round: number, causes: ReadonlySet<string>, onPage: ReadonlySet<string>, originals:
 *   ReadonlySet<SitePath>, reasons: ReadonlyMap<string, Reason>, seen: ReadonlyMap<string, string> }} Forbidden
 *   `reasons`: by cause, by page and rule, and by page, if the reason is not a visible difference; `seen`: by the same,
 *   the difference that was seen first
 */

/**
 * @typedef {Pick<Verdict, 'path' | 'status' | 'rejected' | 'original' | 'reason'> & Partial<Pick<Verdict,
 *   'differences'>>} Failing
 */

/** @type {Forbidden} */
export const NOTHING = Object.freeze({
  round: 1,
  causes: new Set(),
  onPage: new Set(),
  originals: new Set(),
  reasons: new Map(),
  seen: new Map(),
});

/**
 * Returns the key that a change shares with the same change on other pages.
 * @param {Proposal} proposal
 */
export function causeOf({ rule, resource }) {
  return resource ? `${rule} ${resource}` : rule;
}

/**
 * Returns the cause, the page and rule, or the page for which a change is rejected, null if it is not.
 * @param {Change} change @param {Forbidden} forbidden
 */
function whatForbids(change, { causes, onPage, originals }) {
  const { proposal } = change;
  const cause = causeOf(proposal);
  if (causes.has(cause)) return cause;
  for (const path of [proposal.page, ...documentsOf(change)]) {
    if (originals.has(path)) return path;
    if (onPage.has(`${path} ${proposal.rule}`)) return `${path} ${proposal.rule}`;
  }
  return null;
}

/** Returns true if a page may be packed. @param {SitePath} page @param {Forbidden} forbidden */
export function mayPack(page, { onPage, originals }) {
  return !originals.has(page) && !onPage.has(`${page} ${PACKING}`);
}

/**
 * Separates rejected changes from those that may still be planned.
 * @param {Drafted} drafted
 * @param {Forbidden} forbidden
 */
export function withoutForbidden(drafted, forbidden) {
  const whats = new Map(drafted.changes.map((change) => [change, whatForbids(change, forbidden)]));
  const reasonOf = (/** @type {Change} */ change) => {
    const what = whats.get(change) ?? null;
    return what === null ? null : (forbidden.reasons.get(what) ?? 'looks-different');
  };
  const messageOf = (/** @type {Change} */ change) => forbidden.seen.get(whats.get(change) ?? '') ?? null;
  /** @type {readonly Reason[]} */
  const reasons = ['looks-different', ...new Set(forbidden.reasons.values())];
  return [...new Set(reasons)].reduce(
    (left, reason) => leaveOut(left, (change) => reasonOf(change) === reason, { reason, messageOf }),
    drafted,
  );
}

/**
 * Adds the rejections of a verification: a visible change on all pages that its cause reaches, and all changes of a
 * page that no selection of changes repairs.
 * @param {Forbidden} forbidden
 * @param {readonly Failing[]} verdicts
 * @returns {Forbidden | null} null where nothing differs
 */
export function forbidMore(forbidden, verdicts) {
  const failing = verdicts.filter(isFailing);
  if (failing.length === 0) return null;
  const { round } = forbidden;
  const causes = new Set(forbidden.causes);
  const onPage = new Set(forbidden.onPage);
  const originals = new Set(forbidden.originals);
  const reasons = new Map(forbidden.reasons);
  const seen = new Map(forbidden.seen);
  const note = (/** @type {string} */ what, /** @type {Reason} */ reason = 'looks-different') => {
    if (reason !== 'looks-different' && !reasons.has(what)) reasons.set(what, reason);
  };
  for (const { path, rejected, original, reason: why, differences = [] } of failing) {
    for (const { id, cause, onlyHere, reason } of rejected) {
      const isEverywhere = cause.includes(' ') && !onlyHere;
      const what = isEverywhere ? cause : `${path} ${cause.split(' ')[0]}`;
      (isEverywhere ? causes : onPage).add(what);
      note(what, reason);
      const difference = differences.find(({ change }) => change === id) ?? differences.at(0);
      if (difference && !seen.has(what)) seen.set(what, describeDifference(path, difference));
    }
    if (why) note(path, why);
    if (!original && rejected.length > 0 && round < MAX_ROUNDS) continue;
    originals.add(path);
    if (differences.length > 0 && !seen.has(path)) seen.set(path, describeDifference(path, differences[0]));
  }
  return { round: round + 1, causes, onPage, originals, reasons, seen };
}

/** @param {SitePath} page @param {Difference} difference */
function describeDifference(page, { view, message }) {
  return `the first difference on ${page} in view ${view} is: ${message}`;
}

/** @param {Pick<Verdict, 'status'>} verdict */
export function isFailing({ status }) {
  return status === 'different' || status === 'unseen';
}
