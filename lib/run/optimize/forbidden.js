/** @import { Change, Proposal } from '../../plan/types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Drafted } from '../../plan/constraints.js' */
/** @import { Verdict } from '../../visit/verify/types.js' */

import { leaveOut } from '../../plan/constraints.js';
import { documentsOf } from '../../plan/make/draft-changes.js';

/** Planning and looking again ends here: what still differs ships as it was. */
export const MOST_ROUNDS = 4;

/** The change that packing makes to every page. */
export const PACKING = 'packing';

/**
 * What must not be done, since it showed: causes that reach every page (`rule resource`), those of one page (`page
 * rule`), and pages that ship as they were.
 * @typedef {{ round: number, causes: ReadonlySet<string>, onPage: ReadonlySet<string>, originals:
 *   ReadonlySet<SitePath>, outOfBudget: ReadonlySet<SitePath> }} Forbidden `outOfBudget`: those of the originals that
 *   could not be looked at in time
 */

/** @type {Forbidden} */
export const NOTHING = Object.freeze({
  round: 1,
  causes: new Set(),
  onPage: new Set(),
  originals: new Set(),
  outOfBudget: new Set(),
});

/**
 * What a change shares with the same change on other pages.
 * @param {Proposal} proposal
 */
export function causeOf({ rule, resource }) {
  return resource ? `${rule} ${resource}` : rule;
}

/** @param {Change} change @param {Forbidden} forbidden */
export function isForbidden(change, { causes, onPage, originals }) {
  const { proposal } = change;
  return (
    causes.has(causeOf(proposal)) ||
    [proposal.page, ...documentsOf(change)].some(
      (path) => originals.has(path) || onPage.has(`${path} ${proposal.rule}`),
    )
  );
}

/** Whether a page may be packed. @param {SitePath} page @param {Forbidden} forbidden */
export function mayPack(page, { onPage, originals }) {
  return !originals.has(page) && !onPage.has(`${page} ${PACKING}`);
}

/** Parts what is forbidden from what may still be planned. @param {Drafted} drafted @param {Forbidden} forbidden */
export function withoutForbidden(drafted, forbidden) {
  const inBudget = leaveOut(drafted, ({ proposal }) => forbidden.outOfBudget.has(proposal.page), {
    reason: 'out-of-budget',
  });
  return leaveOut(inBudget, (change) => isForbidden(change, forbidden), { reason: 'looks-different' });
}

/**
 * What is forbidden after a look: a change that shows, wherever its cause reaches; and a page that no choice of changes
 * helps ships as it was.
 * @param {Forbidden} forbidden
 * @param {readonly Pick<Verdict, 'path' | 'status' | 'rejected' | 'original' | 'isOutOfBudget'>[]} verdicts
 * @returns {Forbidden | null} null where nothing differs
 */
export function forbidMore(forbidden, verdicts) {
  const failing = verdicts.filter(isFailing);
  if (failing.length === 0) return null;
  const { round } = forbidden;
  const causes = new Set(forbidden.causes);
  const onPage = new Set(forbidden.onPage);
  const originals = new Set(forbidden.originals);
  const outOfBudget = new Set(forbidden.outOfBudget);
  for (const { path, rejected, original, isOutOfBudget } of failing) {
    if (isOutOfBudget) outOfBudget.add(path);
    for (const { cause, onlyHere } of rejected) {
      if (cause.includes(' ') && !onlyHere) causes.add(cause);
      else onPage.add(`${path} ${cause.split(' ')[0]}`);
    }
    if (original || rejected.length === 0 || round === MOST_ROUNDS) originals.add(path);
  }
  return { round: round + 1, causes, onPage, originals, outOfBudget };
}

/** @param {Pick<Verdict, 'status'>} verdict */
export function isFailing({ status }) {
  return status === 'different' || status === 'unseen';
}
