/** @import { Verdict } from '../../visit/verify/types.js' */
/** @import { PlanToVerify } from './verify-site.js' */

import { documentsOf } from '../../plan/make/draft-changes.js';
import { changedPages } from './changed-pages.js';
import { isFailing } from './forbidden.js';

/**
 * Returns verdicts on the files that failing pages share with others, if the pages ship unchanged already and no change
 * is at fault by itself: then all changes of these files are.
 * @param {Pick<PlanToVerify, 'original' | 'site' | 'linked' | 'accepted' | 'originals'>} plan
 * @param {readonly Pick<Verdict, 'path' | 'status' | 'reason' | 'rejected'>[]} verdicts
 */
export function blameShared(plan, verdicts) {
  const isStuck = (/** @type {typeof verdicts[number]} */ { path, rejected }) =>
    plan.originals.has(path) && rejected.length === 0;
  const stuck = verdicts.filter((verdict) => isFailing(verdict) && isStuck(verdict));
  if (stuck.length === 0) return [];
  const onPage = changedPages(plan);
  return stuck.flatMap(({ path, status, reason }) => {
    const shared = new Set(
      (onPage.get(path) ?? []).flatMap((change) => [change.proposal.page, ...documentsOf(change)]),
    );
    shared.delete(path);
    return [...shared].map((file) => ({ path: file, status, reason, original: true, rejected: [] }));
  });
}
