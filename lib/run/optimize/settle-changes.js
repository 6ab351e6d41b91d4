/** @import { draftChanges, Drafts } from '../../plan/make/draft-changes.js' */
/** @import { openPlanner } from '../../plan/plan-site.js' */
/** @import { Forbidden } from './forbidden.js' */
/** @import { openVerification } from './verify-site.js' */

import { leftOutBy, withoutBrowser } from '../../plan/constraints.js';
import { inlineFiles } from '../../plan/inline-files.js';
import { withoutForbidden } from './forbidden.js';

/**
 * Plans the changes and verifies them until no page differs, and no rejected change is replaced by another one.
 * @param {{ drafts: Awaited<ReturnType<typeof draftChanges>>, isLooked: boolean, mayInline: boolean,
 * planSite: ReturnType<typeof openPlanner>, verification: Pick<ReturnType<typeof openVerification>, 'look'>,
 * forbidden:
 *   Forbidden }} work `isLooked`: true if changes are verified, or need not be; `forbidden`: rejected from the start
 * @param {(stage: string) => (done: number, of: number) => void} at
 */
export async function settleChanges({ drafts, isLooked, mayInline, planSite, verification, forbidden: first }, at) {
  const possibleOf = (/** @type {Drafts} */ drafted) => {
    const allowed = isLooked ? drafted : withoutBrowser(drafted);
    return { ...allowed, changes: inlineFiles(allowed.changes, mayInline) };
  };
  let possible = possibleOf(drafts);
  let forbidden = first;
  const planAnew = async () => {
    for (;;) {
      const plan = planSite(withoutForbidden(possible, forbidden), at('planning'));
      const more = await drafts.fallBack(leftOutBy(plan));
      if (!more) return plan;
      possible = possibleOf(more);
    }
  };
  let plan = await planAnew();
  // Visible changes are rejected, and the rest is planned again. Each round rejects more, and the last one whole pages.
  for (let more = await verification.look(plan.accepted, forbidden); more; ) {
    forbidden = more;
    plan = await planAnew();
    more = await verification.look(plan.accepted, forbidden);
  }
  return { plan, forbidden };
}
