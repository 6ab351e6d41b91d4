/** @import { ChangedPage, ChangeInfo, Verdict } from './types.js' */

/** Describes a change that looks different. @param {ChangeInfo} change @returns {Verdict['rejected'][number]} */
export function refuse({ id, rule, cause }) {
  return { id, rule, cause, onlyHere: false, reason: 'looks-different' };
}

/**
 * Creates a verdict: by default, all changes of the page are accepted.
 * @param {ChangedPage} page @param {Partial<Verdict> & Pick<Verdict, 'status' | 'depth'>} found
 * @returns {Verdict}
 */
export function makeVerdict({ path, changes }, found) {
  const accepted = changes.map(({ id }) => id);
  return Object.freeze({
    path,
    differences: [],
    accepted,
    rejected: [],
    original: false,
    reason: null,
    guess: null,
    moving: null,
    isUncompared: false,
    evidence: [],
    notes: [],
    ...found,
  });
}

/**
 * Rejects some changes of a page. The others are verified when the page is planned again.
 * @param {ChangedPage} page @param {Pick<Verdict, 'depth' | 'differences'>} found
 * @param {(change: ChangeInfo) => boolean} isRefused
 */
export function refuseSome(page, found, isRefused) {
  const refused = page.changes.filter(isRefused);
  const accepted = page.changes.flatMap((change) => (refused.includes(change) ? [] : change.id));
  return makeVerdict(page, { ...found, status: 'different', accepted, rejected: refused.map(refuse) });
}
